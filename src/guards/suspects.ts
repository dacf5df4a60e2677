// In which lines of a text the rules for secrets could find something. Nearly every text is done with here: a small module of WebAssembly (suspects.wat) goes over it and
// stops where something could be, and what is behind that is looked at once more. No rule looks beyond the end of a line, so the rules are tried on those lines alone.
import { once } from '../core/once.ts'
import type { Legible } from '../core/ports.ts'
import { Desk, type Memory, moduleOf } from '../core/wasm.ts'
import { ENDINGS, SAYS } from './endings.ts'
import { type Name, valueAfter } from './named.ts'
import type { Span } from './private-keys.ts'
import { SUSPECTS } from './suspects-module.ts'
import { tokenAt, type TokenStart, tokenStarts } from './tokens.ts'

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
  /** Whether a private key could begin somewhere. */
  readonly isFenced: boolean
}

/** Not groups: a token could begin here, a name could be given a value, what stands behind `://` has to be looked at, a private key could begin. */
const [TOKEN, NAMED, LOGIN, FENCED] = [2, 64, 128, 256]
const EVERYTHING = 60

/** Names whose line is looked at by rules for what stands in places. */
const PLACED_NAME = /(?:passw(?:or)?d|pwd|key|token|secret|sig|signature|verifier)$/i
/** An address with a name and a password before its host. */
const LOGIN_AT = /:\/\/[^\s:@/"'`<>()]{0,100}:[^\s@/"'`<>()]{3,200}@/y

interface Module {
  readonly memory: Memory
  next(at: number, end: number): number
  units(at: number, end: number): number
  third(bytes: number): number
  enter(end: number, length: number, says: number): void
}

// What the module says of its memory and of runs.
const [FOUND, CORES, ENDS, NAMES, STARTS, TEXT, SLACK, LONGEST, SHORT] = [0x100, 0x400, 0x4000, 0xc000, 0x10000, 0x30000, 320, 8, 10]
const KINDS: readonly (readonly [string, number])[] = [['_-', 1], ['.:?&~', 2], [' \t', 4], ['\\"\'`]', 8], [':=<>(,|!?', 16], ['.~+/=', 32], ['%._~+/=-', 64], [' \t\n\v\f\r:@/"\'`<>()', 128]]

/** What most texts come to: the same each time, so that nothing is made for them. */
export const NOTHING: Suspects = { tokens: [], named: [], lines: [], isFenced: false }

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
  return { ...found.all(), isFenced: true, lines: text === '' ? [] : [{ start: 0, end: text.length, groups: EVERYTHING }] }
}

class Scanner {
  private readonly desk: Desk

  constructor(private readonly module: Module) {
    this.desk = new Desk(module.memory, TEXT, SLACK)
    for (const range of ['az', 'AZ', '09']) for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code++) this.desk.bytes[code] = 1 | 64
    for (const [characters, kind] of KINDS) for (const one of characters) this.allow(one.charCodeAt(0), kind)
    for (const start of tokenStarts()) this.addStart(start)
    for (const [word, says] of ENDINGS) this.addEnding(word.slice(-LONGEST), says)
  }

  private addStart({ three, fourth, least }: TokenStart): void {
    const at = STARTS + this.module.third(bytesOf(three)) * 8
    for (const table of least < SHORT ? [0, 4] : [4]) this.allowLetter(at + table, fourth)
  }

  private addEnding(word: string, says: number): void {
    this.module.enter(TEXT + this.desk.put(word), word.length, says)
    if ((says & SAYS.core) !== 0) this.allow(CORES + ((word.charCodeAt(word.length - 2) & 31) << 5) + (word.charCodeAt(word.length - 1) & 31), 1 << (word.length - 2))
    // What only stands before a tail is not looked for at the end of a run.
    if ((says & ~SAYS.core) === 0) return
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
    const { text } = legible
    const found = new Collector(text)
    const isAscii = length === text.length
    // A place in UTF-8, and the same place in the string.
    let [known, units] = [TEXT, 0]
    for (let at = first; told[FOUND >> 2] !== 0; at = this.module.next(at + 1, end)) {
      const start = told[(FOUND >> 2) + 1] as number
      units += isAscii ? start - known : this.module.units(known, start)
      known = start
      found.take(told[FOUND >> 2] as number, { from: units, to: units + at - start })
    }
    return found.all()
  }
}

/** Three characters as they stand in memory. */
const bytesOf = (three: string): number => three.charCodeAt(0) | (three.charCodeAt(1) << 8) | (three.charCodeAt(2) << 16)

/** Looks closer at places, in order, and keeps what is left of the suspicion. */
class Collector {
  private readonly tokens: Span[] = []
  private readonly named: Span[] = []
  private readonly lines: Suspect[] = []
  private isFenced = false

  constructor(private readonly text: string) {}

  take(suspicion: number, { from, to }: Name): void {
    let groups = suspicion & EVERYTHING
    // What stands inside a token has been seen.
    if ((suspicion & TOKEN) !== 0 && from >= (this.tokens.at(-1)?.end ?? 0)) this.token(from)
    if ((suspicion & NAMED) !== 0) groups |= this.value({ from, to })
    if ((suspicion & LOGIN) !== 0) groups |= this.isLogin(to) ? SUSPECT.placed : 0
    if ((suspicion & FENCED) !== 0) this.isFenced = true
    if (groups !== 0) note(this.lines, groups, { text: this.text, at: from })
  }

  all(): Suspects {
    return { tokens: this.tokens, named: this.named, lines: this.lines, isFenced: this.isFenced }
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
