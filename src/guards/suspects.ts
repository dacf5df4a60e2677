// In which lines of a text the rules for secrets could find something. Nearly every text is done with here: a small module of WebAssembly (suspects.wat) goes over it and
// stops where something could be, and what is behind that is looked at once more. No rule looks beyond the end of a line, so the rules are tried on those lines alone.
import { type Name, valueAfter } from './named.ts'
import type { Span } from './private-keys.ts'
import { PROVIDER_ENDINGS } from './providers.ts'
import { SUSPECTS } from './suspects-module.ts'
import { folded, tokenAt, tokenFolds } from './tokens.ts'

/** Groups of rules, as bits. */
export const SUSPECT = { discord: 4, telegram: 8, azure: 16, placed: 32 } as const

/** A line in which something could be found, with its line feed, and the groups of rules that could find it. */
export interface Suspect {
  readonly start: number
  readonly end: number
  readonly groups: number
}

/** What the search for beginnings and names comes to: values that were found, and lines that have to be looked at by rules. */
export interface Suspects {
  readonly tokens: readonly Span[]
  readonly named: readonly Span[]
  readonly lines: readonly Suspect[]
}

/** Not groups: a token could begin here, a name could be given a value, what stands behind `://` has to be looked at. */
const [TOKEN, NAMED, LOGIN] = [2, 64, 128]
const EVERYTHING = 60

/** How names of secrets end: their last five letters, fewer where any may stand before those. */
const NAME_ENDINGS = ['asswd', 'sword', 'hrase', 'base', 'pwd', 'ecret', 'token', 'okens', 'key', 'ntial', 'erial', 'tials', 'value', 'hash', 'text', 'tring', 'plain', 'prod', 'dev', 'live', 'test', 'scode', 'pass', 'sig', 'ature', 'ifier', 'nonce', 'auth', 'ified', 'sid', 'url', 'ase64', '_id', '-id', '.id', 'tid', 'cid', ...PROVIDER_ENDINGS]
/** Names whose line is looked at by rules for what stands in places. */
const PLACED_NAME = /(?:passw(?:or)?d|pwd|key|token|secret|sig|signature|verifier)$/i
/** An address with a name and a password before its host. */
const LOGIN_AT = /:\/\/[^\s:@/"'`<>()]{0,100}:[^\s@/"'`<>()]{3,200}@/y

// The part of the platform that is used here; the language's own library does not declare it.
interface Module {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  next(at: number, end: number): number
  units(at: number, end: number): number
}
interface Platform {
  readonly WebAssembly?: { Module: new (bytes: Uint8Array) => object; Instance: new (module: object) => { readonly exports: unknown } }
  readonly atob?: (text: string) => string
  readonly TextEncoder?: new () => { encodeInto(text: string, into: Uint8Array): { readonly written: number } }
}

const [FOUND, STARTS, ENDS, BEFORE, BEYOND, TEXT, PAGE, SLACK] = [0x7ff8, 0x8000, 0x10000, 0x20000, 0x40000, 0x60000, 1 << 16, 64]
const ANY = -1
const KINDS: readonly (readonly [string, number])[] = [['.:?&~', 2], [' \t', 4], ['\\"\'`]', 8], [':=<>(,|!?', 16], ['%._~+/=-', 64]]

let scanner: Scanner | undefined | null = null

/** Where something could be found, in order. Without WebAssembly every word is looked at. */
export function suspectsIn(text: string): Suspects {
  scanner = scanner === null ? scannerHere() : scanner
  return scanner === undefined ? searched(text) : scanner.scan(text)
}

/** The same without help. */
export function searched(text: string): Suspects {
  const found = new Collector(text)
  for (const { index, 0: run } of text.matchAll(/[A-Za-z0-9_-]+/g)) found.take(TOKEN | NAMED, { from: index, to: index + run.length })
  return { ...found.all(), lines: text === '' ? [] : [{ start: 0, end: text.length, groups: EVERYTHING }] }
}

function scannerHere(): Scanner | undefined {
  const { WebAssembly, atob, TextEncoder } = globalThis as Platform
  if (WebAssembly === undefined || atob === undefined || TextEncoder === undefined) return undefined
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(atob(SUSPECTS), (letter) => letter.charCodeAt(0))))
    return new Scanner(exports as Module, new TextEncoder())
  } catch {
    // A page may forbid it.
    return undefined
  }
}

function allow(table: Int32Array, at: number, letters: number): void {
  table[at] = (table[at] as number) | letters
}

class Scanner {
  private memory: Uint8Array
  /** Groups, and where the run before them begins. */
  private found: Int32Array

