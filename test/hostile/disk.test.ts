// What a disk does to a reader: files that may not be read, and files that change under it.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileWorkspace, openWorkspace, settle } from '../../src/workspace/index.ts'
import { CLASSES } from '../kit/hostile/classes.mjs'
import { placeOf, plant } from '../kit/hostile/plant.mjs'
import { BIN, start } from '../walks/run.ts'
import { answerOf, faultsIn } from './answers.ts'

function planted(id: string): { root: string; one: (typeof CLASSES)[number] } {
  const corpus = mkdtempSync(join(tmpdir(), 'fovea-hostile-'))
  onTestFinished(() => rmSync(corpus, { recursive: true, force: true }))
  const [one] = plant(corpus, { scale: 0.02, classes: CLASSES.filter((entry) => entry.id === id) })
  execFileSync('chmod', ['755', corpus, join(corpus, 'apart')])
  return { root: placeOf(corpus, one!), one: one! }
}

/** Nobody may read what its owner shut; root could, so the command is run as somebody else. */
const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : ['env']

test('what may not be read is left out, one line each, and the rest is packed', async () => {
  const { root, one } = planted('unreadable')
  const [command = 'env', ...args] = asNobody
  const { code, out, err } = await start(command, [...args, process.execPath, BIN, root, '--budget', 'none', '--json'])
  expect(code, err).toBe(0)
  const remarks = [...err.matchAll(/^warning: (\S+?)\/? was left out(?<deep> with everything in it)?: permission denied\.$/gm)].map((match) => ({ path: match[1] as string, code: match.groups?.['deep'] === undefined ? 'source/unreadable' : 'source/unreadable-folder' }))
  expect(faultsIn(one, answerOf(out, remarks), '')).toEqual([])
  expect((await start(command, [...args, process.execPath, BIN, root, '--strict', '-q'])).code).toBe(3)
})

test('files that grow, shrink, vanish and become something else while they are read', async () => {
  const { root } = planted('changing-files')
  const workspace = openWorkspace(root, { frozen: true })
  const running = compileWorkspace(workspace, settle({ budget: 'none', format: 'json' }, workspace.layers))
  for (let i = 0; i < 200; i += 5) {
    rmSync(join(root, `f${i}.py`))
    appendFileSync(join(root, `f${i + 1}.py`), 'more = 1\n')
    truncateSync(join(root, `f${i + 2}.py`), 3)
    rmSync(join(root, `f${i + 3}.py`))
    symlinkSync('/etc/passwd', join(root, `f${i + 3}.py`))
    writeFileSync(join(root, `f${i + 4}.py`), Buffer.alloc(40))
  }
  const { compiled, corpus } = await running
  const { files, raw } = answerOf(compiled.parts.join(''))
  expect(raw).not.toContain('root:x:0')
  expect(files.size).toBeGreaterThan(0)
  for (const { entry } of corpus.files) if (entry.stub === undefined) expect(files.get(entry.path)).toBe(entry.text)
})
