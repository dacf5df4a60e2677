// In which lines of a text the rules for secrets could find something. Nearly every text is done with here: a small module of WebAssembly (suspects.wat) goes over it and
// stops where something could be, and what is behind that is looked at once more. No rule looks beyond the end of a line, so the rules are tried on those lines alone, and
// of a text that lies in bytes a string is made of those lines only.
import { once } from '../core/once.ts'
import type { Legible } from '../core/ports.ts'
import { Desk, moduleOf, type ModuleMemory } from '../core/wasm.ts'
import { ENDINGS, SAYS } from './endings.ts'
import { type Name, valueAfter } from './named.ts'
import type { Span } from './private-keys.ts'
import { SUSPECTS } from './suspects-module.ts'
import { tokenAt, type TokenStart, tokenStarts } from './tokens.ts'

// The part of the platform that is used here; the language's own library does not declare it.
declare class TextDecoder {
  constructor(encoding: string, options: { readonly ignoreBOM: boolean })
  decode(bytes: Uint8Array): string
}

const LINE_FEED = 10

/** Groups of rules, as bits. */
export const SUSPECT = { discord: 4, telegram: 8, azure: 16, placed: 32 } as const

/** A line in which something could be found, with its line feed, where it begins, and the groups of rules that could find it. */
export interface Suspect {
  readonly text: string
  readonly start: number
  readonly groups: number
}

/** What the search for beginnings and names comes to: values that were found, and lines that have to be looked at by rules. */
export interface Suspects {
  readonly tokens: readonly Span[]
  readonly named: readonly Span[]
  readonly lines: readonly Suspect[]
  /** Whether a private key could begin somewhere. */
  readonly isFenced: boolean
}

/** Not groups: a token could begin here, a name could be given a value, what stands behind `://` has to be looked at, a private key could begin. */
const [TOKEN, NAMED, LOGIN, FENCED] = [2, 64, 128, 256]
const EVERYTHING = 60

