// Environment files: only the names of variables are ever part of a skeleton. Values are secrets until proven otherwise, and so are remarks.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { counted, form, leaf } from '../leaf.ts'
import { lineEnd, lineStart } from '../span.ts'

const KEY = /[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]{0,200})[ \t]*[=:]/y

/** Cuts an environment file into its variables. */
export function scanEnv(text: string): Parsed {
  const tiles: Tile[] = []
  for (let at = lineStart(text, Math.min(1, text.length)); at < text.length;) {
    KEY.lastIndex = at
    const key = KEY.exec(text)
    const end = key === null ? lineEnd(text, at) : valueEnd(text, KEY.lastIndex)
    if (key !== null) tiles.push(leaf(text, { kind: 'constant', name: key[1] ?? '', start: at, end }, { detail: `${key[1]}=…\n`, shape: `${key[1]}\n` }))
    at = end
  }
  if (tiles.length > 0 || text.trim() === '') return { tiles }
  return { tiles: [withoutWords(text)] }
}

/** A value in quotes may run over several lines. One that is never closed ends with its line. */
function valueEnd(text: string, from: number): number {
  const quote = /^[ \t]*(["'`])/.exec(text.slice(from, from + 100))
  if (quote === null) return lineEnd(text, from)
  const sign = quote[1] as string
  let close = text.indexOf(sign, from + quote[0].length)
  while (close > 0 && text[close - 1] === '\\') close = text.indexOf(sign, close + 1)
  return lineEnd(text, close < 0 ? from : close)
}

/** Lines that are no variables may still be secret: they are only counted. */
const withoutWords = (text: string): Tile => {
  const count = form(`[${counted(text.trimEnd().split('\n').length, 'line')}]\n`.slice(-Math.max(2, text.length)))
  return { kind: 'entry', name: '', start: 0, end: text.length, detail: count, shape: count }
}

/** Environment files. */
export default defineScanner({ name: 'env', title: 'Environment file', family: 'data', extensions: ['.env'], filenames: ['.env', '.env.*', '.env~', '.envrc', '.flaskenv'], remark: ['# ', ''], scan: scanEnv })
