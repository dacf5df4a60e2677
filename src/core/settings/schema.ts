// What a configuration may say of what is shown, as a table.
import { MOST_CHARACTERS } from '../glob.ts'
import { LENSES } from '../lenses.ts'
import { LEVELS } from '../level.ts'
import type { Schema } from '../schema.ts'

/** Every pattern is tried on every path: so many, and so long, may a configuration have. */
const MOST_PATTERNS = 400
const MOST_RULES = 200
const MOST_LENSES = 100

/** A glob. */
const pattern = (description?: string): Schema => ({ type: 'string', maxLength: MOST_CHARACTERS, ...(description === undefined ? {} : { description }) })

/** A list of globs. */
export const patterns = (description: string): Schema => ({ type: 'array', description, maxItems: MOST_PATTERNS, items: pattern() })

/** Words that are shown. */
const words = (description?: string): Schema => ({ type: 'string', maxLength: 1000, ...(description === undefined ? {} : { description }) })

const rules: Schema = {
  type: 'array',
  description: 'Rules bend what the budget would choose. The first rule with a priority wins; ceilings always hold.',
  maxItems: MOST_RULES,
  items: {
    type: 'object',
    required: ['match'],
    properties: {
      match: pattern('A glob over paths: src/auth/**, *.sql'),
      atLeast: { type: 'string', enum: LEVELS, description: 'A floor, whatever it costs. Only in your own configuration, never in a repository\'s.' },
      atMost: { type: 'string', enum: LEVELS, description: 'A ceiling that holds on every path out' },
      priority: { type: 'number', minimum: 0, maximum: 100, description: 'How much it matters, 0 to 100' },
      weight: { type: 'number', minimum: 0, maximum: 10, description: 'Multiplies its score; 1 changes nothing' },
      cap: { type: 'number', minimum: 0, description: 'Tokens that everything under this rule may cost together' },
      why: words('Shown by explain'),
    },
  },
}

/** The properties of preferences, for the formats and meters that there are. */
export const preferencesSchema = ({ formats, meters }: { formats: readonly string[]; meters: readonly string[] }): Readonly<Record<string, Schema>> & { readonly lenses: Schema } => ({
  budget: { type: 'string', description: 'The default budget: 8000, 32k, 1m or none' },
  format: { type: 'string', enum: formats, description: 'The default format' },
  meter: { type: 'string', enum: meters, description: 'What counts the tokens' },
  lens: words(`The default lens: ${LENSES.map((lens) => lens.name).join(', ')} or one of your own`),
  skeleton: { type: 'string', enum: ['auto', 'enabled', 'disabled'], description: 'auto and enabled show files in part; disabled includes or drops whole files' },
  order: { type: 'string', enum: ['path', 'stable'], description: 'The order of files: by path, or stable for prompt caches, what seldom changes first' },
  levels: { type: 'array', description: 'Only use these levels: a skeleton never goes below the lowest of them', maxItems: LEVELS.length, items: { type: 'string', enum: LEVELS } },
  include: patterns('Only these paths (globs as in .gitignore)'),
  exclude: patterns('Never these paths'),
  maxFileBytes: { type: 'number', minimum: 1, description: 'Larger files are shown as one line' },
  rules,
  lenses: {
    type: 'object',
    description: 'Lenses of your own, by name',
    maxProperties: MOST_LENSES,
    additionalProperties: {
      type: 'object',
      properties: { doc: words(), include: patterns('Only these paths'), exclude: patterns('Never these paths'), rules },
    },
  },
})
