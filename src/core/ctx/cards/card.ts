// Cards: a few short lines that say what a file is about, always the same for the same text (S3.8). A table chooses the kind by prefix, path and content.
import type { Block } from '../../block.ts'
import { prefixOf } from '../alias.ts'
import { isJsonSchema } from '../facts/json-schema.ts'
import { isOpenApi } from '../facts/openapi.ts'
import { jsonValue } from '../json-value.ts'
import { codeRows } from './code.ts'
import { decisionRows, isDecision } from './decision.ts'
import { optionRows } from './options.ts'
import { profileRows } from './profile.ts'
import { readmeRows } from './readme.ts'
import { linesFrom, type Row } from './rows.ts'
import { schemaRows } from './schema.ts'
import { testRows } from './tests.ts'

/** What a card is made from. */
export interface Subject {
  readonly alias?: string
  readonly path: string
  readonly text: string
  /** Name of the language; `text` for everything unknown. */
  readonly language: string
  /** The file as its language cuts it. */
  readonly block: Block
}

/** The kinds of cards. */
export type CardKind = 'decision' | 'options' | 'schema' | 'code' | 'profile' | 'tests' | 'readme'

/** A card: its kind and its lines, each `- ` and at most a hundred characters. */
export interface Card {
  readonly kind: CardKind
  readonly lines: readonly string[]
}

const PROSE = new Set(['markdown', 'rst', 'asciidoc', 'text'])
const SETTINGS = new Set(['yaml', 'toml', 'ini', 'json', 'env', 'properties'])
const SCHEMAS = new Set(['sql', 'proto', 'graphql', 'prisma', 'openapi'])

const isProse = (language: string): boolean => PROSE.has(language)
const isCode = (language: string): boolean => !PROSE.has(language) && !SETTINGS.has(language) && !SCHEMAS.has(language)

interface Maker {
  readonly rows: (subject: Subject) => Row[]
  /** Whether a card of this kind can be made from a language. */
  readonly suits: (language: string) => boolean
  /** Characters without which such a card would say too little: structure is short by itself, prose is not. */
  readonly least?: number
}

const STRUCTURE = 400

const MAKERS: Readonly<Record<CardKind, Maker>> = {
  decision: { rows: ({ text }) => decisionRows(text), suits: isProse },
  options: { rows: ({ text }) => optionRows(text), suits: (language) => isProse(language) || language === 'json', least: STRUCTURE },
  schema: { rows: schemaRows, suits: (language) => !isProse(language), least: STRUCTURE },
  code: { rows: codeRows, suits: isCode, least: STRUCTURE },
  profile: { rows: ({ text }) => profileRows(text), suits: (language) => SETTINGS.has(language), least: STRUCTURE },
  tests: { rows: testRows, suits: isCode, least: STRUCTURE },
  readme: { rows: ({ text }) => readmeRows(text), suits: () => true },
}

/** What a prefix speaks for, before the text itself is asked. */
const BY_PREFIX: Readonly<Record<string, CardKind>> = { A: 'decision', P: 'options', S: 'schema', PR: 'profile', T: 'tests', H: 'code' }

/** The card of a file. */
export function cardOf(subject: Subject): Card {
  for (const kind of kindsFor(subject)) {
    const { rows, suits, least } = MAKERS[kind]
    const lines = suits(subject.language) ? linesFrom(rows(subject), subject.text.length, least) : []
    if (lines.length > 0) return { kind, lines }
  }
  return { kind: 'readme', lines: [subject.text.trim() === '' ? '- empty file' : `- text of ${subject.text.split('\n').length} lines`] }
}

/** The kinds that could fit, best first. */
function kindsFor({ alias = '', path, text, language }: Subject): CardKind[] {
  const json = jsonValue(text)
  const kinds: (CardKind | undefined)[] = [
    BY_PREFIX[prefixOf(alias) ?? ''],
    isJsonSchema(json) || isOpenApi(json) || SCHEMAS.has(language) ? 'schema' : undefined,
    json !== undefined && optionRows(text).length > 0 ? 'options' : undefined,
    /(?:^|[/_.-])(?:tests?|spec)(?:[/_.-]|$)/i.test(path) ? 'tests' : undefined,
    isProse(language) && isDecision(text) ? 'decision' : undefined,
    isProse(language) ? 'readme' : SETTINGS.has(language) ? 'profile' : 'code',
    'readme',
  ]
  return [...new Set(kinds.filter((kind) => kind !== undefined))]
}

/** The text of a card, as it is kept in a file. */
export const cardText = ({ lines }: Card): string => `${lines.join('\n')}\n`
