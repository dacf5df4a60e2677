import { after, lineEnd, long, slashes } from '../skips.ts'
import type { Bracketed, Shape } from '../speech.ts'
import { any, NAME, named, shape } from '../words.ts'

const LEAD = any('abstract final readonly public private protected static var')

const TOP: readonly Shape[] = [
  shape('class', String.raw`${LEAD}(?:class|trait)\s+${named}`, { holds: 'class' }),
  shape('interface', String.raw`interface\s+${named}`, { holds: 'class' }),
  shape('enum', String.raw`enum\s+${named}`, { holds: 'class' }),
  shape('function', String.raw`function\s*&?\s*${named}`),
  shape('module', String.raw`namespace\s+(?<name>${NAME}(?:\\${NAME})*)\s*(?=\{)`, { holds: 'top' }),
  shape('constant', String.raw`const\s+${named}`, { plain: true }),
  shape('constant', String.raw`define\s*\(\s*['"](?<name>[\w\\]+)['"]`),
  shape('module', String.raw`(?:if\s*\(|else\b|elseif\b|try\b|\{)`, { holds: 'top', silent: true }),
]

const CLASS: readonly Shape[] = [
  shape('method', String.raw`${LEAD}function\s*&?\s*${named}`),
  shape('constant', String.raw`${LEAD}const\s+(?:[\w\\|?]+\s+)?${named}\s*=`, { plain: true }),
  shape('field', String.raw`case\s+${named}`),
  shape('field', String.raw`${LEAD}(?:[\w\\|?&()]+\s+)?\$${named}`, { plain: true }),
]

const OPEN = /<<<[ \t]*(['"]?)(\w+)\1/y

/** A heredoc, to the line that its word begins. */
function heredoc(text: string, at: number): number {
  OPEN.lastIndex = at
  const word = OPEN.exec(text)?.[2]
  if (word === undefined) return at + 1
  for (let line = lineEnd(text, at); line < text.length; line = lineEnd(text, line + 1)) {
    let begin = line + 1
    while (text[begin] === ' ' || text[begin] === '\t') begin++
    if (text.startsWith(word, begin) && !/\w/.test(text[begin + word.length] ?? '')) return begin + word.length
  }
  return text.length
}

/** What stands outside of the marks is no code. */
const outside = (text: string, at: number): number => (text[at + 1] === '>' ? afterOpening(text, at) : at + 1)

function afterOpening(text: string, from: number): number {
  const found = text.indexOf('<?', from)
  return found < 0 ? text.length : found + (text.startsWith('<?php', found) ? 5 : 2)
}

/** `#[…]` is a mark; any other `#` begins a comment. */
const hash = (text: string, at: number): number => (text[at + 1] === '[' ? after(text, ']', at) : lineEnd(text, at))

/** PHP. */
export const php: Bracketed = {
  skips: { '"': long, "'": long, '/': slashes, '#': hash, '<': heredoc, '?': outside },
  marks: ['#['],
  shapes: { top: TOP, class: CLASS },
  begins: (text) => afterOpening(text, 0),
}
