// Lines for a preprocessor. Two branches of a condition often open the same bracket; inside brackets only the first is read, so that they stay balanced.
import { after, lineEnd } from './skips.ts'

const DIRECTIVE = /#[ \t]*(if|else|elif|endif)?/y

/** The offset after a directive that begins a line; one further when the sign is something else. With `first`, branches but the first are passed over too. */
export function afterDirective(text: string, at: number, first: boolean): number {
  if (!beginsLine(text, at)) return at + 1
  DIRECTIVE.lastIndex = at
  const word = DIRECTIVE.exec(text)?.[1]
  const end = afterLine(text, at)
  return first && (word === 'else' || word === 'elif') ? afterBranches(text, end) : end
}

const OPEN_REMARK = /^[^"/]*(?:\/[^*/"][^"/]*)*\/\*(?![^]*\*\/)/

/** A directive goes on while its lines end in a backslash or within a comment. */
function afterLine(text: string, from: number): number {
  let start = from
  for (;;) {
    const end = lineEnd(text, start)
    const line = text.slice(start, end)
    const isOpen = line.includes('/*') && OPEN_REMARK.test(line)
    const goesOn = text[end - 1] === '\\' || (text[end - 1] === '\r' && text[end - 2] === '\\')
    if (end >= text.length || !(isOpen || goesOn)) return end
    start = isOpen ? after(text, '*/', end) : end + 1
  }
}

const CONDITION = /^[ \t]*#[ \t]*(if|endif)/gm

/** The line that closes the condition. */
function afterBranches(text: string, from: number): number {
  CONDITION.lastIndex = from
  let open = 1
  for (let found = CONDITION.exec(text); found !== null; found = CONDITION.exec(text)) {
    open += found[1] === 'if' ? 1 : -1
    if (open === 0) return lineEnd(text, found.index)
  }
  return text.length
}

function beginsLine(text: string, at: number): boolean {
  let i = at - 1
  while (i >= 0 && (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9)) i--
  return i < 0 || text.charCodeAt(i) === 10 || text.charCodeAt(i) === 0xfeff
}
