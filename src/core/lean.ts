// Code without its long documentation. The first line says what a thing is for; the rest is read when it is asked for.
// It looks at the text alone, so that it works for every language: comment lines above the first line of code, and a string in three quotes right below a signature.

/** Documentation up to this many lines stays as it is. */
const SHORT = 3

/** A definition with its documentation cut to the first line. */
export function withoutDocs(text: string): string {
  if (!text.includes('\n') || !mayDocument(text)) return text
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.trim() !== '')
  const end = endOfComments(lines, Math.max(0, start))
  const lead = end - start > SHORT ? summary(lines.slice(start, end)) : lines.slice(start, end)
  return [...lines.slice(0, Math.max(0, start)), ...lead, ...withoutDocstring(lines.slice(end))].join('\n')
}

/** Whether it begins with what could be a comment, or holds what could be a long string: most code does not, and need not be cut into lines. */
const mayDocument = (text: string): boolean => /^\s*(?:\/[/*]|#|--|;;|%)/.test(text) || text.includes('"""') || text.includes("'''")

/** `#[attribute]`, `#include` and a script's first line begin with the sign of a comment and are none. */
const COMMENT = /^\s*(?:\/\/|#(?![![]|\s*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma|region|endregion|error|line)\b)|--(?!\w)|;;|%%?\s)/

/** The first line that is no comment. */
function endOfComments(lines: readonly string[], start: number): number {
  let inside = false
  for (let i = start; i < lines.length; i++) {
    const line = (lines[i] as string).trim()
    if (!inside && line.startsWith('/*')) inside = true
    else if (!inside && !COMMENT.test(line)) return i
    if (inside && line.endsWith('*/')) inside = false
    else if (inside && line.includes('*/')) return i
  }
  return lines.length
}

/** The first words of a comment in one line of the same kind. */
function summary(lines: readonly string[]): string[] {
  const first = lines[0] as string
  if (!first.trim().startsWith('/*')) return [`${first} …`]
  const indent = first.slice(0, first.length - first.trimStart().length)
  const open = /^\/\*[*!]*/.exec(first.trim())?.[0] ?? '/*'
  const said = lines.map((line) => line.trim().replace(/^(?:\/\*[*!]*|\*\/|\*+)\s*/, '').replace(/\*+\/$/, '').trim()).find((line) => line !== '')
  return [`${indent}${open} ${said ?? ''} … */`]
}

/** How far a signature may reach before its documentation. */
const LONG_SIGNATURE = 40
const OPENING = /^\s*[rRuU]?("""|''')/

function withoutDocstring(lines: readonly string[]): readonly string[] {
  const signature = lines.slice(0, LONG_SIGNATURE).findIndex((line) => /:\s*(?:#.*)?$/.test(line))
  const start = signature < 0 ? -1 : signature + 1
  const quote = OPENING.exec(lines[start] ?? '')?.[1]
  if (start <= 0 || quote === undefined || !/^\s*(?:@|async\b|def\b|class\b)/.test(lines[0] ?? '')) return lines
  const first = lines[start] as string
  if (first.indexOf(quote) !== first.lastIndexOf(quote)) return lines
  const end = lines.findIndex((line, i) => i > start && line.includes(quote))
  if (end < 0 || end - start < SHORT || !(lines[end] as string).trimEnd().endsWith(quote)) return lines
  return [...lines.slice(0, start), ...docLine(lines.slice(start, end), quote), ...lines.slice(end + 1)]
}

/** The opening quotes with the first words, closed on the same line. */
function docLine(lines: readonly string[], quote: string): string[] {
  const first = lines[0] as string
  const at = first.indexOf(quote) + quote.length
  const said = [first.slice(at), ...lines.slice(1)].map((line) => line.trim()).find((line) => line !== '') ?? ''
  return [`${first.slice(0, at)}${said} …${quote}`]
}
