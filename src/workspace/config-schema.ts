import type { Schema } from '../core/schema.ts'
import { patterns, preferencesSchema } from '../core/settings/schema.ts'
import { FORMAT_NAMES } from '../formats/index.ts'
import { CHAT_KINDS, EMBEDDING_KINDS } from '../models/index.ts'
import { METER_NAMES } from '../meters/index.ts'

const { lenses, ...choices } = preferencesSchema({ formats: FORMAT_NAMES, meters: METER_NAMES })

/** What `fovea.config.json` may say. */
export const CONFIG_SCHEMA: Schema = {
  type: 'object',
  description: 'Configuration of Fovea. Data only: nothing in it is run, and a repository\'s file can narrow what is shown but never widen it.',
  properties: {
    $schema: { type: 'string', description: 'For editors' },
    ...choices,
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
          maxProperties: 100,
          additionalProperties: {
            type: 'object',
            required: ['label'],
            properties: { label: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$', description: 'The word before the alias in a pack: RUNBOOK' }, match: patterns('Files that get this prefix when no alias is named') },
          },
        },
        caps: { type: 'object', description: 'The most tokens of a section of a pack, by its label: {"ADR": 300, "OPTS": 200}. A repository\'s file may only lower them.', maxProperties: 100, additionalProperties: { type: 'number', minimum: 1 } },
      },
    },
    secrets: {
      type: 'object',
      description: 'What is hidden. Only in your own configuration, never in a repository\'s: who reads decides what may be shown.',
      properties: {
        pii: { type: 'boolean', description: 'Hide card numbers, account numbers and social security numbers too' },
        allow: patterns('What is left alone: a rule (jwt), the digits of a mark (#3f9a), or a glob of paths (test/**), which counts for fovea secrets only'),
      },
    },
    memory: {
      type: 'object',
      description: 'Whose memory counts. Only in your own configuration, never in a repository\'s: a clone may bring a memory that somebody else wrote.',
      properties: {
        trust: { type: 'array', description: 'Folders in which .fovea/memory.json counts although the repository tracks it, and all below them: ~/projects/team', maxItems: 400, items: { type: 'string', pattern: '^(?:~/|/|[A-Za-z]:[\\\\/])', maxLength: 1000 } },
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
          maxProperties: 1000,
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
    lenses,
  },
}
