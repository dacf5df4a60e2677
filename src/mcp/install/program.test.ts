import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NPX, programAt } from './program.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-program-')))

function script(folder: string): string {
  mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(join(home, folder, 'fovea.cjs'), '')
  return join(home, folder, 'fovea.cjs')
}

test('an installed package is started by its name, wherever it was installed', () => {
  const installed = script('lib/node_modules/fovea/dist/bin')
  mkdirSync(join(home, 'bin'))
  symlinkSync(installed, join(home, 'bin/fovea'))
  for (const path of [installed, join(home, 'bin/fovea'), join(home, 'gone')]) expect(programAt(path, { path: '', node: '/node' })).toEqual(NPX)
})

test('a clone is started by its path, or as fovea where PATH leads to it', () => {
  const clone = script('clone/dist/bin')
  expect(programAt(clone, { path: `/none:${join(home, 'bin')}`, node: '/node' })).toEqual({ command: '/node', args: [clone, 'mcp'], here: true })
  mkdirSync(join(home, 'linked'))
  symlinkSync(clone, join(home, 'linked/fovea'))
  expect(programAt(clone, { path: `/none:${join(home, 'linked')}`, node: '/node' })).toEqual({ command: 'fovea', args: ['mcp'] })
})
