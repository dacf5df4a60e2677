// JSON and YAML in fewer tokens, saying the same (S3.23): only white space and comments go, so that no number is rounded, no key is lost and their order stays.

/** JSON without white space between its parts; other text comes back as it is. */
export function minifyJson(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/("(?:[^"\\]|\\[\s\S])*")|[ \t\r\n]+/g, '$1')
}

/** YAML without comments and without blank lines that mean nothing. What is inside a text stays as it is. */
export function minifyYaml(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const following = nextLines(lines)
  const kept: string[] = []
  const state: State = { block: -1, quote: '', flow: 0 }
  for (const [i, line] of lines.entries()) {
    const indent = indentOf(line)
    if (state.block >= 0 && (line.trim() === '' || indent > state.block)) {
      kept.push(line)
      continue
    }
    state.block = -1
    if (state.quote === '' && state.flow === 0 && line.trim() === '' && !isPartOfText(kept.at(-1), lines[following[i] as number])) continue
    const read = withoutComment(line, state)
    if (read.trim() !== '' || line.trim() === '' || state.quote !== '') kept.push(read)
  }
  return text.endsWith('\n') && kept.at(-1) !== '' ? `${kept.join('\n')}\n` : kept.join('\n')
}

/** For each line, the place of the next one that is neither blank nor a comment. */
function nextLines(lines: readonly string[]): number[] {
  const following = Array.from(lines, () => lines.length)
  for (let i = lines.length - 2; i >= 0; i--) following[i] = /^\s*(?:#|$)/.test(lines[i + 1] as string) ? following[i + 1] as number : i + 1
  return following
}

interface State {
  /** The indentation of the key of a text over several lines; -1 outside of one. */
  block: number
  /** The quote that is open at the end of a line. */
  quote: string
  /** Brackets that are open. */
  flow: number
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const isStructure = (line: string): boolean => /^\s*(?:-(?:\s|$)|[^\s#].*?:(?:\s|$)|---|\.\.\.|%)/.test(line)

/** A blank line inside a text that goes on below it is part of the text. Where that is not certain to be false, it stays. */
function isPartOfText(before: string | undefined, next: string | undefined): boolean {
  if (before === undefined || next === undefined) return false
  return !isStructure(next) || (indentOf(next) > indentOf(before) && !/:\s*$/.test(before))
}

/** A line without the comment at its end; the state knows what is open after it. */
function withoutComment(line: string, state: State): string {
  const inFlow = state.flow > 0
  const start = state.quote !== '' || inFlow ? 0 : nodeStart(line)
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string
    if (state.quote !== '') i = closing(line, i, state)
    else if (char === '#' && (i === 0 || /\s/.test(line[i - 1] as string))) return line.slice(0, i).trimEnd()
    else if ((char === '"' || char === "'") && (i === start || (state.flow > 0 && /[\s[{,:]/.test(line[i - 1] ?? ' ')))) state.quote = char
    else if ((char === '[' || char === '{') && (state.flow > 0 || i === start)) state.flow++
    else if ((char === ']' || char === '}') && state.flow > 0) state.flow--
  }
  if (state.quote === '' && state.flow === 0 && /(?:^|\s)[|>][+-]?\d*[+-]?\s*$/.test(line)) state.block = blockIndent(line)
  return line
}

/** Where the quote that is open ends; in double quotes a backslash hides the next sign, in single quotes two are one. */
function closing(line: string, at: number, state: State): number {
  if (state.quote === '"' && line[at] === '\\') return at + 1
  if (line[at] !== state.quote) return at
  if (state.quote === "'" && line[at + 1] === "'") return at + 1
  state.quote = ''
  return at
}

/** Where the value of a line begins: after dashes, a key, a tag and an anchor. A quoted key begins where the line does. */
function nodeStart(line: string): number {
  const lead = /^\s*(?:[-?]\s+)*/.exec(line)?.[0].length ?? 0
  const rest = line.slice(lead)
  const key = /^["'[{]/.test(rest) ? '' : /^(?:[^\s#:]|:(?=\S)|\s(?!#))*?:\s+/.exec(rest)?.[0] ?? ''
  return lead + key.length + (/^(?:[!&]\S*\s+)*/.exec(rest.slice(key.length))?.[0].length ?? 0)
}

/** A text over several lines ends before the first line that is not deeper than its key. */
const blockIndent = (line: string): number => {
  const dashes = /^(\s*)((?:-\s+)*)/.exec(line)
  const hasKey = /:\s+(?:[!&]\S*\s+)*[|>]/.test(line)
  const [lead, marks] = [dashes?.[1]?.length ?? 0, dashes?.[2]?.length ?? 0]
  return marks === 0 ? lead : hasKey ? lead + marks : lead
}
