import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Meter } from '../../core/ports.ts'
import { addAlias } from '../ctx/aliases.ts'
import { type CtxProject, openCtx } from '../ctx/project.ts'
import { openWorkspace } from '../workspace.ts'
import { aliasTool, MOST_CALLS } from './expand.ts'

/** One token a line: easy to count by hand. */
const meter = { name: 'lines', count: (text: string) => text.split('\n').length } as Meter

let root = ''
let project: CtxProject
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fovea-expand-'))
  writeFileSync(join(root, 'main.py'), 'a = 1\nb = 2\nc = 3\n')
  writeFileSync(join(root, 'keys.py'), 'AWS = "AKIAQ3EGRIKTPVBX7HWN"\n')
  project = openCtx(openWorkspace(root, { caching: 'off' }))
  for (const path of ['main.py', 'keys.py']) addAlias(project, { path })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('gives the text of an alias with its hash, says when it is not as pinned, hides secrets', async () => {
  const { run, description } = aliasTool(project, meter, Infinity)
  expect(description).toContain('Aliases: H.keys, H.main.')
  expect((await run({ alias: 'H.main' })).text).toMatch(/^H\.main@[0-9a-f]{8} is main\.py:\na = 1\nb = 2\nc = 3\n$/)
  expect((await run({ alias: 'H.keys' })).text).not.toContain('AKIAQ3EGRIKTPVBX7HWN')
  writeFileSync(join(root, 'main.py'), 'a = 2\n')
  expect((await run({ alias: 'H.main' })).text).toContain('is main.py, changed since it was pinned:\na = 2\n')
})

test('what cannot be shown is an answer: no alias, wrong input, a path, a file that leads outside', async () => {
  const { run } = aliasTool(project, meter, Infinity)
  rmSync(join(root, 'main.py'))
  symlinkSync('/etc/hostname', join(root, 'main.py'))
  for (const [input, said] of [[{ alias: 'H.mian' }, 'did you mean H.main'], [{ alias: '../x' }, 'there is no alias'], [{}, 'give an alias'], [null, 'give an alias'], [{ alias: 7 }, 'give an alias'], [{ alias: 'H.main' }, 'leads outside the root']] as const) {
    const answer = await run(input)
    expect(answer).toMatchObject({ failed: true })
    expect(answer.text).toContain(said)
  }
})

test('an alias without a file is not offered', () => {
  rmSync(join(root, 'main.py'))
  expect(aliasTool(project, meter, Infinity).description).toContain('Aliases: H.keys.')
})

test('all answers together keep the budget, and there are only so many', async () => {
  const small = aliasTool(project, meter, 4)
  expect((await small.run({ alias: 'H.main' })).text).toMatch(/^H\.main@\w+ is main\.py:\na = 1\nb = 2\n\(cut here: 2 more lines are over the budget of get_alias\)$/)
  expect(await small.run({ alias: 'H.keys' })).toEqual({ text: 'the budget of get_alias is used up: answer with what you know', failed: true })
  expect((await aliasTool(project, meter, 1).run({ alias: 'H.main' })).text).toContain('cannot hold a line of it')
  const { run } = aliasTool(project, meter, Infinity)
  for (let i = 0; i < MOST_CALLS; i++) expect((await run({ alias: 'H.main' })).failed).toBe(undefined)
  expect(await run({ alias: 'H.main' })).toMatchObject({ failed: true, text: expect.stringContaining('answer with what you know') as string })
})
