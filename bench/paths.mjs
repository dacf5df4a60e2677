// Strings that try to lead out of the root, at every argument of every surface: how many showed anything from outside, or brought a surface down.
//   node bench/paths.mjs [strings for each surface, 100]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const strings = Number(process.argv[2] ?? 100)
const folder = mkdtempSync(join(tmpdir(), 'fovea-paths-'))
const report = join(folder, 'report.json')
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env
spawnSync('npx', ['vitest', 'run', 'test/conformance/paths.test.ts', '--reporter=json', `--outputFile=${report}`], { env: { ...env, FOVEA_ATTACKS: String(strings) }, stdio: ['ignore', 'ignore', 'inherit'] })
const tests = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ assertionResults }) => assertionResults)
rmSync(folder, { recursive: true, force: true })

// Two of them are about the strings and the functions that decide.
const surfaces = tests.slice(2)
const failed = tests.filter(({ status }) => status !== 'passed')
const result = { node: process.version, surfaces: surfaces.length, strings, calls: surfaces.length * strings, failed: failed.map(({ title }) => title) }
writeFileSync(new URL('results/paths.json', import.meta.url), `${JSON.stringify(result, undefined, 1)}\n`)
writeFileSync(new URL('results/paths.md', import.meta.url), `# Paths that try to lead out of the root

Made by \`node bench/paths.mjs ${strings}\`, Node ${result.node}. Each of ${result.surfaces} arguments of commands, tools, resources, prompts and questions of the studio meets ${strings} strings of \`test/kit/paths.ts\`, other ones each; files with canaries lie outside the root, behind links, and in \`.git\` and \`.fovea\`.

| | |
|---|---|
| calls | ${result.calls} |
| arguments with an answer that shows a canary, or that failed in a way it should not | ${failed.length} |
`)
process.exitCode = failed.length > 0 ? 1 : 0
