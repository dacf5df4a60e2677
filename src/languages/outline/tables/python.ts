import { remark, short, tripled } from '../skips.ts'
import type { Indented, Shape } from '../speech.ts'
import { NAME, named, shape } from '../words.ts'

const SHAPES: readonly Shape[] = [
  shape('function', String.raw`(?:async[ \t]+)?def[ \t]+${named}`),
  shape('class', String.raw`class[ \t]+${named}`, { holds: 'top' }),
  shape('type', String.raw`type[ \t]+${named}[ \t]*[=[]`),
  shape('constant', String.raw`(?<name>${NAME}(?:[ \t]*,[ \t]*${NAME}){0,20})[ \t]*(?:=(?!=)|:(?![ \t]*(?:#|\r?\n)))`, { named: (words) => (KEYWORD.test(words.groups?.['name'] ?? '') ? '' : words.groups?.['name'] ?? '') }),
]

const KEYWORD = /^(?:else|try|finally|lambda|return)$/

/** Python. */
export const python: Indented = { indents: true, brackets: true, shapes: { top: SHAPES }, skips: { '#': remark, '"': tripled(short), "'": tripled(short) } }
