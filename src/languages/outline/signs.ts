// What the characters of a language mean to the engines, as one table that is looked up for every character.
import type { Skip } from './skips.ts'

/** What a character is. */
export const Sign = { other: 0, space: 1, newline: 2, word: 3, skip: 4, open: 5, brace: 6, close: 7, semicolon: 8, equals: 9, template: 10, colon: 11, hash: 12, comma: 13 } as const

/** The meaning of characters below 128 by code, and how to get past those that begin what is no code. */
export interface Signs {
  readonly of: Uint8Array
  readonly skips: readonly (Skip | undefined)[]
  /** 1 for those that open or close a group or begin what is no code. */
  readonly ends: Uint8Array
}

const ENDS: ReadonlySet<number> = new Set([Sign.open, Sign.brace, Sign.close, Sign.skip, Sign.template, Sign.hash])

const known = new WeakMap<object, Signs>()

/** The signs of a language, made once. */
export function signsOf(speech: { readonly skips: Readonly<Record<string, Skip>>; readonly templates?: true; readonly preprocessed?: true }): Signs {
  const before = known.get(speech)
  if (before !== undefined) return before
  const of = tableOf(speech)
  const signs = { of, skips: Array.from({ length: 128 }, (_, code) => speech.skips[String.fromCharCode(code)]), ends: of.map((sign) => Number(ENDS.has(sign))) }
  known.set(speech, signs)
  return signs
}

const PLAIN: readonly (readonly [string, number])[] = [
  [' \t\r\f\v', Sign.space], ['\n', Sign.newline], ['([', Sign.open], ['{', Sign.brace], [')]}', Sign.close], [';', Sign.semicolon], ['=', Sign.equals], [':', Sign.colon], [',', Sign.comma],
]

function tableOf({ skips, templates, preprocessed }: Parameters<typeof signsOf>[0]): Uint8Array {
  const table = new Uint8Array(128)
  for (let code = 0; code < 128; code++) if (/[\w$]/.test(String.fromCharCode(code))) table[code] = Sign.word
  for (const [characters, sign] of PLAIN) for (const one of characters) table[one.charCodeAt(0)] = sign
  for (const one of Object.keys(skips)) table[one.charCodeAt(0)] = Sign.skip
  if (templates === true) table[96] = Sign.template
  if (preprocessed === true) table[35] = Sign.hash
  return table
}

/** Whether a code is part of a word. */
export const isWord = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36 || code > 127
