// A resource of the catalogue as a page shows it: the overview with the keys, then one line a field, then how it is used. Keys belong to the overview: without them nothing can be joined.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { form, holder, leaf, type Line, linesOf } from '../leaf.ts'
import { asLines } from '../span.ts'

const FIELD = /^ {2}(?:<- )?(\S+)/
/** A key, or what leads to another resource. */
const KEY = /^ {2}(?!<- ).*, (?:key|-> )/
/** A field that links, must be given or is explained says more than its name. */
const TELLING = /, (?:key|->|required|one of)| -- /

/** Cuts the text of a resource into its fields. */
export function scanResource(text: string): Parsed {
  const lines = linesOf(text)
  const first = lines.findIndex((line) => FIELD.test(line.text) && !KEY.test(line.text))
  const [title, id] = lines
  const keys = lines.slice(2, first < 0 ? lines.length : first).filter((line) => KEY.test(line.text)).map((line) => `${line.text}\n`).join('')
  if (title === undefined || id === undefined) return { tiles: [] }
  const place = { kind: 'type', name: nameIn(id.text), start: title.start, end: text.length } as const
  const head = lines.slice(0, first < 0 ? lines.length : first)
  const whole = asLines(text.slice(title.start, head.at(-1)?.end ?? title.end))
  if (first < 0) return { tiles: [leaf(text, place, { detail: whole, shape: `${title.text}\n${id.text}\n${keys}` })] }
  const start = (lines[first] as Line).start
  return { tiles: [holder(place, { start, end: text.length, tiles: lines.slice(first).map((line) => tileOf(text, line)) }, { detail: form(whole), shape: form(`${title.text}\n${id.text}\n${keys}`) })] }
}

/** `orders` of `res:db.pg.main.public.orders`. */
const nameIn = (id: string): string => id.slice(id.lastIndexOf('.') + 1)

function tileOf(text: string, { text: line, start, end }: Line): Tile {
  const name = FIELD.exec(line)?.[1]
  const source = asLines(text.slice(start, end))
  if (name === undefined) return leaf(text, { kind: 'doc', name: '', start, end }, { detail: source, shape: '' })
  return leaf(text, { kind: 'field', name, start, end }, { detail: TELLING.test(line) ? source : '', shape: '' })
}

/** Resources of the catalogue. */
export default defineScanner({ name: 'resource', title: 'Resource of the catalogue', family: 'data', extensions: [], filenames: ['res:*'], remark: ['# ', ''], scan: scanResource })
