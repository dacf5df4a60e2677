// In which lines of a text the rules for secrets could find something. Nearly every text is done with here: a small module of WebAssembly (suspects.wat) goes over it and
// stops where something could be, and what is behind that is looked at once more. No rule looks beyond the end of a line, so the rules are tried on those lines alone.
import { SUSPECTS } from './suspects-module.ts'

/** Groups of rules, as bits. */
export const SUSPECT = { underscored: 1, tokens: 2, discord: 4, telegram: 8, azure: 16, placed: 32, named: 64 } as const

/** A line in which something could be found, with its line feed, and the groups of rules that could find it. */
export interface Suspect {
  readonly start: number
  readonly end: number
  readonly groups: number
}

/** Not a group: what stands behind `://` has to be looked at. */
const LOGIN = 128
const EVERYTHING = 127

/** How tokens begin that have a beginning of their own. */
const TOKENS: readonly string[] = [
  'AKIA', 'ASIA', 'ABIA', 'ACCA', 'glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glft-', 'glsoat-', 'glagent-', 'gloas-', 'xox', 'xapp-', 'AIza', 'ya29.', 'GOCSPX-', 'sk-', 'pypi-AgE', 'SG.', 'dapi', 'eyJ',
  ...Array.from('0123456789abcdef', (digit) => `SK${digit}`),
]
/** How names of secrets end; the whole name is looked at by the rules. */
const NAME_END = /(?:passw(?:or)?d|passphrase|pwd|secret|token|key|credentials?)(?:[_-]?(?:value|key|base|hash|text|string|prod|dev|live|\d{1,2}))?$/i
const NAME_ENDINGS = ['swd', 'ord', 'ase', 'pwd', 'ret', 'ken', 'key', 'ial', 'als', 'lue', 'ash', 'ext', 'ing', 'rod', 'dev', 'ive']
/** Longer than any such name with all that may follow it. */
const LONGEST_NAME = 32
/** An address with a name and a password before its host. */
const LOGIN_AT = /:\/\/[^\s:@/"'`<>()]{0,100}:[^\s@/"'`<>()]{3,200}@/y

// The part of the platform that is used here; the language's own library does not declare it.
interface Module {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  readonly groups: { readonly value: number }
  readonly from: { readonly value: number }
  next(at: number, end: number): number
  units(at: number, end: number): number
}
interface Platform {
  readonly WebAssembly?: { Module: new (bytes: Uint8Array) => object; Instance: new (module: object) => { readonly exports: unknown } }
  readonly atob?: (text: string) => string
  readonly TextEncoder?: new () => { encodeInto(text: string, into: Uint8Array): { readonly written: number } }
}

const [STARTS, ENDS, TEXT, PAGE, SLACK] = [0x8000, 0x10000, 0x20000, 1 << 16, 64]
const KINDS: readonly (readonly [string, number])[] = [['.:?&~', 2], [' \t', 4], ['\\"\'`]', 8], [':=<>', 16], ['%._~+/=-', 64]]

let scanner: Scanner | undefined | null = null

/** The lines in which something could be found, in order. Where there is no WebAssembly that is everywhere. */
export function suspectsIn(text: string): readonly Suspect[] {
  scanner = scanner === null ? scannerHere() : scanner
  if (scanner !== undefined) return scanner.scan(text)
  return text === '' ? [] : [{ start: 0, end: text.length, groups: EVERYTHING }]
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

class Scanner {
  private memory: Uint8Array

  constructor(private readonly module: Module, private readonly encoder: InstanceType<NonNullable<Platform['TextEncoder']>>) {
    this.memory = new Uint8Array(module.memory.buffer)
    for (const range of ['az', 'AZ', '09']) for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code++) this.memory[code] = 1 | 32 | 64
    for (const [characters, kind] of [['_-', 1] as const, ...KINDS]) for (const one of characters) this.memory[one.charCodeAt(0)] = (this.memory[one.charCodeAt(0)] as number) | kind
    for (const token of TOKENS) this.memory[STARTS + folded(token)] = 1
    for (const ending of NAME_ENDINGS) this.memory[ENDS + folded(ending)] = 1
    this.memory[ENDS + folded('rer')] = 2
    this.memory[ENDS + folded('ion')] = 3
  }

  scan(text: string): readonly Suspect[] {
    const length = this.put(text)
    const found: Suspect[] = []
    const end = TEXT + length
    const isAscii = length === text.length
    // A place in UTF-8, and the same place in the string.
    let [known, units] = [TEXT, 0]
    for (let at = this.module.next(TEXT, end); this.module.groups.value !== 0; at = this.module.next(at + 1, end)) {
      const start = this.module.from.value
      units += isAscii ? start - known : this.module.units(known, start)
      known = start
      const groups = confirmed(text, [units, units + at - start], this.module.groups.value)
      if (groups !== 0) note(found, groups, { text, at: units })
    }
    return found
  }

  /** Puts a text where it is scanned, with zeros behind it; gives its length in bytes. A unit takes at most three. */
  private put(text: string): number {
    const missing = TEXT + text.length * 3 + SLACK - this.memory.length
    if (missing > 0) {
      this.module.memory.grow(Math.ceil(missing / PAGE))
      this.memory = new Uint8Array(this.module.memory.buffer)
    }
    const { written } = this.encoder.encodeInto(text, this.memory.subarray(TEXT))
    this.memory.fill(0, TEXT + written, TEXT + written + SLACK)
    return written
  }
}

/** The first three characters as one number, five bits of each. */
const folded = (word: string): number => ((word.charCodeAt(0) & 31) << 10) | ((word.charCodeAt(1) & 31) << 5) | (word.charCodeAt(2) & 31)

/** What of the suspicion at the end of a run, or at the sign behind it, is left after a closer look. */
function confirmed(text: string, [from, to]: readonly [number, number], suspicion: number): number {
  let groups = suspicion & ~(LOGIN | SUSPECT.tokens | SUSPECT.named)
  if ((suspicion & SUSPECT.tokens) !== 0 && TOKENS.some((token) => text.startsWith(token, from))) groups |= SUSPECT.tokens
  if ((suspicion & SUSPECT.named) !== 0 && NAME_END.test(text.slice(Math.max(from, to - LONGEST_NAME), to))) groups |= SUSPECT.named | SUSPECT.placed
  if ((suspicion & LOGIN) !== 0) {
    LOGIN_AT.lastIndex = to
    if (LOGIN_AT.test(text)) groups |= SUSPECT.placed
  }
  return groups
}

/** Lines are met in order; one that is met again has more to look for. */
function note(found: Suspect[], groups: number, { text, at }: { text: string; at: number }): void {
  const last = found.at(-1)
  if (last !== undefined && at < last.end) return void (found[found.length - 1] = { ...last, groups: groups | last.groups })
  const end = text.indexOf('\n', at) + 1
  found.push({ start: at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1, end: end === 0 ? text.length : end, groups })
}