/** An address with a name and a password before its host. */
const LOGIN_AT = /:\/\/[^\s:@/"'`<>()]{0,100}:[^\s@/"'`<>()]{3,200}@/y

interface Module {
  readonly memory: ModuleMemory
  next(at: number, end: number): number
  units(at: number, end: number): number
  third(bytes: number): number
  enter(end: number, length: number, says: number): void
}

// What the module says of its memory and of runs.
const [FOUND, TRAITS, CORES, FIRSTS, BEGINNINGS, ENDS, NAMES, STARTS, TEXT, SLACK, LONGEST, SHORT] = [0x100, 0x200, 0x400, 0x800, 0xc00, 0x4000, 0xc000, 0x10000, 0x30040, 1024, 8, 10]
const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const KINDS: readonly (readonly [string, number])[] = [[ALPHANUMERIC, 1 | 64], ['_-', 1], ['.:~', 2], [' \t', 4], ['\\"\'`]', 8], [':=<>(,|!?+', 16], ['.~+/=', 32], ['%._~+/=-', 64], [' \t\n\v\f\r:@/"\'`<>()', 128]]
const TRAIT_KINDS: readonly (readonly [string, number])[] = [
  [ALPHANUMERIC, 1 | 4 | 32 | 128], ['"\'`', 2 | 4 | 8 | 32], ['!%*+-./:=?@^_~', 1 | 4], ['#$&(),;[\\]{|}', 4], [' \t\n\v\f\r\0;&|),\\', 8],
  ['brfulnBRFULN@$', 16], [' \t!$()*+-.:<=>?@[\\]_|', 32], [':=!?<>-', 64], ['+/=:~\\', 128],
]

/** What most texts come to: the same each time, so that nothing is made for them. */
export const NOTHING: Suspects = { tokens: [], named: [], lines: [], isFenced: false }

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const scanner = once(() => {
  const module = moduleOf<Module>(SUSPECTS)
  return module === undefined ? undefined : new Scanner(module)
})

/** Where something could be found, in order. Without WebAssembly every word is looked at. */
export const suspectsIn = (legible: Legible): Suspects => scanner()?.scan(legible) ?? searched(legible.text)

/** The same without help. */
export function searched(text: string): Suspects {
  const found = new Collector(text)
  for (const { index, 0: run } of text.matchAll(/[A-Za-z0-9_-]+/g)) found.take(TOKEN | NAMED, { from: index, to: index + run.length })
  return { ...found.all(), isFenced: true, lines: text === '' ? [] : [{ text, start: 0, groups: EVERYTHING }] }
}

class Scanner {
  private readonly desk: Desk

  constructor(private readonly module: Module) {
    this.desk = new Desk(module.memory, TEXT, SLACK)
    for (const [characters, kind] of KINDS) for (const one of characters) this.allow(one.charCodeAt(0), kind)
    for (const [characters, traits] of TRAIT_KINDS) for (const one of characters) this.allow(TRAITS + one.charCodeAt(0), traits)
    // A blank beyond ASCII may follow a value.
    this.desk.bytes.fill(8, TRAITS + 128, TRAITS + 256)
    this.desk.bytes[TEXT - 1] = LINE_FEED
    const starts = tokenStarts()
    for (const start of starts) this.addStart(start)
    this.addBeginnings(starts)
    for (const [word, says] of ENDINGS) this.addEnding(word.slice(-LONGEST), says)
  }

  private addStart({ three, fourth, least }: TokenStart): void {
    const at = STARTS + this.module.third(bytesOf(three)) * 8
    for (const table of least < SHORT ? [0, 4] : [4]) this.allowLetter(at + table, fourth)
  }

  /** Those with the same first character side by side. */
  private addBeginnings(starts: readonly TokenStart[]): void {
    const least = new Map<string, number>()
    for (const start of starts) least.set(start.beginning, Math.min(start.least, least.get(start.beginning) ?? start.least))
    let [at, first] = [BEGINNINGS - 16, 0]
    for (const beginning of [...least.keys()].sort()) {
      if (beginning.charCodeAt(0) !== first) {
        // Behind the zeros of the last one.
        at += 16
        first = beginning.charCodeAt(0)
        this.desk.words[(FIRSTS >> 2) + first] = at
      }
      this.write(at, beginning.slice(0, LONGEST))
      this.desk.words[(at >> 2) + 2] = Math.max(0, 64 - beginning.length * 8)
      this.desk.words[(at >> 2) + 3] = least.get(beginning) as number
      at += 16
    }
  }

  /** Puts letters of ASCII somewhere. */
  private write(at: number, letters: string): number {
    for (let i = 0; i < letters.length; i++) this.desk.bytes[at + i] = letters.charCodeAt(i)
    return at + letters.length
  }

  private addEnding(word: string, says: number): void {
    this.module.enter(this.write(TEXT, word), word.length, says)
    if ((says & SAYS.core) !== 0) this.allow(CORES + ((word.charCodeAt(word.length - 2) & 31) << 5) + (word.charCodeAt(word.length - 1) & 31), 1 << (word.length - 2))
    // What only stands before a tail is not looked for at the end of a run.
    if ((says & ~(SAYS.core | SAYS.short | SAYS.alone)) === 0) return
    const third = this.module.third(bytesOf(word.slice(-3)) | 0x202020)
    this.allow(ENDS + third, 1 << (word.length - 3))
    this.allowLetter(NAMES + (third & ~7), word.at(-4))
    this.allowLetter(NAMES + (third & ~7) + 4, word.at(-5))
  }

  /** One bit of 32 for a letter; all of them where any letter may stand. */
  private allowLetter(at: number, letter: string | undefined): void {
    if (letter === undefined) this.desk.bytes.fill(255, at, at + 4)
    else this.allow(at + ((letter.charCodeAt(0) & 31) >> 3), 1 << (letter.charCodeAt(0) & 7))
  }

  private allow(at: number, bits: number): void {
    this.desk.bytes[at] = (this.desk.bytes[at] as number) | bits
  }

  scan(legible: Legible): Suspects {
    const length = this.desk.put(legible.utf8?.() ?? legible.text)
    const end = TEXT + length
    const first = this.module.next(TEXT, end)
    // Groups, and where the run before them begins.
    const told = this.desk.words
    if (told[FOUND >> 2] === 0) return NOTHING
    const found = new Collector()
    // Where the line that is looked at begins and ends in memory.
    let [start, behind] = [TEXT, TEXT]
    for (let at = first; told[FOUND >> 2] !== 0; at = this.module.next(at + 1, end)) {
      const from = told[(FOUND >> 2) + 1] as number
      if (from >= behind) {
        const begin = this.desk.bytes.lastIndexOf(LINE_FEED, from - 1) + 1
        const feed = this.desk.bytes.indexOf(LINE_FEED, from)
        behind = feed < 0 || feed >= end ? end : feed + 1
        found.turn(decoder.decode(this.desk.bytes.subarray(begin, behind)), this.module.units(start, begin))
        start = begin
      }
      const units = found.text.length === behind - start ? from - start : this.module.units(start, from)
      found.take(told[FOUND >> 2] as number, { from: units, to: units + at - from })
    }
    return found.all()
  }
}

/** Three characters as they stand in memory. */
const bytesOf = (three: string): number => three.charCodeAt(0) | (three.charCodeAt(1) << 8) | (three.charCodeAt(2) << 16)

/** Looks closer at places, line by line and in order, and keeps what is left of the suspicion. */
class Collector {
  private readonly tokens: Span[] = []
  private readonly named: Span[] = []
  private readonly lines: Suspect[] = []
  private isFenced = false
  private start = 0

  /** The line that is looked at; all of a text where nothing tells its lines apart. */
  constructor(public text = '') {}

  /** Goes on to another line, which begins so many units behind the last one. */
  turn(text: string, units: number): void {
    this.text = text
    this.start += units
  }

  take(suspicion: number, name: Name): void {
    const groups = (suspicion & EVERYTHING) | ((suspicion & LOGIN) !== 0 && this.isLogin(name.to) ? SUSPECT.placed : 0)
    // What stands inside a token has been seen.
    if ((suspicion & TOKEN) !== 0 && this.start + name.from >= (this.tokens.at(-1)?.end ?? 0)) this.keep(this.tokens, tokenAt(this.text, name.from))
    if ((suspicion & NAMED) !== 0) this.keep(this.named, valueAfter(this.text, name))
    if ((suspicion & FENCED) !== 0) this.isFenced = true
    if (groups !== 0) this.note(groups)
  }

  all(): Suspects {
    const { tokens, named, lines, isFenced } = this
    return tokens.length + named.length + lines.length === 0 && !isFenced ? NOTHING : { tokens, named, lines, isFenced }
  }

  private keep(spans: Span[], found: Span | undefined): void {
    if (found !== undefined) spans.push({ rule: found.rule, start: this.start + found.start, end: this.start + found.end })
  }

  private isLogin(at: number): boolean {
    LOGIN_AT.lastIndex = at
    return LOGIN_AT.test(this.text)
  }

  /** A line that is met again has more to look for. */
  private note(groups: number): void {
    const { lines, text, start } = this
    const last = lines.at(-1)
    if (last?.start === start) lines[lines.length - 1] = { text, start, groups: groups | last.groups }
    else lines.push({ text, start, groups })
  }
}
