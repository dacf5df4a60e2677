// Runs every test with coverage of the core and ends with one plain line: how many passed, how many failed.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'

const report = 'coverage/tests.json'
rmSync(report, { force: true })
const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--coverage', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)], { stdio: 'inherit' })
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
process.exitCode = run.status ?? 1
