// The whole line in memory, for tests: the same rooms the workspace joins, without a disk.
import { createHash } from 'node:crypto'
import { compile, type Compiled } from '../../src/core/compile.ts'
import { gather } from '../../src/core/gather.ts'
import { plain } from '../../src/core/lenses.ts'
import type { Entry, Meter, Parser } from '../../src/core/ports.ts'
import { type Request, WHOLE_LADDER } from '../../src/core/request.ts'
import { FORMATS } from '../../src/formats/index.ts'
import { createParser } from '../../src/languages/index.ts'
import { createMeter } from '../../src/meters/index.ts'
import { asset, nodeAssets } from '../../src/workspace/assets.ts'

const hex = (kind: string, text: string): string => createHash(kind).update(text).digest('hex')

export const entriesOf = (files: readonly { path: string; content: string }[]): Entry[] => files
  .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  .map(({ path, content }) => ({ path, text: content, bytes: Buffer.byteLength(content), md5: hex('md5', content), sha256: hex('sha256', content), modified: 0 }))

export const meter: Meter = await createMeter('o200k_base', (encoding) => asset(`vocab/${encoding}.bin`))
export const parser: Parser = createParser(nodeAssets)

export const requestFor = (over: Partial<Request> = {}): Request => ({ task: '', budget: 8000, lens: plain, rules: [], ladder: WHOLE_LADDER, ...over })

export const ABOUT = { version: '0', lens: 'default', strategy: 'adaptive', budget: 0, frozen: true, timestamp: '1970-01-01T00:00:00Z', facts: [], notices: [], related: [] }

/** Packs entries in a format. */
export async function packEntries(entries: readonly Entry[], request: Request, formatName = 'claude-xml', counter = meter): Promise<Compiled> {
  const format = FORMATS.find(({ name }) => name === formatName)
  if (format === undefined) throw new Error(`no format ${formatName}`)
  const corpus = await gather(entries, request, { parser, meter: counter, utility: new Map() })
  const budget = Number.isFinite(request.budget) ? request.budget : 0
  return compile(corpus, request, { format, meter: counter, about: { ...ABOUT, budget, lens: request.lens.name } })
}
