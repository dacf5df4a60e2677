// Cards (S3.8-S3.14): the rules hold for every kind and for any text, and the same text gives the same bytes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Card, cardOf, cardText } from '../../src/core/ctx/cards/card.ts'
import { fileBlock } from '../../src/core/tile.ts'
import { parser } from '../kit/pack.ts'

async function card(path: string, text: string, alias?: string): Promise<Card> {
  const language = parser.languageOf(path, text)
  if (language !== undefined) await parser.prepare(language, text)
  const block = fileBlock(path, text, language === undefined ? [] : parser.parse(language, text).tiles)
  const made = cardOf({ ...(alias === undefined ? {} : { alias }), path, text, language: language?.name ?? 'text', block })
  obeys(made)
  return made
}

/** Every rule of the protocol for a card. */
function obeys({ lines }: Card): void {
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThanOrEqual(10)
  for (const line of lines) {
    expect(line.length, line).toBeLessThanOrEqual(100)
    expect(line).toMatch(/^- \S/)
    expect(line).not.toMatch(/["`\u201C\u201D\r\n\p{Cc}]|\*\*|\s$/u)
    expect(line).not.toMatch(/\[[^\]]*\]\((?!required\))/)
  }
}

const pad = (sign: string): string => `${sign} ${'Words that explain. '.repeat(120)}\n`

describe('S3.9: decision card', () => {
  const madr = `---\nstatus: accepted\n---\n# Use JSON\n\n## Context and Problem Statement\n\nUsers want a **short** [JSON](https://x.y) summary. How?\n\n${pad('More:')}\n## Decision Drivers\n\n* JSON only\n* Two keys\n\n## Considered Options\n\n* O1 (json-tool-only)\n* O2 - free text\n* [O3](./o3.md)\n\n## Decision Outcome\n\nChosen option: "O1 (json-tool-only)", because validators need it.\n\n### Consequences\n\n* Good, because checked\n* Bad, because empty input needs a friendly error\n`

  test('MADR: goal, choice, excluded, constraints', async () => {
    expect((await card('docs/adr/1.md', madr)).lines).toEqual([
      '- Goal: Users want a short JSON summary. How?', '- Choice: O1 (json-tool-only), because validators need it', '- Excluded: O2; O3', '- Constraints: JSON only; Two keys', '- Negative: empty input needs a friendly error',
    ])
  })

  test('Nygard: context, decision, consequences; a record that no longer holds says so first', async () => {
    const text = `# 5. Modules\n\nDate: 2017-07-04\n\n## Status\n\nSuperseded by [9](9.md)\n\n## Context\n\nModules come from many places.\n\n## Decision\n\nWe will source modules locally. Other sources were rejected because they are slow.\n\n## Consequences\n\nModules are harder to share.\n${pad('')}`
    expect((await card('a.md', text, 'A.m')).lines).toEqual([
      '- Status: Superseded by 9', '- Goal: Modules come from many places', '- Choice: We will source modules locally. Other sources were rejected because they are slow', '- Negative: Modules are harder to share',
    ])
  })

  test.each([
    ['bold words', '**Context.** Many places.\n\n**Decision:** Keep them here.\n'], ['words with a colon', 'Context: Many places.\n\nDecision: Keep them here.\n'], ['underlined headings', 'Context\n-------\n\nMany places.\n\nDecision\n--------\n\nKeep them here.\n'],
    ['numbered headings', '## 1. Context\n\nMany places.\n\n## 2. Decision\n\nKeep them here.\n'], ['AsciiDoc', '== Context\n\nMany places.\n\n== Decision\n\nKeep them here.\n'],
  ])('the same record with %s', async (_, text) => {
    const { kind, lines } = await card(text.startsWith('==') ? 'a.adoc' : 'a.md', `${text}\n${pad('Note')}`, 'A.x')
    expect(kind).toBe('decision')
    expect(lines).toContain('- Choice: Keep them here')
  })

  test('no examples: code is not read', async () => {
    expect(cardText(await card('a.md', `## Context\n\nWhy.  It matters.\n\n\`\`\`\n## Decision\nfenced\n\`\`\`\n\n## Decision\n\nThis one holds.\n${pad('')}`, 'A.x'))).not.toContain('fenced')
  })
})

describe('S3.10: option matrix', () => {
  const options = { options: [{ id: 'O1', summary: 'json tool only', incompatibilities: ['O3'], pros: ['x'.repeat(300)] }, { id: 'O2', summary: 'free text' }, { id: 'O3', summary: 'streaming', incompatibilities: [{ option: 'O1' }], cons: ['y'.repeat(300)] }] }

  test('options.json: one line for each, with what it does not go with', async () => {
    expect((await card('prep/options.json', JSON.stringify(options))).lines).toEqual(['- O1: json tool only; not with O3', '- O2: free text', '- O3: streaming; not with O1'])
  })

  test('scorecard.json: the best first', async () => {
    const { lines } = await card('prep/scorecard.json', JSON.stringify({ weights: { cost: 1 }, scores: [{ option: 'O2', total: 0.4 }, { option: 'O1', total: 0.8, by: { cost: 0.9 } }], conflicts: ['O1 and O3'], note: 'z'.repeat(500) }))
    expect(lines).toEqual(['- O1: total 0.8, cost 0.9', '- O2: total 0.4', '- Weights: cost 1', '- Conflicts: O1 and O3'])
  })

  test('a table in Markdown', async () => {
    expect((await card('options.md', '# Options\n\n| Option | Cost |\n|---|---|\n| **O1** | low |\n| O2 | `high` |\n', 'P.o')).lines).toEqual(['- O1: low', '- O2: high'])
  })
})

describe('S3.11: schema card, fields and types only', () => {
  test('JSON Schema, as the seed writes it', async () => {
    const schema = { $schema: 'x', type: 'object', required: ['text'], properties: { text: { type: 'string', description: 'd'.repeat(400) }, lang: { enum: ['en', 'de', 'ru'] }, user: { $ref: '#/$defs/User' }, tags: { type: 'array', items: { type: 'string' } }, inner: { type: 'object', properties: { a: { type: 'integer' } } } }, $defs: { User: { type: 'object', properties: { id: { type: 'string' } } } } }
    expect((await card('schemas/e.json', JSON.stringify(schema))).lines).toEqual(['- text: string(required), lang: enum[en,de,ru], user: User, tags: string[], inner: object', '- inner.a: integer', '- User: id: string'])
  })

  test.each([
    ['a.sql', `CREATE TABLE orders (\n  id int PRIMARY KEY,\n  amount numeric(12,2) NOT NULL -- USD\n);\n${pad('--')}`, ['- orders: id: int PRIMARY KEY, amount: numeric(12,2) NOT NULL']],
    ['a.proto', `syntax = "proto3";\n${pad('//')}message User {\n  string id = 1;\n  repeated string tags = 2;\n}\n`, ['- User: id: string, tags: repeated string']],
    ['a.ts', `${pad('//')}export interface User {\n  /** who */\n  readonly id: string\n  name?: string\n}\nexport type Id = string | number\n`, ['- User: id: string, name?: string', '- Id: string | number']],
    ['a.py', `${pad('#')}class User(BaseModel):\n    """Doc."""\n    id: int\n    name: str = Field("x")\n`, ['- User: id: int, name: str']],
  ])('%s', async (path, text, lines) => expect((await card(path, text, 'S.x')).lines).toEqual(lines))

  test('a long list ends in a line that counts the rest', async () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`field_number_${i}`, { type: 'string' }]))
    const { lines } = await card('s.json', JSON.stringify({ $schema: 'x', properties }))
    const told = lines.slice(0, -1).join(',').split('field_number_').length - 1
    expect(lines.at(-1)).toBe(`- and ${300 - told} more fields`)
  })
})

