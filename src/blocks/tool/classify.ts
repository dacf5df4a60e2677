// What an output is, told from its lines alone: the same output is always the same kind.
import { code } from './code.ts'
import { diff } from './diff.ts'
import { json } from './json.ts'
import { jsonl } from './jsonl.ts'
import type { Kind } from './kind.ts'
import { log } from './log.ts'
import { plainText } from './plain.ts'
import type { Sheet } from './sheet.ts'
import { stack } from './stack.ts'
import { table } from './table.ts'
import { tests } from './tests.ts'

/** Every kind; of two that are equally sure the first one is taken. */
export const KINDS: readonly Kind[] = [json, jsonl, diff, tests, stack, log, table, code, plainText]

/** The kind that is surest of an output. */
export function classify(sheet: Sheet): { readonly kind: Kind; readonly confidence: number } {
  const all = KINDS.map((kind) => ({ kind, confidence: kind.confidence(sheet) }))
  return all.reduce((best, one) => (one.confidence > best.confidence ? one : best))
}
