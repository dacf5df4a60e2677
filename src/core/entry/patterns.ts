// Ignore patterns as git reads them, matched without backtracking: a pattern comes from the tree that is being read, so the time it may take is
// bounded by pattern length times path length. Names are compared in UTF-16 units where git compares bytes; that differs only for `?` and `[...]`
// against characters outside ASCII.

interface Rule {
  readonly negative: boolean
  readonly folderOnly: boolean
  /** Without a slash inside, a rule speaks about the last part of a path only. */
  readonly nameOnly: boolean
  /** Everything before the first wildcard. */
  readonly literal: string
  /** What follows the literal; undefined when nothing does. */
  readonly rest: readonly Token[] | undefined
  /** The longest piece of plain text in the rest: what does not have it cannot match. */
  readonly needle: string
  /** So many characters the rest takes up at the least: a shorter text cannot match, however long the pattern is. */
  readonly least: number
  readonly rank: number
  /** As it was written. */
  readonly line: string
}

type Token =
  | { readonly op: 'char'; readonly code: number }
  | { readonly op: 'set'; has(code: number): boolean }
  | { readonly op: 'star' | 'deep' | 'skip' }

/** The rules of one ignore file, last one strongest. */
export interface Patterns {
  /** Rules for one exact path, one exact name, and one exact ending such as `.log`: looked up, not tried one by one. */
  readonly paths: ReadonlyMap<string, readonly Rule[]>
  readonly names: ReadonlyMap<string, readonly Rule[]>
  readonly endings: ReadonlyMap<string, readonly Rule[]>
  /** All others, strongest first. */
  readonly others: readonly Rule[]
}

const SLASH = 47

/** Reads the text of an ignore file. */
export function patternsFrom(text: string): Patterns {
  return compile(text.replace(/^\uFEFF/, '').split('\n').map(cleaned))
}