describe('the other kinds', () => {
  test('code: what others can use', async () => {
    const text = `${pad('//')}export function open(path: string, limit = 3): void {\n  go()\n}\nfunction hidden() {\n  go()\n}\nexport class Store {\n  get(key: string): string {\n    return key\n  }\n  private inner(): void {\n    go()\n  }\n}\n`
    expect((await card('src/a.ts', text, 'H.a')).lines).toEqual(['- Exports: open(path: string, limit = 3)', '- class Store: get(key: string)'])
  })

  test('profile: settings', async () => {
    expect((await card('profiles/p.yaml', `${pad('#')}temperature: 0.2  # low\nmax_tokens: 800\nstop:\n  - a\n  - b\ndeep:\n  key: "v"\ntext: |\n  not: this\n`, 'PR.p')).lines).toEqual(['- temperature=0.2, max_tokens=800, stop=[a,b], deep.key=v'])
  })

  test('tests: their names', async () => {
    expect((await card('tests/test_a.py', `${pad('#')}def test_rejects_empty_input():\n    pass\n\n\ndef test_ok():\n    pass\n`, 'T.a')).lines).toEqual(['- Tests (2): rejects empty input; ok'])
    expect((await card('a.test.ts', `${pad('//')}describe('store', () => {\n  test("keeps 'it'", () => {})\n})\n`)).lines).toEqual(['- Tests (2): store; keeps it'])
  })

  test('readme: what it is, and its sections', async () => {
    expect((await card('README.md', `# Tool\n\nDoes *one* thing. Well.\n\n## Install\n\n${pad('x')}\n## Use\n\ny\n`)).lines).toEqual(['- Tool: Does one thing. Well', '- Sections: Install, Use'])
  })

  test('a file that says nothing has a card that says so', async () => {
    expect((await card('a.md', '', 'D.x')).lines).toEqual(['- empty file'])
    expect((await card('a.md', '```\ncode\n```\n', 'D.x')).lines).toEqual(['- text of 4 lines'])
  })
})

