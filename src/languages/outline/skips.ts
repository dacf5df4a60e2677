// How to get past what is no code: comments, strings, regular expressions. Each function is given the offset of the sign that may begin one and gives back
// where the code goes on: one further when the sign begins nothing. What is never closed runs to the end, so every character is looked at once.

/** Where the code goes on after the sign at an offset. */
export type Skip = (text: string, at: number) => number

const BACKSLASH = 92
const NEWLINE = 10

/** The offset after a word that is looked for; the end of the text when it is absent. */
export function after(text: string, word: string, from: number): number {
  const found = text.indexOf(word, from)
  return found < 0 ? text.length : found + word.length
}

/** The end of the line, before its newline. */
export function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from)
  return found < 0 ? text.length : found
}

/** A string that ends at its line. */
export function short(text: string, at: number): number {
  const quote = text.charCodeAt(at)
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i++
    else if (code === quote) return i + 1
    else if (code === NEWLINE) return i
  }
  return text.length
}

/** A string that may hold newlines. */
export function long(text: string, at: number): number {
  const quote = text.charCodeAt(at)
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i++
    else if (code === quote) return i + 1
  }
  return text.length
}

/** A string without escapes. */
export const raw: Skip = (text, at) => after(text, text[at] as string, at + 1)

/** Three quotes begin a string of many lines, one another kind. */
export const tripled = (one: Skip): Skip => (text, at) => {
  const three = (text[at] as string).repeat(3)
  return text.startsWith(three, at) ? escapedAfter(text, three, at + 3) : one(text, at)
}

/** The same where nothing is escaped in many lines, and the last three of more quotes end them: `"""say "no""""`. */
export const tripledRaw = (one: Skip): Skip => (text, at) => {
  const quote = text[at] as string
  if (!text.startsWith(quote.repeat(3), at)) return one(text, at)
  let end = after(text, quote.repeat(3), at + 3)
  while (text[end] === quote) end++
  return end
}

/** The offset after a word that no backslash stands before. */
export function escapedAfter(text: string, word: string, from: number): number {
  let found = text.indexOf(word, from)
  while (found > from && isEscaped(text, found, from)) found = text.indexOf(word, found + 1)
  return found < 0 ? text.length : found + word.length
}

function isEscaped(text: string, at: number, floor: number): boolean {
  let i = at
  while (i > floor && text.charCodeAt(i - 1) === BACKSLASH) i--
  return (at - i) % 2 === 1
}

/** A character between quotes; any other quote is a lifetime or a mark. */
export function character(text: string, at: number): number {
  if (text.charCodeAt(at + 1) === BACKSLASH) return short(text, at)
  const width = (text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1
  return text[at + 1 + width] === "'" ? at + 2 + width : at + 1
}

/** A comment to the end of its line. */
export const remark: Skip = lineEnd

/** `//` and a comment between slashes and stars. */
export function slashes(text: string, at: number): number {
  const next = text[at + 1]
  return next === '/' ? lineEnd(text, at) : next === '*' ? after(text, '*/', at + 2) : at + 1
}

/** The same where such comments nest. */
export function nestedSlashes(text: string, at: number): number {
  if (text[at + 1] !== '*') return slashes(text, at)
  let depth = 1
  let i = at + 2
  for (; i < text.length && depth > 0; i++) {
    const two = text.charCodeAt(i) === 42 ? text.charCodeAt(i + 1) === 47 : text.charCodeAt(i) === 47 && text.charCodeAt(i + 1) === 42
    if (!two) continue
    depth += text.charCodeAt(i) === 42 ? -1 : 1
    i++
  }
  return i
}

/** What a quote begins, told by the word directly before it: `r#"`, `@"`, `R"x(`. The first that fits decides. */
export const prefixed = (otherwise: Skip, kinds: readonly { readonly before: RegExp; readonly skip: (text: string, at: number, prefix: string) => number }[]): Skip => (text, at) => {
  const lead = text.slice(Math.max(0, at - 20), at)
  for (const { before, skip } of kinds) {
    const found = before.exec(lead)
    if (found !== null) return skip(text, at, found[0])
  }
  return otherwise(text, at)
}

/** Words after which a slash begins a regular expression. */
const BEFORE_PATTERN = /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|do|else|yield|await)$/

/** Comments and regular expressions of JavaScript: what stands before a slash says which. */
export function slashesOrPattern(text: string, at: number): number {
  const next = text[at + 1]
  if (next === '/' || next === '*') return slashes(text, at)
  let i = at - 1
  while (i >= 0 && text.charCodeAt(i) <= 32) i--
  const arrow = text[i] === '>' && text[i - 1] === '='
  if (i >= 0 && !arrow && !'(,=:[!&|?{;+-*%~^'.includes(text[i] as string) && !BEFORE_PATTERN.test(text.slice(Math.max(0, i - 10), i + 1))) return at + 1
  return pattern(text, at)
}

/** A regular expression ends at its line; a slash in square brackets does not end it. */
function pattern(text: string, at: number): number {
  let listed = false
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === NEWLINE) return i
    if (code === BACKSLASH) i++
    else if (code === 91) listed = true
    else if (code === 93) listed = false
    else if (code === 47 && !listed) return i + 1
  }
  return text.length
}
