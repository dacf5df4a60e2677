// Facts of two versions of a text, compared: what came, what went, what is not what it was.
import { apart } from '../text-changes.ts'
import type { Fact } from './fact.ts'

/** A fact that is not what it was. */
export interface Change {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly old?: Fact
  readonly now?: Fact
  /** The change in words. */
  readonly line: string
}

/** The changes from some facts to others. */
export function comparedFacts(before: readonly Fact[], after: readonly Fact[]): Change[] {
  const [old, now] = [byKey(before), byKey(after)]
  return [
    ...[...now].flatMap(([key, fact]) => changeOf(old.get(key), fact)),
    ...[...old].filter(([key]) => !now.has(key)).map(([, fact]): Change => ({ kind: 'removed', old: fact, line: `${named(fact)} removed` })),
  ]
}

/** Facts by what they are called; a second one of the same name is told apart. */
function byKey(facts: readonly Fact[]): Map<string, Fact> {
  const seen = new Map<string, number>()
  return new Map(facts.map((fact): [string, Fact] => {
    const key = JSON.stringify([fact.kind, fact.holder, fact.name])
    seen.set(key, (seen.get(key) ?? 0) + 1)
    return [`${key}${seen.get(key)}`, fact]
  }))
}

function changeOf(old: Fact | undefined, now: Fact): Change[] {
  if (old === undefined) return [{ kind: 'added', now, line: `${named(now)} added${bracketed(now.value)}` }]
  const words = old.value === now.value ? bodyWords(old, now) : valueWords(old, now)
  return words === '' ? [] : [{ kind: 'changed', old, now, line: `${named(now)}${words}` }]
}

/** `schema field "user.language"`. */
const named = ({ kind, holder, name }: Fact): string => `${kind} "${[holder, name].filter((part) => part !== '').join('.')}"`

/** ` (enum: en,de,ru)`. */
const bracketed = (value: string): string => (value === '' ? '' : ` (${cut(value.replace(/^enum\[(.*)\]/, 'enum: $1'))})`)

/** Longer values are told by the words in which they differ. */
const LONG = 120

const cut = (value: string): string => (value.length > 2 * LONG ? `${value.slice(0, 2 * LONG).replace(/[\uD800-\uDBFF]$/, '')}…` : value)

function arrow(old: string, now: string): string {
  const [a, b] = Math.max(old.length, now.length) > LONG ? apart(old, now) : [old, now]
  return ` changed (${cut(a) || 'nothing'} -> ${cut(b) || 'nothing'})`
}

/** A short body is shown, a long one is told to differ. */
function bodyWords({ body: old = '' }: Fact, { body: now = '' }: Fact): string {
  if (old === now) return ''
  return Math.max(old.length, now.length) <= LONG && !/\n/.test(old + now) ? arrow(old, now) : ': body changed'
}

function valueWords(old: Fact, now: Fact): string {
  if (isWhole(old, now)) return arrow(old.value, now.value)
  const short = bodyWords(old, now)
  return short.startsWith(': ') ? `${arrow(old.value, now.value)}, its body too` : short
}

/** Whether the values say all that differs between the bodies. */
function isWhole(old: Fact, now: Fact): boolean {
  if (old.body === undefined || now.body === undefined || old.body === JSON.stringify(old.value) || now.body === JSON.stringify(now.value)) return true
  const exact = old.body.includes(old.value) && now.body.includes(now.value)
  const form = (text: string): string => (exact ? text : text.replace(/\s+/g, ' '))
  return form(old.body).replace(old.value, () => now.value) === form(now.body)
}
