// Jupyter notebooks: each cell is a block, its source read in its own language. Outputs are counted, never shown.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { skeletonOf } from '../../core/skeleton.ts'
import type { Inner } from '../language.ts'
import { defineScanner } from '../language.ts'
import { counted, leaf } from '../leaf.ts'
import { fromLineStart, toLineEnd } from '../span.ts'
import { type Member, readJson, type Value } from './json.ts'

/** Cuts a notebook into its cells. */
function scanNotebook(text: string, inner: Inner): Parsed {
  const { root, problem } = readJson(text)
  const cells = root === undefined ? undefined : get(root, 'cells')
  if (cells?.type !== 'array') return { ...inner.apart('json', text), problem: problem ?? 'it has no cells; shown as JSON' }
  const language = languageIn(text)
  const tiles = cells.members.map((cell, index) => cellTile(text, cell, { index, language, inner }))
  return problem === undefined ? { tiles } : { tiles, problem }
}

const get = (value: Value, key: string): Value | undefined => value.members.find((member) => member.key === key)?.value

/** The language of the kernel, by its name or that of its kernel. */
function languageIn(text: string): string {
  const tail = text.slice(Math.max(0, text.lastIndexOf('"metadata"')))
  const named = /"language"\s*:\s*"(\w+)"/.exec(tail)?.[1] ?? /"language_info"\s*:\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)?"name"\s*:\s*"(\w+)"/.exec(tail)?.[1] ?? /"kernelspec"\s*:\s*\{[^}]*"name"\s*:\s*"([a-z]+)/i.exec(tail)?.[1]
  return named === undefined || named === 'ir' ? (named === 'ir' ? 'r' : 'python') : named.toLowerCase()
}

function cellTile(text: string, { value }: Member, { index, language, inner }: { index: number; language: string; inner: Inner }): Tile {
  const source = sourceOf(text, get(value, 'source'))
  const kind = scalar(text, get(value, 'cell_type'))
  const place = { kind: 'entry' as const, name: `cell ${index + 1}`, start: fromLineStart(text, value.start), end: toLineEnd(text, value.end) }
  if (kind === 'raw' || source.trim() === '') return leaf(text, place, { detail: '', shape: '' })
  const parsed = inner.apart(kind === 'markdown' ? 'markdown' : language, kind === 'markdown' ? source : withoutMagic(source))
  const outputs = get(value, 'outputs')?.count ?? 0
  const written = (level: 'detail' | 'shape'): string => lined(skeletonOf(parsed, source, { level }))
  return leaf(text, place, { detail: written('detail') + (outputs === 0 ? '' : `[${counted(outputs, 'output')}]\n`), shape: written('shape') })
}

const lined = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** Lines for the notebook itself, `%time` and `!pip`, are blanked: every character keeps its place. */
const withoutMagic = (source: string): string => source.replace(/^[ \t]*[%!][^\n]*/gm, (line) => ' '.repeat(line.length))

function sourceOf(text: string, value: Value | undefined): string {
  if (value === undefined) return ''
  return value.type === 'array' ? value.members.map((member) => scalar(text, member.value)).join('') : scalar(text, value)
}

/** A JSON string as it is meant; one that is broken, as it stands. */
function scalar(text: string, value: Value | undefined): string {
  if (value === undefined) return ''
  const raw = text.slice(value.start, value.end)
  try {
    const read: unknown = JSON.parse(raw)
    return typeof read === 'string' ? read : ''
  } catch {
    return raw
  }
}

/** Jupyter notebooks. */
export default defineScanner({
  name: 'notebook', title: 'Jupyter notebook', family: 'code', extensions: ['.ipynb'], remark: ['# ', ''], embeds: (text) => ['markdown', languageIn(text)], scan: scanNotebook,
})
