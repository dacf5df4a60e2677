// What changed between two versions of a file, in as few words as say it: fields, columns, operations, signatures and settings by name, text as its lines (S3.19, S3.21).
// What the names do not say is told by its lines: nothing that differs is passed over, and nothing is called layout.
import type { Subject } from './cards/card.ts'
import { exactSettings } from './cards/profile.ts'
import { type Change, comparedFacts } from './facts/compare.ts'
import { ownCode, signatureFacts, typeFacts } from './facts/definitions.ts'
import type { Fact } from './facts/fact.ts'
import { isJsonSchema, schemaFacts } from './facts/json-schema.ts'
import { isOpenApi, openApiFacts } from './facts/openapi.ts'
import { jsonValue } from './json-value.ts'
import { otherFields, otherSettings, otherValues, withoutEmptied } from './rest.ts'
import { linesChanged, textChanges } from './text-changes.ts'

/** The most changes of one file that are told one by one. */
const MOST_CHANGES = 20

/** The changes, each a line. */
export function changesBetween(old: Subject, now: Subject): string[] {
  const [before, after] = [readingOf(old), readingOf(now)]
  if (before === undefined || before.way !== after?.way) return textChanges(old.text, now.text)
  const told = withoutEmptied(comparedFacts(before.facts, after.facts))
  const rest = REST[before.way](old, now, told)
  const lines = [...limited(told.map(({ line }) => line)), ...rest]
  return lines.length === 0 || (told.length === 0 && before.way !== 'schema') ? textChanges(old.text, now.text) : lines
}

const limited = (changes: readonly string[]): string[] => (changes.length <= MOST_CHANGES ? [...changes] : [...changes.slice(0, MOST_CHANGES), `and ${changes.length - MOST_CHANGES} more changes`])

/** How a text is read: `schema` and `json` by their values, `lines` and `types` by their lines, `code` by its definitions. */
type Way = 'schema' | 'json' | 'lines' | 'types' | 'code'

/** What the changes that were told leave out. */
const REST: Readonly<Record<Way, (old: Subject, now: Subject, told: readonly Change[]) => string[]>> = {
  schema: (old, now, told) => limited(otherValues(jsonValue(old.text), jsonValue(now.text), told)),
  json: () => [],
  lines: (old, now, told) => linesChanged('other lines changed', { old: old.text, now: now.text, skip: otherSettings(told) }),
  types: (old, now, told) => linesChanged('other lines changed', { old: unended(old.text), now: unended(now.text), skip: otherFields(told) }),
  code: (old, now) => linesChanged('text outside of definitions changed', { old: ownCode(old.block, old.text), now: ownCode(now.block, now.text) }),
}

/** Without the comma that the last field of a list gets when another one follows. */
const unended = (text: string): string => text.replace(/[,;][ \t\r]*$/gm, '')

const PROSE = new Set(['markdown', 'rst', 'asciidoc', 'text', 'html', 'csv', 'tsv', 'log', 'dockerfile'])
const TYPES = new Set(['sql', 'proto', 'graphql', 'prisma'])

/** What a text says by its structure; undefined for prose. */
function readingOf({ text, language, block }: Subject): { way: Way; facts: Fact[] } | undefined {
  const json = jsonValue(text)
  if (isOpenApi(json)) return { way: 'schema', facts: openApiFacts(json) }
  if (isJsonSchema(json)) return { way: 'schema', facts: schemaFacts(json) }
  if (json !== undefined) return { way: 'json', facts: exactSettings(text) }
  if (['yaml', 'toml', 'ini', 'env'].includes(language)) return { way: 'lines', facts: exactSettings(text) }
  if (TYPES.has(language)) return { way: 'types', facts: typeFacts(block, language) }
  return PROSE.has(language) ? undefined : { way: 'code', facts: signatureFacts(block, { text, language }) }
}
