import { isAllowedAt } from './allowed.ts'
import { personalIn } from './personal.ts'
import { privateKeySpans } from './private-keys.ts'
import { GROUPS } from './secret-rules.ts'
import { NOTHING, type Suspect, suspectsIn } from './suspects.ts'
import type { Legible } from '../core/ports.ts'
import type { Span } from './private-keys.ts'
import type { SecretRule } from './secret-rules.ts'

/** A text without its secrets, and what was taken out. */
export interface Redacted {
  readonly text: string
  readonly found: readonly Finding[]
  /** What was left because a remark beside it says so. */
  readonly allowed: readonly Finding[]
}

/** One value that was replaced. Lines count from 1. */
export interface Finding {
  readonly rule: string
  readonly line: number
  /** The digits of its mark: the same for equal values. */
  readonly mark: string
}

/** What is searched for beside the usual, and what is shown as it is. */
export interface Guarding {
  /** Card numbers, account numbers and social security numbers too. */
  readonly pii?: boolean
  /** Ids of rules, and digits of marks as `#3f9a`, that are left alone. */
  readonly allow?: readonly string[]
  /** Whether remarks beside values count; true unless told. */
  readonly remarks?: boolean
}

// A replaced value may set free what was hidden beside it, so a text is searched until nothing is found; usually the second search finds nothing.
// The bound only guards against a mistake in a rule.
const MOST_PASSES = 8

/** Replaces every value that looks like a secret by a mark that names its kind and is the same for equal values. Lines stay lines. */
export const redactSecrets = (text: string): Redacted => redactWith({}, text)

/** The same, with more or less than usual. */
export const redactWith = (guarding: Guarding, text: string): Redacted => redactIn(guarding, { text }) ?? { text, found: [], allowed: [] }

/** The same for a text that may lie in bytes; undefined when nothing is found in it, and then no string was made of it. */
export function redactIn(guarding: Guarding, legible: Legible): Redacted | undefined {
  const first = spansIn(legible, guarding)
  if (first.length === 0) return undefined
  const found: Finding[] = []
  let allowed: readonly Finding[] = []
  let clean = legible.text
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const spans = pass === 0 ? first : spansIn({ text: clean }, guarding)
    const judged = judgedIn(clean, spans, guarding)
    // Lines stay lines, and what is left is met again in every pass.
    allowed = findingsOf(clean, judged.allowed)
    if (judged.hidden.length === 0) break
    found.push(...findingsOf(clean, judged.hidden))
    clean = replaced(clean, judged.hidden)
  }
  return { text: clean, found: found.sort((a, b) => a.line - b.line), allowed }
}

/** What is hidden, and what a remark beside it allows. What the reader allowed, by a rule or by the digits of a mark, is neither. */
function judgedIn(text: string, spans: readonly Span[], { allow = [], remarks = true }: Guarding): { hidden: readonly Span[]; allowed: readonly Span[] } {
  const left = allow.length === 0 ? spans : spans.filter((span) => !allow.includes(span.rule) && !allow.includes(`#${fingerprint(valueOf(text, span))}`))
  if (left.length === 0 || !remarks || !text.includes(':allow')) return { hidden: left, allowed: [] }
  const isAllowed = (span: Span): boolean => isAllowedAt(text, span.opening ?? span)
  return { hidden: left.filter((span) => !isAllowed(span)), allowed: left.filter(isAllowed) }
}

const valueOf = (text: string, span: Span): string => span.value ?? text.slice(span.start, span.end)

/** What to replace, in order and without overlaps. */
function spansIn(legible: Legible, { pii = false }: Guarding): readonly Span[] {
  const suspects = suspectsIn(legible)
  if (suspects === NOTHING && !pii) return []
  const { tokens, named, lines, isFenced } = suspects
  // The most telling first: where two overlap, the first one names the value.
  const candidates = isFenced ? [...privateKeySpans(legible.text), ...tokens] : [...tokens]
  for (const { suspect, rules } of lines.length === 0 ? [] : GROUPS) {
    const own = lines.filter((line) => (line.groups & suspect) !== 0)
    for (const rule of own.length === 0 ? [] : rules) for (const line of own) matchesIn(line, rule, candidates)
  }
  candidates.push(...named, ...(pii ? personalIn(legible.text) : []))
  return candidates.length < 2 ? candidates : disjoint(candidates)
}

/** No rule looks beyond the end of a line. */
function matchesIn({ text, start }: Suspect, rule: SecretRule, into: Span[]): void {
  rule.pattern.lastIndex = 0
  for (let match = rule.pattern.exec(text); match !== null; match = rule.pattern.exec(text)) {
    const value = match[2] ?? match[0]
    const at = match.index + (match[2] === undefined ? 0 : (match[1] ?? '').length)
    if (rule.accepts?.(value, match[1] ?? '') ?? true) into.push({ start: start + at, end: start + at + value.length, rule: rule.id })
  }
}

/** Of spans that overlap, the one that was found first stays; what sticks out of it is found in the next pass. */
function disjoint(candidates: readonly Span[]): readonly Span[] {
  const ranked = candidates.map((span, rank) => ({ span, rank })).sort((a, b) => a.span.start - b.span.start || a.rank - b.rank)
  const kept: typeof ranked = []
  for (const one of ranked) {
    const last = kept.at(-1)
    if (last === undefined || last.span.end <= one.span.start) kept.push(one)
    else if (one.rank < last.rank) kept[kept.length - 1] = one
  }
  return kept.map((one) => one.span)
}

function findingsOf(text: string, spans: readonly Span[]): Finding[] {
  let line = 1
  let at = 0
  return spans.filter((span) => span.value !== '').map((span) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < (span.opening ?? span).start; next = text.indexOf('\n', at)) {
      line++
      at = next + 1
    }
    return { rule: span.rule, line, mark: fingerprint(valueOf(text, span)) }
  })
}

function replaced(text: string, spans: readonly Span[]): string {
  let result = ''
  let at = 0
  for (const span of spans) {
    result += text.slice(at, span.start) + markOf(span.rule, span.value ?? text.slice(span.start, span.end))
    at = span.end
  }
  return result + text.slice(at)
}

const markOf = (rule: string, value: string): string => (value === '' ? '' : `\u27e8redacted:${rule}:${fingerprint(value)}\u27e9`)

/** Four hex digits (FNV-1a, folded): enough to see that two values are equal, far too few to guess one. */
function fingerprint(value: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 16)) & 0xffff).toString(16).padStart(4, '0')
}
