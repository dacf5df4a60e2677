import { LEVELS } from '../core/level.ts'
import { LENSES } from '../core/lenses.ts'
import type { Schema } from '../core/schema.ts'
import { FORMAT_NAMES } from '../formats/index.ts'
import { CHAT_KINDS, EMBEDDING_KINDS } from '../models/index.ts'
import { METER_NAMES } from '../meters/index.ts'

const patterns = (description: string): Schema => ({ type: 'array', description, items: { type: 'string' } })

const rules: Schema = {
  type: 'array',
  description: 'Rules bend what the budget would choose. The first rule with a priority wins; ceilings always hold.',
  items: {
    type: 'object',
    required: ['match'],
    properties: {
      match: { type: 'string', description: 'A glob over paths: src/auth/**, *.sql' },
      atLeast: { type: 'string', enum: LEVELS, description: 'A floor, whatever it costs. Only in your own configuration, never in a repository\'s.' },
      atMost: { type: 'string', enum: LEVELS, description: 'A ceiling that holds on every path out' },
      priority: { type: 'number', minimum: 0, maximum: 100, description: 'How much it matters, 0 to 100' },
      weight: { type: 'number', minimum: 0, maximum: 10, description: 'Multiplies its score; 1 changes nothing' },
      cap: { type: 'number', minimum: 0, description: 'Tokens that everything under this rule may cost together' },
      why: { type: 'string', description: 'Shown by explain' },
    },
  },
}

/** What `fovea.config.json` may say. */
export const CONFIG_SCHEMA: Schema = {
  type: 'object',
  description: 'Configuration of Fovea. Data only: nothing in it is run, and a repository\'s file can narrow what is shown but never widen it.',
  properties: {
    $schema: { type: 'string', description: 'For editors' },
    budget: { type: 'string', description: 'The default budget: 8000, 32k, 1m or none' },
    format: { type: 'string', enum: FORMAT_NAMES, description: 'The default format' },
    meter: { type: 'string', enum: METER_NAMES, description: 'What counts the tokens' },
    lens: { type: 'string', description: `The default lens: ${LENSES.map((lens) => lens.name).join(', ')} or one of your own` },
    skeleton: { type: 'string', enum: ['auto', 'enabled', 'disabled'], description: 'auto and enabled show files in part; disabled includes or drops whole files' },
    order: { type: 'string', enum: ['path', 'stable'], description: 'The order of files: by path, or stable for prompt caches, what seldom changes first' },
    levels: { type: 'array', description: 'Only use these levels: a skeleton never goes below the lowest of them', items: { type: 'string', enum: LEVELS } },
    include: patterns('Only these paths (globs as in .gitignore)'),
    exclude: patterns('Never these paths'),
    maxFileBytes: { type: 'number', minimum: 1, description: 'Larger files are shown as one line' },
    rules,
    embeddings: {
      type: 'object',
      description: 'A model that says how close a file is to the task. There is none unless you name one, and nothing is missing without. Only in your own configuration, never in a repository\'s.',
      required: ['kind', 'url', 'model'],
      properties: {
        kind: { type: 'string', enum: EMBEDDING_KINDS, description: 'How the server is asked: openai for everything that has /v1/embeddings' },
        url: { type: 'string', description: 'Where it is: https://api.openai.com, http://localhost:11434' },
        model: { type: 'string', description: 'Its name: text-embedding-3-small, nomic-embed-text' },
        key: { type: 'string', description: 'The environment variable that holds the key: env:OPENAI_API_KEY' },
        insecure: { type: 'boolean', description: 'Allow http to another machine' },
      },
    },
    generation: {
      type: 'object',
      description: 'The model that fovea gen asks. There is none unless you name one. Only in your own configuration, never in a repository\'s.',
      required: ['kind', 'model'],
      properties: {
        kind: { type: 'string', enum: CHAT_KINDS, description: 'How the server is asked: openai for everything that has /v1/chat/completions' },
        url: { type: 'string', description: 'Where it is, when it is not the usual place of its kind: https://openrouter.ai/api, http://localhost:8000' },
        model: { type: 'string', description: 'Its name, as the server calls it' },
        key: { type: 'string', description: 'The environment variable that holds the key: env:ANTHROPIC_API_KEY' },
        insecure: { type: 'boolean', description: 'Allow http to another machine' },
        maxTokens: { type: 'number', minimum: 1, description: 'The most tokens of one answer' },
        temperature: { type: 'number', minimum: 0, maximum: 2, description: 'As the server understands it; not sent unless told' },
        timeout: { type: 'number', minimum: 1, maximum: 3600, description: 'Seconds of silence after which the server is given up: 180' },
        prices: {
          type: 'object',
          description: 'What a million tokens cost. Without it only tokens are told.',
          required: ['input', 'output'],
          properties: {
            input: { type: 'number', minimum: 0 }, output: { type: 'number', minimum: 0 }, cacheRead: { type: 'number', minimum: 0, description: 'As input unless told' },
            cacheWrite: { type: 'number', minimum: 0, description: 'As input unless told' }, currency: { type: 'string', description: 'USD unless told' },
          },
        },
      },
    },
    ctx: {
      type: 'object',
      description: 'Aliases and packs (fovea ctx)',
      properties: {
        prefixes: {
          type: 'object',
          description: 'Prefixes of aliases beside S, H, P, A, PR, T and D, or other meanings for these',
          additionalProperties: {
            type: 'object',
            required: ['label'],
            properties: { label: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$', description: 'The word before the alias in a pack: RUNBOOK' }, match: patterns('Files that get this prefix when no alias is named') },
          },
        },
        caps: { type: 'object', description: 'The most tokens of a section of a pack, by its label: {"ADR": 300, "OPTS": 200}', additionalProperties: { type: 'number', minimum: 1 } },
      },
    },
    catalog: {
      type: 'object',
      description: 'The catalogue of databases, APIs, files and skills (fovea catalog)',
      properties: {
        role: { type: 'string', description: 'The role that reads when --role and FOVEA_ROLE do not say' },
        roles: {
          type: 'object',
          description: 'What each role may see, by its name. As soon as there is one, a reader must have a role.',
          additionalProperties: {
            type: 'object',
            properties: {
              allow: patterns('Globs over ids without res:, such as db.pg.main.sales.*; everything unless told'),
              deny: patterns('Globs over ids that are never seen; deny wins'),
              columns: {
                type: 'object',
                description: 'Fields that are never seen',
                properties: { deny: patterns('Names (*.email, salary), a field of one resource (db.pg.main.hr.people#salary), or pii:* for personal data') },
              },
              details: { type: 'boolean', description: 'Whether details may be read at all; true unless told' },
              antiPatterns: { type: 'boolean', description: 'Whether anti-patterns are shown; true unless told' },
            },
          },
        },
      },
    },
    database: { type: 'string', pattern: '^env:[A-Za-z_][A-Za-z0-9_]*$', description: 'The environment variable that holds the address of the PostgreSQL database in which a team keeps its catalogue and memory: env:FOVEA_DATABASE. Only in your own configuration, never in a repository\'s.' },
    project: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$', description: 'The name of this workspace in that database; from its git remote unless told. Only in your own configuration, never in a repository\'s.' },
    lenses: {
      type: 'object',
      description: 'Lenses of your own, by name',
      additionalProperties: {
        type: 'object',
        properties: { doc: { type: 'string' }, include: patterns('Only these paths'), exclude: patterns('Never these paths'), rules },
      },
    },
  },
}
