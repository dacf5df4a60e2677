import { after, character, long, nestedSlashes, prefixed } from '../skips.ts'
import type { Bracketed, Shape } from '../speech.ts'
import { named, shape, WIDE } from '../words.ts'

const LEAD = String.raw`(?:pub\s*(?:\([^)\n]*\)\s*)?)?(?:(?:async|unsafe|default|const|safe)\s+|extern\s+(?:"[^"\n]*"\s+)?){0,5}`
const PUBLIC = String.raw`(?:pub\s*(?:\([^)\n]*\)\s*)?)?(?:unsafe\s+|auto\s+)?`

const LAST = new RegExp(String.raw`([\w${WIDE}]+)$`)

/** `impl<T> Runner for Server<T>` is found under `Server`. */
function implemented(words: RegExpExecArray, end: number): string {
  const start = words.index + words[0].length
  const head = words.input.slice(start, Math.min(end, start + 400)).replace(/\bwhere\b[^]*$/, '')
  const type = withoutTypes(head).split(/\bfor\s/).at(-1) ?? ''
  return LAST.exec(type.replace(/\s+$/, ''))?.[1] ?? ''
}

/** A text without what stands in angle brackets. */
function withoutTypes(text: string): string {
  let depth = 0
  return [...text].filter((sign, i, all) => {
    if (sign === '<') depth++
    else if (sign === '>' && all[i - 1] !== '-') depth--
    else return depth === 0
    return false
  }).join('')
}

const TOP: readonly Shape[] = [
  shape('function', String.raw`${LEAD}fn\s+(?:r#)?${named}`),
  shape('class', String.raw`${PUBLIC}(?:struct|union)\s+${named}`),
  shape('enum', String.raw`${PUBLIC}enum\s+${named}`),
  shape('interface', String.raw`${PUBLIC}trait\s+${named}`, { holds: 'top' }),
  shape('class', String.raw`(?:default\s+)?(?:unsafe\s+)?impl\b`, { holds: 'top', named: implemented }),
  shape('module', String.raw`${PUBLIC}mod\s+${named}`, { holds: 'top' }),
  shape('type', String.raw`${PUBLIC}type\s+${named}`, { plain: true }),
  shape('constant', String.raw`${PUBLIC}(?:default\s+)?(?:const|static)\s+(?:mut\s+|ref\s+)?${named}\s*:`, { plain: true }),
  shape('function', String.raw`macro_rules!\s*${named}`),
  shape('module', String.raw`(?:\w+::){0,4}\w+!\s*(?=\{)`, { holds: 'top', silent: true }),
  shape('module', String.raw`(?:unsafe\s+)?extern\s*(?:"[^"\n]*"\s*)?(?=\{)`, { holds: 'top', named: () => 'extern' }),
]

const hashed = (text: string, at: number, prefix: string): number => after(text, `"${'#'.repeat(prefix.length - prefix.replaceAll('#', '').length)}`, at + 1)

/** Rust. */
export const rust: Bracketed = {
  skips: { '"': prefixed(long, [{ before: /(?:^|[^\w])(?:b|c)?r#*$/, skip: hashed }]), "'": character, '/': nestedSlashes },
  marks: ['#[', '#!['],
  shapes: { top: TOP },
}
