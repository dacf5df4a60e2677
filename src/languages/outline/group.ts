// Gets past a group in brackets: most of a text stands in the bodies of functions, and an outline needs only their ends. One counter serves all kinds of
// brackets: code that compiles closes them in order, and in other code any choice is as good.
import { afterDirective } from './directives.ts'
import { Sign, type Signs } from './signs.ts'

const BACKSLASH = 92
const DOLLAR = 36
const BACKTICK = 96
const BRACE = 123

/** The offset after the group or template that begins here; the end of the text when it is never closed. */
export function afterGroup(text: string, start: number, { of, skips, ends }: Signs): number {
  /** How deep each template that is still open stands. */
  const templates: number[] = []
  let depth = 0
  let at = start
  while ((at = toSign(text, at, ends)) < text.length) {
    const code = text.charCodeAt(at)
    const sign = of[code] as number
    if (sign === Sign.open || sign === Sign.brace) depth++
    else if (sign === Sign.skip) {
      at = (skips[code] as (text: string, at: number) => number)(text, at)
      continue
    } else if (sign === Sign.hash) {
      at = afterDirective(text, at, true)
      continue
    } else if (sign === Sign.close) depth--
    const inTemplate = sign === Sign.template || (sign === Sign.close && templates.length > 0 && templates.at(-1) === depth)
    if (inTemplate) {
      if (sign === Sign.close) templates.pop()
      at = intoTemplate(text, at + 1)
      if (text.charCodeAt(at - 1) === BRACE) templates.push(depth++)
    } else at++
    if (depth <= 0 && (inTemplate || sign === Sign.close)) return at
  }
  return text.length
}

/** The next sign that a group may open or close with, or behind which it is no code: nearly all of a text lies between two of them, and by itself the loop is cheap. */
function toSign(text: string, from: number, ends: Uint8Array): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code < 128 && ends[code] === 1) break
    at++
  }
  return at
}

/** The offset after the end of a template, or after the `${` where code begins. */
function intoTemplate(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i++
    else if (code === BACKTICK) return i + 1
    else if (code === DOLLAR && text.charCodeAt(i + 1) === BRACE) return i + 2
  }
  return text.length
}
