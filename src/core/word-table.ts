// The words that were met, in the memory of a module of WebAssembly: words.wat says what it does and how that memory is laid out.
import { hashOf, kindOf } from './spans.ts'
import { stemsOf } from './rank/terms.ts'
import { Desk, moduleOf, type ModuleMemory } from './wasm.ts'
import { WORDS } from './words-module.ts'

// The part of the platform that is used here; the language's own library does not declare it.
declare class TextDecoder {
  decode(bytes: Uint8Array): string
}

interface Counter {
  readonly memory: ModuleMemory
  clear(): void
  count(start: number, end: number): number
  list(hash: number): void
  take(total: number): number
}

const [ROW, TEXT] = [0xaa0000, 0xd20000]
/** The module looks at 64 bytes at once. */
const SLACK = 64

/** A table of words; undefined where WebAssembly cannot run. */
export function wordTable(): WordTable | undefined {
  const use: { foreign?: (start: number, end: number) => void } = {}
  const counter = moduleOf<Counter>(WORDS, { kind: kindOf, foreign: (start = 0, end = 0) => (use.foreign?.(start, end), 0) })
  if (counter === undefined) return undefined
  const table = new WordTable(counter)
  use.foreign = (start, end) => table.listForeign(start, end)
  return table
}

/** Counts words, and knows those that it has met. */
export class WordTable {
  private readonly desk: Desk
  private readonly decoder = new TextDecoder()

  constructor(private readonly counter: Counter) {
    this.desk = new Desk(counter.memory, TEXT, SLACK)
    for (let code = 0; code < 128; code++) this.desk.bytes[code] = kindOf(code)
    counter.clear()
  }

  /** What a text holds, as it is kept; undefined when it has more words than there is room for. */
  row(text: string | Uint8Array): Uint8Array | undefined {
    const row = this.counted(text)
    if (row !== undefined) return row
    // What has no room beside all that was met before may have it alone.
    this.counter.clear()
    const alone = this.counted(text)
    if (alone === undefined) this.counter.clear()
    return alone
  }

  /** Lists the stems of a word that is not plain ASCII. */
  listForeign(start: number, end: number): void {
    for (const stem of stemsOf(this.decoder.decode(this.desk.bytes.subarray(start, end)))) this.counter.list(hashOf(stem))
  }

  private counted(text: string | Uint8Array): Uint8Array | undefined {
    const total = this.counter.count(TEXT, TEXT + this.desk.put(text))
    return total < 0 ? undefined : this.desk.bytes.slice(ROW, ROW + 8 + this.counter.take(total) * 5)
  }
}