const NAMES = ['docs/adr/1.md', 'a.json', 'b.yaml', 'c.sql', 'd.py', 'e.ts', 'f.proto', 'tests/test_g.py', 'options.json', 'x.unknown', 'h.adoc']
const PREFIX = fc.constantFrom(undefined, 'A.x', 'P.x', 'S.x', 'H.x', 'PR.x', 'T.x', 'D.x')
const LINES = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('# Decision', '## Context', '**Decision:** "x" `y`', '- Bad, because', '| a | b |', '|--|--|', '```', 'key: "value" # c', 'def test_a():', 'export const a = "', '{"properties":{"a":{"enum":["`","\u201C"]}}}', 'CREATE TABLE a (b int);', '\u2028- x\u0000', '[a](b)(c)', 'long '.repeat(60))), { maxLength: 12 })

test('S3.8, S3.12, S3.13: the rules hold for any text, and building twice gives the same bytes', { timeout: 60_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.constantFrom(...NAMES), PREFIX, LINES, async (path, alias, lines) => {
    const text = lines.join('\n')
    expect(cardText(await card(path, text, alias))).toBe(cardText(await card(path, text, alias)))
  }), { numRuns: 400 })
})

test.each([
  ['comments that never end', '<!--'.repeat(100_000)], ['one long line of blanks', `# ${' '.repeat(400_000)}x\n## Decision\n\ny`], ['brackets', '['.repeat(300_000)], ['stars', '*'.repeat(300_000)],
  ['quotes', '"'.repeat(300_000)], ['a deep schema', `${'{"properties":{"a":'.repeat(3000)}{}${'}}'.repeat(3000)}`], ['tables', '|'.repeat(300_000)], ['comments in JSON', `{${'/*'.repeat(150_000)}`],
])('hostile text is read to its end: %s', async (_, text) => {
  for (const [path, alias] of [['a.md', 'A.x'], ['a.md', 'P.x'], ['a.json', 'S.x'], ['a.yaml', 'PR.x']] as const) await card(path, text, alias)
})
