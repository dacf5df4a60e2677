import { privateKeySpans } from './private-keys.ts'
import { GROUPS } from './secret-rules.ts'
import { type Suspect, suspectsIn } from './suspects.ts'
import type { Span } from './private-keys.ts'
import type { NamedRule, SecretRule } from './secret-rules.ts'

/** A text without its secrets, and what was taken out. */
export interface Redacted {
  readonly text: string
  readonly found: readonly Finding[]
}

/** One value that was replaced. Lines count from 1. */
export interface Finding {
  readonly rule: string
  readonly line: number
}

// A replaced value may set free what was hidden beside it, so a text is searched until nothing is found; usually the second search finds nothing.
// The bound only guards against a mistake in a rule.
const MOST_PASSES = 8

/** Replaces every value that looks like a secret by a mark that names its kind and is the same for equal values. Lines stay lines. */
export function redactSecrets(text: string): Redacted {
  const found: Finding[] = []
  let clean = text
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const spans = spansIn(clean)
    if (spans.length === 0) break
    found.push(...findingsOf(clean, spans))
    clean = replaced(clean, spans)
  }
  return { text: clean, found: found.sort((a, b) => a.line - b.line) }
}

/** What to replace, in order and without overlaps. */
function spansIn(text: string): readonly Span[] {
  const keys = text.includes('-----BEGIN') ? privateKeySpans(text) : []
  const suspects = suspectsIn(text)
  // Nearly every text ends here.
  if (keys.length === 0 && suspects.length === 0) return []
  const candidates = [...keys]
  for (const group of GROUPS) {
    const lines = suspects.filter((line) => (line.groups & group.suspect) !== 0)
    for (const rule of lines.length === 0 ? [] : group.rules) for (const line of lines) matchesIn(text, line, { rule, into: candidates })
  }
  return candidates.length < 2 ? candidates : disjoint(candidates)
}

/** No rule looks beyond the end of a line. */
function matchesIn(whole: string, { start, end }: Suspect, { rule, into }: { rule: SecretRule | NamedRule; into: Span[] }): void {
  const text = whole.slice(start, end)
  rule.pattern.lastIndex = 0
  for (let match = rule.pattern.exec(text); match !== null; match = rule.pattern.exec(text)) {
    const before = match[1] ?? ''
    const value = match[2] ?? match[0]
    const at = match.index + before.length
    const accepted = 'acceptsAt' in rule ? rule.acceptsAt({ text, at, before, value }) : (rule.accepts?.(value) ?? true)
    if (accepted) into.push({ start: start + at, end: start + at + value.length, rule: rule.id })
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
    for (let next = text.indexOf('\n', at); next >= 0 && next < span.start; next = text.indexOf('\n', at)) {
      line++
      at = next + 1
    }
    return { rule: span.rule, line }
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
