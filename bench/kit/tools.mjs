// The other side of the comparison: installed on first use, apart from the project.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOOLS } from './places.mjs'
import { say } from './results.mjs'

const WANTED = { repomix: '1.18.1', node: '22.23.3' }

const manifestOf = (name) => join(TOOLS, 'node_modules', name, 'package.json')
const versionOf = (name) => JSON.parse(readFileSync(manifestOf(name), 'utf8')).version

/** Repomix and the Node it asks for, as paths and versions. */
export function tools() {
  const missing = Object.entries(WANTED).filter(([name, version]) => !existsSync(manifestOf(name)) || !`${versionOf(name)}.`.startsWith(`${version}.`))
  if (missing.length > 0) install(missing.map((pair) => pair.join('@')))
  return {
    node: join(TOOLS, 'node_modules/node/bin/node'), nodeVersion: versionOf('node'),
    repomix: join(TOOLS, 'node_modules/repomix/bin/repomix.cjs'), repomixVersion: versionOf('repomix'),
  }
}

function install(packages) {
  say(`installing ${packages.join(' and ')}`)
  mkdirSync(TOOLS, { recursive: true })
  if (!existsSync(join(TOOLS, 'package.json'))) writeFileSync(join(TOOLS, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], { cwd: TOOLS, stdio: 'inherit' })
}
