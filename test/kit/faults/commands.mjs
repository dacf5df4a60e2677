// Commands that write, each with the state it begins in, what it must never lose, and what it may leave behind.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const source = (name, count) => Array.from({ length: count }, (_, at) => `/** Step ${at} of ${name}. */\nexport function ${name}${at}(input: string): string {\n  return input.repeat(${at}) + '${name}'\n}\n`).join('\n')

const api = (operations) => JSON.stringify({ openapi: '3.0.3', info: { title: 'shop', version: '1' }, servers: [{ url: 'https://api.example' }], paths: Object.fromEntries(Array.from({ length: operations }, (_, at) =>
  [`/things${at}`, { get: { operationId: `get${at}`, summary: `Things ${at}`, responses: { 200: { description: 'ok' } } } }])) })

const MARK = '5c2f9a1b'
const answer = (files) => Object.entries(files).map(([name, text]) => `@@@ file ${MARK} ${name}\n${text}@@@ end ${MARK}\n`).join('')

/** Writes files below a folder. */
export function put(root, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** A project in which every kind of record can be made. */
export const PROJECT = {
  'README.md': '# Shop\n\nSells things.\n', 'src/alpha.ts': source('alpha', 4), 'src/beta.ts': source('beta', 3), 'src/gamma.py': 'def gamma(text):\n    """Says it."""\n    return text\n',
  'api.json': api(3), 'more.json': api(2), 'log.txt': Array.from({ length: 400 }, (_, at) => `line ${at} ${at === 200 ? 'ERROR: it broke' : 'ok'}\n`).join(''),
  'answer.txt': answer({ 'src/new.ts': 'export const made = 1\n', 'src/beta.ts': 'export const beta = 2\n', 'lib/deep/other.ts': 'export const other = 3\n' }),
}

// What people told Fovea, and how it is asked for: names of records, sorted.
const RECORDS = {
  lessons: { argv: ['journal', '--json', '--limit', '1000'], of: ({ entries }) => entries.map(({ kind, path, why }) => `${kind} ${path} ${why}`) },
  sessions: { argv: ['session', 'list', '--json'], of: (sessions) => sessions.map(({ session_id, user_request }) => `${session_id}: ${user_request}`) },
  aliases: { argv: ['ctx', 'alias', 'list', '--json'], of: (aliases) => aliases.map(({ alias, path }) => `${alias} ${path}`) },
  sources: { argv: ['catalog', 'list', '--json'], of: (sources) => sources.map(({ spec: { name, type, location } }) => `${name} ${type} ${location}`) },
}

// A meter without a vocabulary: loading one costs more than all the rest.
const METER = ['--meter', 'heuristic']
const PACK = ['pack', '.', '--budget', '600', '--format', 'minimal', ...METER]
const LESSON = ['feedback', 'src/alpha.ts', '--useful', '--reason', 'first']

/** A command: `before` are commands that made the state it begins in, `edit` what changed since, `records` what it must not lose, `outputs` the files it makes, `together` whether all or none of them, `moves` the places of which one must hold what was there, `degrades` what it says when a cache cannot be used, `removes` the record that it is to remove, `tells` that its answer tells of what was there before. */
export const COMMANDS = [
  { name: 'pack, cold', argv: PACK },
  { name: 'pack, warm', before: [PACK], argv: PACK },
  { name: 'pack after an edit', before: [PACK], edit: { 'src/beta.ts': source('beta', 5) }, argv: PACK },
  { name: 'pack -o', before: [PACK], edit: { 'out.txt': 'an older page\n' }, argv: [...PACK, '-o', 'out.txt'], outputs: ['out.txt'] },
  { name: 'delta', before: [PACK], edit: { 'src/beta.ts': source('beta', 5) }, argv: ['delta', '.', '--budget', '600', '--format', 'minimal', ...METER, '--base', '{pack}'], degrades: /is not known|gives the full answer|no pack/ },
  { name: 'render --as tool', argv: ['render', 'log.txt', '--as', 'tool', '--name', 'make', '--budget', '120', ...METER], degrades: /kept/ },
  { name: 'feedback', before: [LESSON], argv: ['feedback', 'src/beta.ts', '--useless', '--reason', 'second'], records: 'lessons', tells: true },
  { name: 'memory reset', before: [LESSON], argv: ['memory', 'reset'], tells: true, moves: ['.fovea/memory.json', '.fovea/memory.json.bak'] },
  { name: 'session save', before: [['session', 'save', 'one', '--task', 'alpha', ...METER]], argv: ['session', 'save', 'two', '--task', 'beta', '--json', ...METER], records: 'sessions' },
  { name: 'session rm', before: [['session', 'save', 'one', '--task', 'alpha', ...METER], ['session', 'save', 'two', '--task', 'beta', ...METER]], argv: ['session', 'rm', 'two'], records: 'sessions', removes: 'two: beta', tells: true },
  { name: 'ctx alias add', before: [['ctx', 'alias', 'add', 'H.alpha', 'src/alpha.ts']], argv: ['ctx', 'alias', 'add', 'H.beta', 'src/beta.ts'], records: 'aliases' },
  { name: 'ctx alias verify --fix', before: [['ctx', 'alias', 'add', 'H.alpha', 'src/alpha.ts'], ['ctx', 'alias', 'add', 'H.beta', 'src/beta.ts']], edit: { 'src/beta.ts': source('beta', 5) }, argv: ['ctx', 'alias', 'verify', '--fix'], records: 'aliases' },
  { name: 'catalog add', before: [['catalog', 'add', 'shop', 'api.json', '--secret', 'token=env:TOKEN']], argv: ['catalog', 'add', 'more', 'more.json', '--secret', 'token=env:TOKEN'], records: 'sources' },
  { name: 'catalog scan', before: [['catalog', 'add', 'shop', 'api.json']], edit: { 'api.json': api(5) }, argv: ['catalog', 'scan'], records: 'sources', tells: true },
  { name: 'catalog export', before: [['catalog', 'add', 'shop', 'api.json'], ['catalog', 'export', 'kept']], edit: { 'kept/overview.jsonl': '{}\n' }, argv: ['catalog', 'export', 'kept'] },
  { name: 'cache clear', before: [PACK], argv: ['cache', 'clear', '.'], tells: true, same: (out) => out.replace(/, .*/s, '') },
  { name: 'init', argv: ['init'], outputs: ['fovea.config.json'] },
  { name: 'install', edit: { '.mcp.json': '{\n  "mcpServers": {\n    "other": { "command": "other" }\n  }\n}\n' }, argv: ['install', 'claude-code', '--yes'], outputs: ['.mcp.json'], tells: true },
  { name: 'gen code --answer', before: [['ctx', 'alias', 'add', 'H.alpha', 'src/alpha.ts']], argv: ['gen', 'code', '--answer', 'answer.txt', '--yes'], records: 'aliases', outputs: ['src/new.ts', 'src/beta.ts', 'lib/deep/other.ts'], together: true },
]

/** How the records of a kind are listed. */
export const recordsOf = (kind) => RECORDS[kind]
