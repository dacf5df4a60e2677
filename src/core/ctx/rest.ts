// What the changes that were told by name leave out. When it is not certain that a line or a value was told, it is told again.
import { exactSettings, exactValues } from './cards/profile.ts'
import { type Change, comparedFacts } from './facts/compare.ts'
import type { Fact } from './facts/fact.ts'

const fullName = ({ holder, name }: Fact): string => [holder, name].filter((part) => part !== '').join('.')

const nameOf = ({ old, now }: Change): string => fullName((now ?? old) as Fact)

/** The values of a schema or an interface that changed, except those that a change of a field or operation tells. */
export function otherValues(old: unknown, now: unknown, told: readonly Change[]): string[] {
  const as = (facts: readonly Fact[]): Fact[] => facts.map((fact) => ({ ...fact, kind: 'value' }))
  const [byPath, names] = [new Map(told.map((change) => [placeOf(change), change])), new Set(told.map(nameOf))]
  return withoutEmptied(comparedFacts(as(exactValues(old)), as(exactValues(now)))).filter((value) => !isToldBy(byPath, value) && !tellRequired(names, value)).map(({ line }) => line)
}

/** Something empty that came or went because something is in it now, or was. */
export function withoutEmptied(changes: readonly Change[]): Change[] {
  const holders = new Set(changes.flatMap((change) => ['', ...prefixesOf(nameOf(change))].map((prefix) => (prefix === nameOf(change) ? undefined : prefix))))
  return changes.filter((change) => !(change.kind !== 'changed' && /^(?:\{\}|\[\])$/.test((change.now ?? change.old)?.body ?? '') && holders.has(nameOf(change))))
}

const OPERATION = /^([A-Z]+) (.*)$/s

/** Where the values of a field or an operation are. */
function placeOf(change: Change): string {
  const operation = (change.now ?? change.old)?.kind === 'operation' ? OPERATION.exec(nameOf(change)) : null
  return operation === null ? nameOf(change) : `paths.${operation[2]}.${(operation[1] as string).toLowerCase()}`
}

/** `a`, `a.b` and `a.b.c` for `a.b.c`. */
function prefixesOf(path: string): string[] {
  const dots = [...path.matchAll(/\./g)].map(({ index }) => index)
  return [...dots, path.length].map((end) => path.slice(0, end))
}

function isToldBy(byPath: ReadonlyMap<string, Change>, value: Change): boolean {
  return [nameOf(value), fieldPath(nameOf(value))].some((path) => prefixesOf(path).some((holder) => {
    const told = byPath.get(holder)
    if (told === undefined || told.kind !== 'changed') return told !== undefined
    return (told.now as Fact).kind === 'operation' ? isInOperation(path, value) : /^(?:\.items)*\.(?:type|enum|const|format|\$ref)$/.test(path.slice(holder.length))
  }))
}

/** What the words for an operation say: names and types of what comes in and out. */
const isInOperation = (path: string, { kind }: Change): boolean => /\.(?:name|type|\$ref|required)$/.test(path) || (kind !== 'changed' && path.endsWith('.in'))

/** `properties.a.properties.b.type` is the type of the field `a.b`. */
const fieldPath = (path: string): string =>
  path.replace(/^(?:components\.schemas|definitions|\$defs)\./, '').replace(/(^|\.)(?:allOf|anyOf|oneOf)\.\d+(?=\.)/g, '').replace(/\.items\.properties\./g, '[].').replace(/(^|\.)properties\./g, '$1')

/** A list of fields that must be there is told when each of them that came or went is. */
function tellRequired(names: ReadonlySet<string>, change: Change): boolean {
  const path = fieldPath(nameOf(change))
  if (!/(?:^|\.)required$/.test(path)) return false
  const [old, now] = [namesIn(change.old), namesIn(change.now)]
  return [...old.filter((name) => !now.includes(name)), ...now.filter((name) => !old.includes(name))].every((name) => names.has(`${path.slice(0, -'required'.length)}${name}`))
}

const namesIn = (fact: Fact | undefined): unknown[] => {
  const names: unknown = JSON.parse(fact?.body ?? '[]')
  return Array.isArray(names) ? names : [names]
}

type Side = 'old' | 'now'

/** With more changes than this, lines are told without asking which of them were. */
const MOST_TOLD = 500

/** The facts that changed, on both sides. */
const sidesOf = (told: readonly Change[]): Readonly<Record<Side, Fact[]>> => {
  const some = told.length > MOST_TOLD ? [] : told
  return { old: some.flatMap(({ old }) => old ?? []), now: some.flatMap(({ now }) => now ?? []) }
}

/** Whether a line of settings was told by the change of a setting. */
export function otherSettings(told: readonly Change[]): (line: string, side: Side) => boolean {
  const sides = sidesOf(told)
  return (line, side) => {
    const [pair, more] = exactSettings(line)
    if (more !== undefined || line.length > 1000) return false
    if (pair !== undefined) return sides[side].some((fact) => holdsPair(fact, pair))
    const key = /^\s*(?:-\s+)?["']?([\w.$/-]+)["']?:$/.exec(line)?.[1] ?? /^\[+([^\][]+)\]+$/.exec(line)?.[1]
    return key !== undefined && told.some((change) => change.kind !== 'changed' && `.${nameOf(change)}.`.includes(`.${key}.`))
  }
}

const holdsPair = ({ name, value }: Fact, pair: Fact): boolean =>
  (pair.name === 'items' || name === pair.name || name.endsWith(`.${pair.name}`)) && (value === pair.value || value.slice(1, -1).split(',').includes(pair.value))

/** Whether a line of a schema was told by the changes of the fields in it. */
export function otherFields(told: readonly Change[]): (line: string, side: Side) => boolean {
  const sides = sidesOf(told)
  const holders = new Set(told.flatMap(({ kind, old, now }) => (kind === 'changed' ? [] : [(now ?? old)?.holder.split('.').at(-1)])))
  return (line, side) => {
    const plain = line.replace(/\s+/g, ' ')
    if (/[({]$/.test(plain) && wordsOf(plain).some((word) => holders.has(word))) return true
    return sides[side].reduce((left, { body = '' }) => (body === '' ? left : left.replace(body, '')), plain).replace(/[\s(){}[\],;]/g, '') === ''
  }
}

const wordsOf = (line: string): string[] => line.split(/[^\p{L}\p{N}_$]+/u)
