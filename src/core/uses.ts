// What a text uses: the names in it that are neither comment nor string, and how they are used. It looks at words, not at syntax: that is cheap enough
// for every file, the same for every language, and wrong only where a name means two things; an edge says whether it is certain.
import { type Block, walk } from './block.ts'
import type { Language } from './ports.ts'

/** How a name is used: called, named as a type, or just named. */
export type UseKind = 'call' | 'type' | 'name'

/** One name that a text uses. */
export interface Use {
  readonly name: string
  readonly kind: UseKind
  /** What stands before the dot: `db` in `db.find(x)`. */
  readonly of?: string
}

type Speech = Pick<Language, 'remark' | 'quotes'>

/** The distinct uses in a text, in the order in which they first appear. */
export function usesIn(text: string, language: Speech): Use[] {
  const uses = new Map<string, Use>()
  for (const match of text.matchAll(wordsOf(language))) {
    const name = match.groups?.['name']
    if (name === undefined) continue
    const of = receiverBefore(text, match.index)
    const kind = kindAt(text, match.index + match[0].length, name)
    const key = `${of ?? ''}.${name}.${kind}`
    if (!uses.has(key)) uses.set(key, { name, kind, ...(of === undefined ? {} : { of }) })
  }
  return [...uses.values()]
}

/** The uses of each block's own text; what stands in a child counts for the child. */
export function usesOf(file: Block, text: string, language: Speech): ReadonlyMap<Block, readonly Use[]> {
  const uses = new Map<Block, readonly Use[]>()
  for (const block of walk(file)) {
    const own = block.children.length === 0 ? text.slice(block.start, block.end) : `${text.slice(block.start, block.bodyStart)}\n${text.slice(block.bodyEnd, block.end)}`
    uses.set(block, usesIn(own, language))
  }
  return uses
}

const scanners = new Map<string, RegExp>()

/** Comments, strings and names, in one expression for each way of writing them. */
function wordsOf({ remark, quotes = '"\'' }: Speech): RegExp {
  const line = remark[0].trim()
  const key = `${line} ${remark[1]} ${quotes}`
  const known = scanners.get(key)
  if (known !== undefined) return known
  const scanner = new RegExp([...commentsOf(line, remark[1].trim()), ...stringsOf(quotes), String.raw`(?<name>[\p{L}_$][\p{L}\p{N}_$]*)`, String.raw`\d[\w.]*`].join('|'), 'gu')
  scanners.set(key, scanner)
  return scanner
}

const escaped = (text: string): string => text.replace(/[$.*+?^{}()|[\]\\/]/g, String.raw`\$&`)

function commentsOf(line: string, close: string): string[] {
  if (line === '') return []
  if (close !== '') return [`${escaped(line)}[^]*?(?:${escaped(close)}|$)`]
  const block = { '//': String.raw`\/\*[^]*?(?:\*\/|$)`, '--': String.raw`--\[\[[^]*?(?:\]\]|$)|\{-[^]*?(?:-\}|$)` }[line]
  return [...(block === undefined ? [] : [block]), `${escaped(line)}[^\\n]*`]
}

/** A string ends at its line, unless it is a template or has three quotes. What is never closed runs to the end, so that it is looked at once. */
function stringsOf(quotes: string): string[] {
  const triple = ['"""', "'''"].filter((three) => quotes.includes(three[0] as string)).map((three) => `${three}[^]*?(?:${three}|$)`)
  const single = [...quotes].map((quote) => (quote === '`' ? String.raw`\x60[^\x60\\]*(?:\\[^][^\x60\\]*)*(?:\x60|$)` : String.raw`${quote}[^${quote}\\\n]*(?:\\.[^${quote}\\\n]*)*(?:${quote}|$|(?=[\\\n]))`))
  return [...triple, ...single]
}

const RECEIVER = /([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:\.|::|->|\?\.)\s*$/u

/** Far enough for any name people write. */
const LOOK_BACK = 80

function receiverBefore(text: string, at: number): string | undefined {
  const before = text[at - 1]
  if (before !== '.' && before !== ':' && before !== '>') return undefined
  return RECEIVER.exec(text.slice(Math.max(0, at - LOOK_BACK), at))?.[1]
}

/** A name before a bracket is called, also with type arguments or a macro's mark between them; a capital makes a type. */
function kindAt(text: string, end: number, name: string): UseKind {
  if (/^(?:!|\?\.)?\s{0,4}(?:(?:::)?<[^<>()\n]{0,80}>)?\(/.test(text.slice(end, end + 100))) return 'call'
  return /^\p{Lu}/u.test(name) && /\p{Ll}/u.test(name) ? 'type' : 'name'
}
