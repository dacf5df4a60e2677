// JSON that a program wrote into one line, laid out so that its parts can be cut. Only white space between tokens is added: numbers and keys stay as they were.

/** JSON with lines longer than this is laid out. */
const LONG = 300

/** The text, with lines when it is JSON in one line. */
export function laidOut(text: string): string {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed) || longestLine(trimmed) <= LONG || !isJson(trimmed)) return text
  return indented(trimmed)
}

/** Whether a text is one JSON value. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function longestLine(text: string): number {
  let longest = 0
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf('\n', at)
    longest = Math.max(longest, (end < 0 ? text.length : end) - at)
    at = end < 0 ? text.length + 1 : end + 1
  }
  return longest
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs
/** Deeper than this, nothing is indented further: depth alone must not make a text long. */
const DEEPEST = 12

function indented(json: string): string {
  const parts: string[] = []
  let depth = 0
  const newLine = (): void => { parts.push('\n', '  '.repeat(Math.min(depth, DEEPEST))) }
  const tokens = json.match(TOKEN) ?? []
  for (const [i, token] of tokens.entries()) {
    const opens = token === '{' || token === '['
    const closes = token === '}' || token === ']'
    if (closes) {
      depth--
      if (!isOpen(tokens[i - 1])) newLine()
    }
    parts.push(token === ':' ? ': ' : token)
    if (opens) depth++
    if (token === ',' || (opens && !isClose(tokens[i + 1]))) newLine()
  }
  return parts.join('')
}

const isOpen = (token: string | undefined): boolean => token === '{' || token === '['
const isClose = (token: string | undefined): boolean => token === '}' || token === ']'