/** Compiles options, which people begin with `./` now and then. */
export const compileOptions = (lines: readonly string[]): Patterns => compile(lines.map((line) => line.replace(/^(!?)\.\//, '$1')))

/** Compiles patterns that were given one by one. */
export function compile(lines: readonly string[]): Patterns {
  const into: Filed = { paths: new Map(), names: new Map(), endings: new Map(), others: [] }
  // From the last line up, so that the first hit in any list is its strongest.
  for (let rank = lines.length - 1; rank >= 0; rank--) {
    const rule = ruleFrom(lines[rank] ?? '', rank)
    if (rule !== undefined) file(rule, into)
  }
  return into
}

type Filed = { readonly [Key in 'paths' | 'names' | 'endings']: Map<string, Rule[]> } & { readonly others: Rule[] }

function file(rule: Rule, into: Filed): void {
  const ending = endingOf(rule)
  if (rule.rest === undefined) append(rule.nameOnly ? into.names : into.paths, rule.literal, rule)
  else if (ending !== undefined) append(into.endings, ending, rule)
  else into.others.push(rule)
}

function append(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [rule])
  else list.push(rule)
}

/** `*.log` and nothing more complicated: the ending has one dot, at its start. */
function endingOf(rule: Rule): string | undefined {
  if (!rule.nameOnly || rule.literal !== '' || rule.rest?.[0]?.op !== 'star') return undefined
  const tail = rule.rest.slice(1)
  if (tail.length < 2 || !tail.every((token) => token.op === 'char')) return undefined
  const ending = tail.map((token) => String.fromCharCode((token as { code: number }).code)).join('')
  return ending.lastIndexOf('.') === 0 ? ending : undefined
}

/** Trailing spaces go unless a backslash guards them; a carriage return before the newline goes too. */
function cleaned(line: string): string {
  let end = line.endsWith('\r') ? line.length - 1 : line.length
  const nul = line.indexOf('\0')
  if (nul >= 0 && nul < end) end = nul
  let kept = 0
  for (let i = 0; i < end; i++) {
    if (line[i] === '\\') kept = Math.min(++i + 1, end)
    else if (line[i] !== ' ') kept = i + 1
  }
  return line.startsWith('#') ? '' : line.slice(0, kept)
}

function ruleFrom(line: string, rank: number): Rule | undefined {
  const negative = line.startsWith('!')
  let body = negative ? line.slice(1) : line
  const folderOnly = body.endsWith('/')
  if (folderOnly) body = body.slice(0, -1)
  const nameOnly = !body.includes('/')
  if (body.startsWith('/')) body = body.slice(1)
  if (body === '') return undefined
  const first = body.search(/[*?[\\]/)
  if (first < 0) return { negative, folderOnly, nameOnly, literal: body, rest: undefined, needle: '', least: 0, rank, line }
  const rest = tokensFrom(body, first)
  return rest && { negative, folderOnly, nameOnly, literal: body.slice(0, first), rest, needle: needleOf(rest), least: leastOf(rest), rank, line }
}

/** A slash after a star pair is skipped together with it. */
const leastOf = (tokens: readonly Token[]): number => tokens.filter(({ op }, i) => (op === 'char' || op === 'set') && tokens[i - 2]?.op !== 'skip').length

function needleOf(tokens: readonly Token[]): string {
  const plain = tokens.map((token) => (token.op === 'char' ? String.fromCharCode(token.code) : '\0')).join('')
  // The slash after a star pair can be skipped together with it.
  const pieces = plain.replace(/\0\0\//g, '\0').split('\0')
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
}

/** The wildcard part as tokens; undefined for a pattern that git gives up on. */
function tokensFrom(pattern: string, from: number): Token[] | undefined {
  const tokens: Token[] = []
  for (let at = from; at < pattern.length; ) {
    const next = tokenAt(pattern, at, from, tokens)
    if (next === undefined) return undefined
    at = next
  }
  return tokens
}

function tokenAt(pattern: string, at: number, from: number, into: Token[]): number | undefined {
  const char = pattern[at]
  if (char === '*') return starsAt(pattern, at, from, into)
  if (char === '[') return setAt(pattern, at, into)
  if (char === '\\' && at + 1 >= pattern.length) return undefined
  if (char === '?') into.push({ op: 'set', has: (code) => code !== SLASH })
  else into.push({ op: 'char', code: pattern.charCodeAt(char === '\\' ? at + 1 : at) })
  return at + (char === '\\' ? 2 : 1)
}

// Two or more stars cross folders when they fill a whole part. Git cuts the literal beginning off first, so `foo**/bar` counts as well.
function starsAt(pattern: string, at: number, from: number, into: Token[]): number {
  let end = at
  while (pattern[end] === '*') end++
  const fills = (at === from || pattern[at - 1] === '/') && (end === pattern.length || pattern[end] === '/' || pattern.startsWith('\\/', end))
  if (end - at < 2 || !fills) into.push({ op: 'star' })
  // `**/**/` says what `**/` says.
  else if (pattern[end] === '/' && into.at(-3)?.op === 'skip') return end + 1
  else if (pattern[end] === '/') into.push({ op: 'skip' }, { op: 'deep' })
  else into.push({ op: 'deep' })
  return end
}

const between = (low: string, high: string) => (code: number): boolean => code >= low.charCodeAt(0) && code <= high.charCodeAt(0)
const among = (chars: string) => (code: number): boolean => chars.includes(String.fromCharCode(code))
const either = (...tests: readonly ((code: number) => boolean)[]) => (code: number): boolean => tests.some((test) => test(code))

const digit = between('0', '9')
const lower = between('a', 'z')
const upper = between('A', 'Z')
const punctuation = either(between('!', '/'), between(':', '@'), between('[', '`'), between('{', '~'))

const CLASSES = new Map<string, (code: number) => boolean>(Object.entries({
  alnum: either(digit, lower, upper), alpha: either(lower, upper), blank: among(' \t'), cntrl: (code) => code < 32 || code === 127,
  digit, graph: between('!', '~'), lower, print: between(' ', '~'), punct: punctuation, space: among(' \t\n\r'), upper,
  xdigit: either(digit, between('a', 'f'), between('A', 'F')),
}))

/** Reads `[...]`: the first member may be `]`, a backslash guards the next one, `[:digit:]` names a class. A set never holds a slash. */
function setAt(pattern: string, at: number, into: Token[]): number | undefined {
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^'
  const tests: ((code: number) => boolean)[] = []
  let previous = ''
  let i = at + (negated ? 2 : 1)
  do {
    const member = memberAt(pattern, i, previous)
    if (member === undefined) return undefined
    tests.push(member.test)
    previous = member.previous
    i = member.end
  } while (pattern[i] !== ']')
  into.push({ op: 'set', has: (code) => code !== SLASH && tests.some((test) => test(code)) !== negated })
  return i + 1
}

interface Member { test(code: number): boolean; readonly previous: string; readonly end: number }

function memberAt(pattern: string, at: number, previous: string): Member | undefined {
  const char = pattern[at]
  if (char === '-' && previous !== '' && pattern[at + 1] !== undefined && pattern[at + 1] !== ']') return rangeAt(pattern, at, previous)
  if (char === '[' && pattern[at + 1] === ':') return classAt(pattern, at)
  const literal = char === '\\' ? pattern[at + 1] : char
  return literal === undefined ? undefined : { test: among(literal), previous: literal, end: at + (char === '\\' ? 2 : 1) }
}

function rangeAt(pattern: string, at: number, low: string): Member | undefined {
  const guarded = pattern[at + 1] === '\\'
  const high = pattern[at + (guarded ? 2 : 1)]
  return high === undefined ? undefined : { test: between(low, high), previous: '', end: at + (guarded ? 3 : 2) }
}

function classAt(pattern: string, at: number): Member | undefined {
  const close = pattern.indexOf(']', at + 2)
  if (close < 0) return undefined
  if (close === at + 2 || pattern[close - 1] !== ':') return { test: among('['), previous: '[', end: at + 1 }
  const test = CLASSES.get(pattern.slice(at + 2, close - 1))
  return test && { test, previous: '', end: close + 1 }
}

/** What a set of patterns is asked about: a path relative to where the patterns live. */
export interface Asked {
  readonly path: string
  readonly name: string
  readonly folder: boolean
}

/** True for ignored, false for explicitly kept, undefined when no pattern speaks about it. */
export function verdict(patterns: Patterns, asked: Asked): boolean | undefined {
  const rule = decider(patterns, asked)
  return rule && !rule.negative
}

/** The pattern that has the last word about something: its line, where that stands among the others from 0, and whether it keeps. */
export function decider(patterns: Patterns, asked: Asked): Readonly<Pick<Rule, 'line' | 'rank' | 'negative'>> | undefined {
  const dot = asked.name.lastIndexOf('.')
  const ended = dot < 0 ? undefined : strongest(patterns.endings.get(asked.name.slice(dot)), asked)
  const looked = later(later(strongest(patterns.names.get(asked.name), asked), strongest(patterns.paths.get(asked.path), asked)), ended)
  const least = looked?.rank ?? -1
  return later(looked, patterns.others.find((other) => other.rank < least || speaks(other, asked)))
}

const later = (a: Rule | undefined, b: Rule | undefined): Rule | undefined => ((a?.rank ?? -1) > (b?.rank ?? -1) ? a : b)

const strongest = (rules: readonly Rule[] | undefined, asked: Asked): Rule | undefined =>
  rules?.find((rule) => asked.folder || !rule.folderOnly)

function speaks(rule: Rule, asked: Asked): boolean {
  if (rule.rest === undefined || (rule.folderOnly && !asked.folder)) return false
  const text = rule.nameOnly ? asked.name : asked.path
  return text.length - rule.literal.length >= rule.least && text.startsWith(rule.literal) && text.includes(rule.needle, rule.literal.length) && matches(rule.rest, text, rule.literal.length)
}

// Kept between calls: making them anew took longer than using them.
let now = new Uint8Array(64)
let next = new Uint8Array(64)

/** Walks the text once, with the set of all places in the pattern that are still possible. */
function matches(tokens: readonly Token[], text: string, from: number): boolean {
  if (now.length <= tokens.length + 3) [now, next] = [new Uint8Array(tokens.length * 2), new Uint8Array(tokens.length * 2)]
  now.fill(0, 0, tokens.length + 1)
  now[0] = 1
  let alive = settle(tokens, now)
  for (let at = from; at < text.length && alive; at++) {
    next.fill(0, 0, tokens.length + 1)
    step(tokens, text.charCodeAt(at), now, next)
    alive = settle(tokens, next)
    ;[now, next] = [next, now]
  }
  return now[tokens.length] === 1
}

/** Adds what is reachable without reading: stars may be empty, and `skip` jumps over a star pair and its slash. */
function settle(tokens: readonly Token[], states: Uint8Array): boolean {
  let alive = states[tokens.length] === 1
  for (let i = 0; i < tokens.length; i++) {
    if (states[i] === 0) continue
    alive = true
    const op = tokens[i]?.op
    if (op === 'star' || op === 'deep' || op === 'skip') states[i + 1] = 1
    if (op === 'skip') states[i + 3] = 1
  }
  return alive
}

function step(tokens: readonly Token[], code: number, now: Uint8Array, next: Uint8Array): void {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (now[i] === 0 || token === undefined) continue
    if (token.op === 'deep' || (token.op === 'star' && code !== SLASH)) next[i] = 1
    else if (token.op === 'char' ? token.code === code : token.op === 'set' && token.has(code)) next[i + 1] = 1
  }
}

/** Whether something inside a folder could still be named by these patterns. Used to leave out whole folders when only a part is asked for. */
export function mayHold(patterns: Patterns, folder: string): boolean {
  if (patterns.names.size > 0 || patterns.endings.size > 0) return true
  const inside = `${folder}/`
  return [...patterns.paths.keys()].some((path) => path.startsWith(inside)) || patterns.others.some((rule) => !rule.negative && (rule.nameOnly || rule.literal.startsWith(inside) || (rule.rest !== undefined && inside.startsWith(rule.literal))))
}
