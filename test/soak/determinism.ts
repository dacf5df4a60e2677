// The same files and the same request give the same bytes: in any order, again, with what was remembered, in another folder, time zone and language of the machine.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { METER_NAMES } from '../../src/meters/index.ts'
import { MODE_NAMES } from '../../src/blocks/modes/index.ts'
import { render } from '../../src/blocks/render.ts'
import type { TypedBlock } from '../../src/blocks/typed.ts'
import { compileWorkspace, openWorkspace, settle } from '../../src/workspace/index.ts'
import { blockList } from '../../bench/kit/block-lists.mjs'
import { applyEdit, type FolderEdit, folderEdit } from '../kit/folder-edits.ts'
import { passingFolder } from '../kit/folders.ts'
import { entriesOf, packEntries } from '../kit/pack.ts'
import { type Asked, meterNamed, type ProjectFile, randomAsked, randomFiles, requestFrom, shuffled } from '../kit/projects.ts'
import { drawn, property, randomFor } from '../kit/property.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

async function printed(files: readonly ProjectFile[], asked: Asked, order?: number): Promise<string> {
  const entries = entriesOf(files)
  const compiled = await packEntries(order === undefined ? entries : shuffled(randomFor(order, 0), entries), requestFrom(asked), asked.format, meterNamed(asked.meter))
  return [...compiled.parts].join('')
}

const order = property<{ files: readonly ProjectFile[]; asked: Asked; order: number }>({
  family: 'determinism', name: 'a page, files in another order', weight: 60,
  make(random) {
    const files = randomFiles(random)
    return { files, asked: randomAsked(random, files), order: random.below(2 ** 31) }
  },
  async fault({ files, asked, order: other }) {
    const [first, second] = [await printed(files, asked), await printed(files, asked, other)]
    return first === second ? undefined : `differs: at ${[...first].findIndex((sign, at) => sign !== [...second][at])} of ${first.length} characters`
  },
  answer: async ({ files, asked }) => digest(await printed(files, asked)),
})

const rendered = property<{ list: number; mode: string; meter: string; budget: number }>({
  family: 'determinism', name: 'blocks, again', weight: 60,
  make: (random) => ({ list: random.below(2 ** 30), mode: random.pick(MODE_NAMES), meter: random.pick(METER_NAMES), budget: random.below(1500) }),
  fault(one) {
    return rendering(one) === rendering(one) ? undefined : 'differs: the second text is another'
  },
  answer: (one) => digest(rendering(one)),
})

const rendering = ({ list, mode, meter, budget }: { list: number; mode: string; meter: string; budget: number }): string => render(blockList(list) as TypedBlock[], { mode: mode as (typeof MODE_NAMES)[number], meter: meterNamed(meter), budget }).text

let folders = 0

const cached = property<{ edits: readonly FolderEdit[]; task: string; format: string; budget: number }>({
  family: 'determinism', name: 'a folder after edits, with what was remembered and without', weight: 3,
  make: (random) => ({ edits: Array.from({ length: 2 + random.below(4) }, () => drawn(folderEdit, random)), task: random.pick(['', 'a session is not closed after logout']), format: random.pick(['claude-xml', 'minimal', 'json', 'markdown']), budget: 50 + random.below(900) }),
  async fault({ edits, task, format, budget }) {
    const home = passingHome()
    const root = join(home, `r${folders++}`)
    mkdirSync(root)
    try {
      for (const edit of edits) {
        applyEdit(root, edit)
        const [on, off] = [await run(root, 'on'), await run(root, 'off')]
        if (on !== off) return `differs: after ${edit.kind} ${edit.path}`
      }
      return undefined
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
    async function run(folder: string, caching: 'on' | 'off'): Promise<string> {
      const workspace = openWorkspace(folder, { frozen: true, caching })
      const { compiled, diagnostics } = await compileWorkspace(workspace, settle({ budget, task, format }, []))
      await workspace.close()
      return `${[...compiled.parts].join('')}\n${JSON.stringify(diagnostics)}`
    }
  },
})

let home: string | undefined
function passingHome(): string {
  if (home !== undefined) return home
  home = passingFolder('cached')
  process.env['FOVEA_CACHE'] = join(home, 'cache')
  return home
}

export const DETERMINISM = [order, rendered, cached]
