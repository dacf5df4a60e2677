// What changed between two versions of a file, in as few words as say it: fields, columns, operations, signatures and settings by name, text as its lines (S3.19, S3.21).
import { settingsIn } from './cards/profile.ts'
import type { Subject } from './cards/card.ts'
import { signatureFacts, typeFacts } from './facts/definitions.ts'
import type { Fact } from './facts/fact.ts'
import { isJsonSchema, schemaFacts } from './facts/json-schema.ts'
import { isOpenApi, openApiFacts } from './facts/openapi.ts'
import { editsBetween, linesOf } from '../delta/lines.ts'
import { jsonValue } from './json-value.ts'

/** The most changes of one file that are told one by one. */
const MOST_CHANGES = 20

/** The most lines of text that are told. */
const MOST_LINES = 8

/** The changes, each a line. What differs in white space and comments alone says so. */
export function changesBetween(old: Subject, now: Subject): string[] {
  const [before, after] = [factsOf(old), factsOf(now)]
  if (before === undefined || after === undefined || (before.length === 0 && after.length === 0)) return textChanges(old.text, now.text)
  const changes = comparedFacts(before, after)
  return changes.length === 0 ? ['comments, order or layout changed'] : limited(changes)
}

const limited = (changes: readonly string[]): string[] => (changes.length <= MOST_CHANGES ? [...changes] : [...changes.slice(0, MOST_CHANGES), `and ${changes.length - MOST_CHANGES} more changes`])

const PROSE = new Set(['markdown', 'rst', 'asciidoc', 'text', 'html', 'csv', 'tsv', 'log'])
const SCHEMAS = new Set(['sql', 'proto', 'graphql', 'prisma'])

/** What a text says by its structure; undefined for prose. */
function factsOf({ text, language, block }: Subject): Fact[] | undefined {
  const json = jsonValue(text)
  if (isOpenApi(json)) return openApiFacts(json)
  if (isJsonSchema(json)) return schemaFacts(json)
  if (json !== undefined || ['yaml', 'toml', 'ini', 'env'].includes(language)) return settingsIn(text).map(([name, value]) => ({ holder: '', name, value, kind: 'setting' }))
  if (SCHEMAS.has(language)) return typeFacts(block, language)
  return PROSE.has(language) ? undefined : signatureFacts(block, { text, language })
}

const keyOf = ({ holder, name, kind }: Fact): string => JSON.stringify([kind, holder, name])

function comparedFacts(before: readonly Fact[], after: readonly Fact[]): string[] {
  const [old, now] = [new Map(before.map((fact) => [keyOf(fact), fact])), new Map(after.map((fact) => [keyOf(fact), fact]))]
  return [
    ...[...now].flatMap(([key, fact]) => changeOf(old.get(key), fact)),
    ...[...old].filter(([key]) => !now.has(key)).map(([, fact]) => `${named(fact)} removed`),
  ]
}

function changeOf(old: Fact | undefined, now: Fact): string[] {
  if (old === undefined) return [`${named(now)} added${bracketed(now.value)}`]
  if (old.value !== now.value) return [`${named(now)} changed (${old.value || 'nothing'} -> ${now.value || 'nothing'})`]
  return old.body === now.body ? [] : [`${named(now)}: body changed`]
}

/** `schema field "user.language"`. */
const named = ({ kind, holder, name }: Fact): string => `${kind} "${[holder, name].filter((part) => part !== '').join('.')}"`

/** ` (enum: en,de,ru)`. */
const bracketed = (value: string): string => (value === '' ? '' : ` (${value.replace(/^enum\[(.*)\]/, 'enum: $1')})`)

/** A text by the lines that went and came. */
function textChanges(old: string, now: string): string[] {
  const [a, b] = [linesOf(old), linesOf(now)]
  const edits = editsBetween(a, b)
  const lines = edits.flatMap(({ from, to, start, end }) => signed(a.slice(from, to), b.slice(start, end))).filter((line) => line.length > 1)
  const shown = lines.slice(0, MOST_LINES).map((line) => (line.length > LONGEST ? `${line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…` : line))
  return ['text changed', ...shown.map((line) => `  ${line}`), ...(lines.length > MOST_LINES ? [`  and ${lines.length - MOST_LINES} more lines`] : [])]
}

/** Lines that went and came. Where as many came as went, each pair is told by the words in which it differs. */
function signed(old: readonly string[], now: readonly string[]): string[] {
  const pairs = old.length === now.length ? old.map((line, i) => apart(line.trimEnd(), (now[i] as string).trimEnd())) : undefined
  return [...(pairs?.map(([line]) => line) ?? old).map((line) => `-${line.trimEnd()}`), ...(pairs?.map(([, line]) => line) ?? now).map((line) => `+${line.trimEnd()}`)]
}

/** Words left on each side of a difference. */
const AROUND = 2

/** Two lines without the words that both begin and end with, a few of them apart. */
function apart(old: string, now: string): [string, string] {
  const [a, b] = [old.split(' '), now.split(' ')]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const [from, less] = [Math.max(0, head - AROUND), Math.max(0, tail - AROUND)]
  const part = (words: readonly string[]): string => `${from > 1 ? '…' : words.slice(0, from).join(' ')}${from === 1 ? ' ' : ''}${words.slice(from, words.length - less).join(' ')}${less > 1 ? '…' : less === 1 ? ` ${words.at(-1)}` : ''}`
  return [part(a), part(b)]
}

/** A longer line is cut: the whole of it is in the patch. */
const LONGEST = 200