  constructor(private readonly module: Module, private readonly encoder: InstanceType<NonNullable<Platform['TextEncoder']>>) {
    this.memory = new Uint8Array(module.memory.buffer)
    this.found = new Int32Array(module.memory.buffer, FOUND, 2)
    for (const range of ['az', 'AZ', '09']) for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code++) this.memory[code] = 1 | 32 | 64
    for (const [characters, kind] of [['_-', 1] as const, ...KINDS]) for (const one of characters) this.memory[one.charCodeAt(0)] = (this.memory[one.charCodeAt(0)] as number) | kind
    for (const fold of tokenFolds()) this.memory[STARTS + fold] = 1
    const letters = new Int32Array(module.memory.buffer)
    for (const ending of NAME_ENDINGS) this.addEnding(ending, letters)
    this.memory[ENDS + folded('rer')] = 2
    this.memory[ENDS + folded('ion')] = 3
    this.memory[ENDS + folded('sic')] = 4
    for (const ending of ['url', 'gin']) this.memory[ENDS + folded(ending)] = 5
  }

  private addEnding(ending: string, letters: Int32Array): void {
    const fold = folded(ending, ending.length - 3)
    this.memory[ENDS + fold] = 1
    allow(letters, BEFORE / 4 + fold, ending.length > 3 ? letterAt(ending, ending.length - 4) : ANY)
    // Where any letter may stand before the three last, any may stand before that one.
    if (ending.length === 3) for (let letter = 0; letter < 32; letter++) allow(letters, BEYOND / 4 + ((letter << 10) | (fold >> 5)), ANY)
    else allow(letters, BEYOND / 4 + folded(ending, ending.length - 4), ending.length > 4 ? letterAt(ending, ending.length - 5) : ANY)
  }

  scan(text: string): Suspects {
    const length = this.put(text)
    const found = new Collector(text)
    const end = TEXT + length
    const isAscii = length === text.length
    // A place in UTF-8, and the same place in the string.
    let [known, units] = [TEXT, 0]
    for (let at = this.module.next(TEXT, end); this.found[0] !== 0; at = this.module.next(at + 1, end)) {
      const start = this.found[1] as number
      units += isAscii ? start - known : this.module.units(known, start)
      known = start
      found.take(this.found[0] as number, { from: units, to: units + at - start })
    }
    return found.all()
  }

  /** Puts a text where it is scanned, with zeros behind it; gives its length in bytes. A unit takes at most three. */
  private put(text: string): number {
    const missing = TEXT + text.length * 3 + SLACK - this.memory.length
    if (missing > 0) {
      this.module.memory.grow(Math.ceil(missing / PAGE))
      this.memory = new Uint8Array(this.module.memory.buffer)
      this.found = new Int32Array(this.module.memory.buffer, FOUND, 2)
    }
    const { written } = this.encoder.encodeInto(text, this.memory.subarray(TEXT))
    this.memory.fill(0, TEXT + written, TEXT + written + SLACK)
    return written
  }
}

/** The bit of a letter, by its five lowest bits. */
const letterAt = (ending: string, at: number): number => 1 << (ending.charCodeAt(at) & 31)

/** Looks closer at places, in order, and keeps what is left of the suspicion. */
class Collector {
  private readonly tokens: Span[] = []
  private readonly named: Span[] = []
  private readonly lines: Suspect[] = []

  constructor(private readonly text: string) {}

  take(suspicion: number, { from, to }: Name): void {
    let groups = suspicion & EVERYTHING
    // What stands inside a token has been seen.
    if ((suspicion & TOKEN) !== 0 && from >= (this.tokens.at(-1)?.end ?? 0)) this.token(from)
    if ((suspicion & NAMED) !== 0) groups |= this.value({ from, to })
    if ((suspicion & LOGIN) !== 0) groups |= this.isLogin(to) ? SUSPECT.placed : 0
    if (groups !== 0) note(this.lines, groups, { text: this.text, at: from })
  }

  all(): Suspects {
    return { tokens: this.tokens, named: this.named, lines: this.lines }
  }

  private token(at: number): void {
    const token = tokenAt(this.text, at)
    if (token !== undefined) this.tokens.push({ start: at, ...token })
  }

  private value(name: Name): number {
    const value = valueAfter(this.text, name)
    if (value !== undefined) this.named.push(value)
    return PLACED_NAME.test(this.text.slice(Math.max(name.from, name.to - 9), name.to)) ? SUSPECT.placed : 0
  }

  private isLogin(at: number): boolean {
    LOGIN_AT.lastIndex = at
    return LOGIN_AT.test(this.text)
  }
}

/** Lines are met in order; one that is met again has more to look for. */
function note(found: Suspect[], groups: number, { text, at }: { text: string; at: number }): void {
  const last = found.at(-1)
  if (last !== undefined && at < last.end) return void (found[found.length - 1] = { ...last, groups: groups | last.groups })
  const end = text.indexOf('\n', at) + 1
  found.push({ start: at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1, end: end === 0 ? text.length : end, groups })
}
