// JSON Lines: one value on each line, so what they have in common is said once: the keys of all of them, and how many there are.
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { counted, form, holder, leaf, type Line, linesOf } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { rowTiles } from '../rows.ts'
import { type Member, mergedKeys, readJson } from './json.ts'

/** Rows that are looked at to tell what they hold. */
const LOOKED_AT = 500

/** Cuts a text into groups of rows below the keys they share. */
export function scanJsonLines(text: string): Parsed {
  const rows = linesOf(text).filter((line) => line.text.trim() !== '')
  const members = rows.slice(0, LOOKED_AT).flatMap((row) => memberOf(text, row))
  if (members.length === 0) return scanLines(text)
  const objects = members.filter(({ value }) => value.type === 'object')
  const kind = (values: boolean): string => (objects.length > 0 ? `{ ${mergedKeys(objects, values)} }` : [...new Set(members.map(({ value }) => value.type))].join(' | '))
  const size = counted(rows.length, 'row')
  const forms = { shape: `${kind(false)} — ${size}\n`, detail: `${kind(true)} — ${size}\n` }
  const span = { start: rows[0]?.start ?? 0, end: rows.at(-1)?.end ?? 0 }
  const tiles = rowTiles(text, rows)
  const whole = { kind: 'entry', name: '', ...span } as const
  if (forms.detail.length + (tiles[0]?.detail.head.length ?? 0) > span.end - span.start) return { tiles: [leaf(text, whole, forms)] }
  return { tiles: [holder(whole, { ...span, tiles }, { shape: form(forms.shape), detail: form(forms.detail) })] }
}

/** The value on a line; a line that holds none is passed over. */
function memberOf(text: string, { start, end }: Line): Member[] {
  const { root } = readJson(text.slice(start, end))
  return root === undefined ? [] : [{ key: '', start, value: root }]
}

/** JSON Lines. */
export default defineScanner({ name: 'jsonl', title: 'JSON Lines', family: 'data', extensions: ['.jsonl', '.ndjson', '.jsonlines', '.geojsonl'], remark: ['// ', ''], scan: scanJsonLines })
