// What can still be read of a JSON text that a disk, an editor or a merge has broken. Values are read as far as they go; behind a broken one reading goes on at the next line that begins where its siblings begin, because that is
// how our files are written.

/** What could be read. */
export interface Readable {
  /** Without the parts that cannot be read; undefined when nothing of it can. */
  readonly value: unknown
  /** Whether something of an object or a list is missing. */
  isCut(part: unknown): boolean
}

/** What can be read of a text. */
export function readable(text: string): Readable {
  const reader = new Reader(text)
  const isCut = (part: unknown): boolean => part !== null && typeof part === 'object' && reader.cut.has(part)
  try {
    return { value: reader.value(0), isCut }
  } catch (error) {
    if (error instanceof Unreadable) return { value: undefined, isCut }
    throw error
  }
}

class Unreadable extends Error {}

/** Nothing of ours is deeper; what is cannot be read. */
const MOST_DEPTH = 100

const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const BLANK = /[ \t\r\n\uFEFF]*/y

/** How the lines of a list lie: those of its values begin at `column`, that of its brackets at `outer`. */
interface Lines {
  readonly close: string
  readonly outer: number
  column: number | undefined
}

class Reader {
  /** Objects and lists of which something is missing. */
  readonly cut = new WeakSet<object>()
  private at = 0
  /** The line that was looked at last. */
  private line = { end: 0, indent: 0 }

  constructor(private readonly text: string) {}

  value(depth: number): unknown {
    if (depth > MOST_DEPTH) throw new Unreadable()
    this.skipBlank()
    const char = this.text[this.at]
    if (char === '{') return this.noted(this.members('}', () => this.pair(depth)), (pairs) => Object.fromEntries(pairs))
    if (char === '[') return this.noted(this.members(']', () => this.value(depth + 1)), (values) => values)
    return char === '"' ? this.string() : this.scalar()
  }

  private noted<T>({ all, isWhole }: { all: T[]; isWhole: boolean }, made: (all: T[]) => object): object {
    const value = made(all)
    if (!isWhole) this.cut.add(value)
    return value
  }

  private pair(depth: number): [string, unknown] {
    const key = this.string()
    this.skipBlank()
    if (this.text[this.at] !== ':') throw new Unreadable()
    this.at++
    return [key, this.value(depth + 1)]
  }

  /** Everything between two brackets that can be read. */
  private members<T>(close: string, read: () => T): { all: T[]; isWhole: boolean } {
    const all: T[] = []
    const lines: Lines = { close, outer: this.indentAt(this.at), column: undefined }
    let isWhole = true
    this.at++
    for (;;) {
      this.skipBlank()
      if (this.at >= this.text.length) return { all, isWhole: false }
      if (this.text[this.at] === close) {
        this.at++
        return { all, isWhole }
      }
      const from = this.at
      const before = all.length
      try {
        all.push(read())
        lines.column ??= this.columnAt(from)
        this.separator(close)
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        isWhole = false
        // Only the comma is missing.
        if (all.length > before && lines.column !== undefined && this.columnAt(this.at) === lines.column) continue
        if (!this.goOn(all.length > before ? this.lineBreakBefore(this.at) : from, lines)) return { all, isWhole }
      }
    }
  }

  /** A comma, or nothing before the end. */
  private separator(close: string): void {
    this.skipBlank()
    const char = this.text[this.at]
    if (char === ',') this.at++
    else if (char !== close && char !== undefined) throw new Unreadable()
  }

  /** Goes to the next line of the same list, or behind its end; false when it ends. */
  private goOn(from: number, { close, outer, column }: Lines): boolean {
    for (let end = this.text.indexOf('\n', from); end >= 0; end = this.text.indexOf('\n', end + 1)) {
      this.at = end + 1
      while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++
      const char = this.text[this.at]
      const here = this.at - end - 1
      const isBracket = char === '}' || char === ']'
      if (isBracket && here <= outer) {
        if (here === outer && char === close) this.at++
        return false
      }
      // Lines of somebody else, such as the marks of a merge, begin before ours.
      if (char === '"' && here === outer && column !== undefined) return false
      if (!isBracket && char !== '\n' && char !== '\r' && char !== undefined && (column === undefined ? here > outer : here === column)) return true
    }
    this.at = this.text.length
    return false
  }

  /** How far from the beginning of its line something begins; undefined when something else stands before it. */
  private columnAt(at: number): number | undefined {
    let start = at
    while (this.text[start - 1] === ' ' || this.text[start - 1] === '\t') start--
    return start === 0 || this.text[start - 1] === '\n' ? at - start : undefined
  }

  /** The end of the line before something that begins a line; else its own place. */
  private lineBreakBefore(at: number): number {
    const column = this.columnAt(at)
    return column === undefined || column === at ? at : at - column - 1
  }

  /** How far the line is indented in which something stands. Lines before it on which nothing else began are not looked at again. */
  private indentAt(at: number): number {
    if (at < this.line.end) return this.line.indent
    const start = this.text.lastIndexOf('\n', at) + 1
    const end = this.text.indexOf('\n', at)
    let first = start
    while (this.text[first] === ' ' || this.text[first] === '\t') first++
    this.line = { end: end < 0 ? this.text.length : end, indent: first - start }
    return this.line.indent
  }

  private string(): string {
    if (this.text[this.at] !== '"') throw new Unreadable()
    let end = this.at
    do end = this.text.indexOf('"', end + 1)
    while (end >= 0 && isEscaped(this.text, end))
    const raw = end < 0 ? '' : this.text.slice(this.at, end + 1)
    try {
      const value = JSON.parse(raw) as string
      this.at = end + 1
      return value
    } catch {
      throw new Unreadable()
    }
  }

  private scalar(): unknown {
    SCALAR.lastIndex = this.at
    const found = SCALAR.exec(this.text)?.[0]
    if (found === undefined) throw new Unreadable()
    this.at += found.length
    return JSON.parse(found) as unknown
  }

  private skipBlank(): void {
    BLANK.lastIndex = this.at
    this.at += BLANK.exec(this.text)?.[0].length ?? 0
  }
}

function isEscaped(text: string, at: number): boolean {
  let count = 0
  while (text[at - 1 - count] === '\\') count++
  return count % 2 === 1
}
