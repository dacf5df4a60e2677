// Exported functions of a module that have a doc comment, found in its text. The module is not run: looking at a source must not do anything.
import { type Doc, docOf } from './docs.ts'

/** An exported function as it is written. */
export interface Exported {
  readonly name: string
  readonly doc: Doc
  /** The parameters, each as it is written. */
  readonly parameters: readonly string[]
  /** What stands behind the parameters: a return type, if there is one. */
  readonly after: string
}

const FUNCTION = /^\s*export\s+(?:default\s+)?(?:async\s+)?function\b\s*\*?\s*([\w$]*)\s*(?:<[^()]*>)?\(/
const CONSTANT = /^\s*export\s+const\s+([\w$]+)\s*=\s*(?:async\s*)?(?:function\b\s*\*?\s*[\w$]*\s*)?(?:<[^()]*>)?\(/
const MOST = 500
const LONGEST_SIGNATURE = 5000

/** Exported functions, and doc comments that stand alone. */
export function exportsOf(text: string): { functions: Exported[]; docs: Doc[] } {
  const functions: Exported[] = []
  const docs: Doc[] = []
  for (let at = text.indexOf('/**'); at >= 0 && functions.length + docs.length < MOST; at = text.indexOf('/**', at)) {
    const end = text.indexOf('*/', at + 3)
    if (end < 0) break
    const doc = docOf(text.slice(at + 3, end))
    const found = exportedAt(text.slice(end + 2, end + 2 + LONGEST_SIGNATURE), doc)
    if (found === undefined) docs.push(doc)
    else functions.push(found)
    at = end + 2
  }
  return { functions, docs }
}

function exportedAt(text: string, doc: Doc): Exported | undefined {
  const match = FUNCTION.exec(text) ?? CONSTANT.exec(text)
  if (match === null) return undefined
  const close = closing(text, match[0].length)
  if (close < 0) return undefined
  return { name: /^\s*export\s+default\b/.test(match[0]) ? 'default' : match[1] ?? 'default', doc, parameters: parted(text.slice(match[0].length, close)), after: text.slice(close + 1) }
}

/** Where the bracket closes that was opened before; -1 when it does not. */
export function closing(text: string, from: number): number {
  for (let [at, depth] = [from, 1]; at < text.length; at += 1) {
    depth += /[([{]/.test(text[at] ?? '') ? 1 : /[)\]}]/.test(text[at] ?? '') ? -1 : 0
    if (depth === 0) return at
  }
  return -1
}

/** A list at its outer commas. */
export function parted(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const sign of text) {
    depth += /[([{<]/.test(sign) ? 1 : /[)\]}>]/.test(sign) ? -1 : 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Interfaces and types of a module by name, as the text of their types. */
export function typesOf(text: string): Map<string, string> {
  const found = [...text.matchAll(/(?:^|\n)\s*(?:export\s+)?(?:interface\s+([\w$]+)[^{=\n]*|type\s+([\w$]+)\s*=\s*)/g)].slice(0, 200)
  return new Map(found.map((match) => [match[1] ?? match[2] ?? '', text.slice(match.index + match[0].length, match.index + match[0].length + LONGEST_SIGNATURE)]))
}
