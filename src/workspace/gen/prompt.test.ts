import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addAlias } from '../ctx/aliases.ts'
import { acceptBase } from '../ctx/delta.ts'
import { ctxPack, type PackOptions } from '../ctx/pack.ts'
import { type CtxProject, openCtx } from '../ctx/project.ts'
import { openWorkspace } from '../workspace.ts'
import { promptOf } from './prompt.ts'

let root = ''
let project: CtxProject
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fovea-prompt-'))
  for (const name of ['a', 'b', 'c']) {
    put(name, `def ${name}():\n    return 1\n`)
    addAlias(openCtx(openWorkspace(root, { caching: 'off' })), { path: `${name}.py` })
  }
  project = openCtx(openWorkspace(root, { caching: 'off' }))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (name: string, text: string): void => writeFileSync(join(root, `${name}.py`), text)

/** Writes prompt.pack as `ctx pack` does. */
async function pack(options: PackOptions): Promise<string> {
  const { text } = await ctxPack(project, options)
  project.place.write('prompt.pack', text)
  return text
}

describe('the pack that was written', () => {
  test('is sent as it is, with its task and its caps', async () => {
    for (const layout of ['links', 'cards'] as const) {
      const text = await pack({ layout, task: 'mind the caps', caps: { HANDLER: 20 } })
      expect(text).toContain('HANDLER: and ')
      expect(await promptOf(project, { mode: 'pack' })).toMatchObject({ prompt: text, remarks: ['the pack is .fovea/prompt.pack'] })
    }
  })

  test('without a task gets one, and keeps the rest', async () => {
    for (const layout of ['links', 'cards'] as const) {
      const text = await pack({ layout, caps: { HANDLER: 20 } })
      const { prompt, remarks } = await promptOf(project, { mode: 'pack', task: 'rename\nb' })
      expect(prompt).toBe(text.replace(/do what is asked; obey the decisions and schemas above\./i, 'rename b'))
      expect(prompt).not.toBe(text)
      expect(remarks).toEqual(['the pack is .fovea/prompt.pack, which has no task of its own'])
    }
  })

  test('is made anew for another task or layout, and that is said', async () => {
    await pack({ layout: 'cards', task: 'old' })
    const other = await promptOf(project, { mode: 'pack', task: 'new' })
    expect(other.prompt).toContain('\nnew\n')
    expect(other.remarks).toEqual(['the pack was made anew: --task asks for something else than .fovea/prompt.pack'])
    expect((await promptOf(project, { mode: 'pack', layout: 'links' })).remarks).toEqual(['the pack was made anew: --layout asks for another than .fovea/prompt.pack'])
  })

  test('is made anew when a file, an alias or the base is another', async () => {
    const anew = 'the pack was made anew: .fovea/prompt.pack does not tell of every alias as it is now; "fovea ctx pack" writes it again'
    await pack({ layout: 'cards', task: 't' })
    put('a', 'def other():\n    return 2\n')
    const changed = await promptOf(project, { mode: 'pack' })
    expect(changed.remarks[0]).toBe(anew)
    expect(changed.prompt).toContain('other')
    acceptBase(project)
    put('a', 'def third():\n    return 3\n')
    await pack({ layout: 'cards', task: 't' })
    expect((await promptOf(project, { mode: 'pack' })).remarks[0]).toBe('the pack is .fovea/prompt.pack')
    acceptBase(project)
    expect((await promptOf(project, { mode: 'pack' })).remarks[0]).toBe(anew)
    await pack({ layout: 'links', task: 't' })
    put('d', 'x = 1\n')
    addAlias(project, { path: 'd.py' })
    expect((await promptOf(project, { mode: 'pack' })).remarks[0]).toBe(anew)
  })
})

test('aliases that are not as pinned, and those without a file, are told', async () => {
  expect((await promptOf(project, { mode: 'pack' })).remarks).toEqual([])
  acceptBase(project)
  put('a', 'x = 1\n')
  rmSync(join(root, 'b.py'))
  for (const mode of ['pack', 'delta'] as const) {
    const { remarks: [changed, missing] } = await promptOf(project, { mode })
    expect(changed).toMatch(/^1 alias not as pinned \(H\.a@[0-9a-f]{8}\), sent as now: "fovea ctx alias verify --fix" pins/)
    expect(missing).toMatch(/^warning: 1 alias without a file that can be shown \(H\.b@[0-9a-f]{8}\)/)
  }
})

test('without a base, what sets one is told', async () => {
  await expect(promptOf(project, { mode: 'delta' })).rejects.toThrow('"fovea ctx pack" sets one, and so does "fovea gen code --use-pack" when a model answered it')
})
