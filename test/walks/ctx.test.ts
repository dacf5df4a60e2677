// References instead of sheets: aliases, cards, packs and deltas as a person uses them.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, fovea, put } from './run.ts'

const sha8 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const ADR = `# ADR-0001: Output of the summarizer

## Status

Accepted

## Context

Users paste long texts and want a short JSON summary that other programs can read.

## Considered Options

* O1 (json-tool-only)
* O2 (free text)
* O3 (streaming)

## Decision

Chosen option: "O1 (json-tool-only)", because validators need one complete object.

## Constraints

* JSON only, two keys: summary and bullets
* Answers within 2 seconds

## Consequences

* Good, because schemas check every answer
* Bad, because empty input needs a friendly error
`

const SCHEMA = '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "title": "Entities",\n  "type": "object",\n  "required": ["text"],\n  "properties": {\n    "text": { "type": "string", "description": "What is summarized" },\n    "limit": { "type": "integer" }\n  }\n}\n'

/** A skill under development, as the seed draws it. */
const SKILL = {
  'prep/ADR-0001-decision.md': ADR,
  'schemas/entities.json': SCHEMA,
  'handlers/main.py': '# The entry.\nimport json\n\n\ndef handle(text, limit=3):\n    # short\n    return json.dumps({"summary": text[:limit]})\n',
  'profiles/default.yaml': '# defaults\ntemperature: 0.2\nmax_tokens: 800\n',
  'README.md': '# My skill\n\nSummarizes text.\n',
}

/** The skill with its aliases. */
async function skill(dir: readonly string[] = []): Promise<string> {
  const cwd = folder(SKILL)
  for (const path of Object.keys(SKILL)) expect((await fovea(['ctx', 'alias', 'add', path, ...dir], { cwd })).code).toBe(0)
  return cwd
}

describe.concurrent('cards', () => {
  test('S3.14: build writes one file for each alias, twice the same; show prints one', async () => {
    const cwd = await skill(['--dir', '.ado'])
    const built = await fovea(['ctx', 'cards', 'build'], { cwd })
    expect(built.code).toBe(0)
    expect(built.err).toMatch(/5 cards in \.ado\/cards: \d+ of \d+ tokens/)
    const card = readFileSync(join(cwd, '.ado/cards/A.ADR1.md'), 'utf8')
    expect(card).toContain('- Choice: O1 (json-tool-only)')
    expect((await fovea(['ctx', 'cards', 'build', '.', '--json'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, '.ado/cards/A.ADR1.md'), 'utf8')).toBe(card)
    expect(await fovea(['ctx', 'cards', 'show', '.', 'A.ADR1'], { cwd })).toMatchObject({ code: 0, out: card })
    await fovea(['ctx', 'alias', 'rm', 'A.ADR1'], { cwd })
    expect(existsSync(join(cwd, '.ado/cards/A.ADR1.md'))).toBe(false)
  })

  test('a card of a file that changed says so; one without a file is told', async () => {
    const cwd = await skill()
    put(cwd, { 'profiles/default.yaml': 'temperature: 0.9\nmax_tokens: 900\n' })
    const shown = await fovea(['ctx', 'cards', 'show', 'PR.default'], { cwd })
    expect(shown).toMatchObject({ code: 6, out: '- temperature=0.9, max_tokens=900\n' })
    expect(shown.err).toContain('is stale')
    rmSync(join(cwd, 'profiles/default.yaml'))
    const built = await fovea(['ctx', 'cards', 'build'], { cwd })
    expect(built.code).toBe(6)
    expect(built.err).toMatch(/PR\.default@[0-9a-f]{8} has no card: .*there is no such file/)
    expect((await fovea(['ctx', 'cards', 'show', 'A.ADR9'], { cwd })).err).toContain('did you mean A.ADR1')
  })
})

describe.concurrent('aliases', () => {
  test('S3.5, S3.6: add in the form of the seed, list', async () => {
    const cwd = folder(SKILL)
    const added = await fovea(['ctx', 'alias', 'add', '.', 'A.ADR1', 'prep/ADR-0001-decision.md'], { cwd })
    expect(added).toMatchObject({ code: 0, out: `A.ADR1@${sha8(ADR)}  prep/ADR-0001-decision.md\n` })
    await fovea(['ctx', 'alias', 'add', 'S.entities', 'schemas/entities.json', '--note', 'json-only'], { cwd })
    await fovea(['ctx', 'alias', 'add', 'handlers/main.py'], { cwd })
    const { out } = await fovea(['ctx', 'alias', 'list'], { cwd })
    expect(out).toContain(`A.ADR1@${sha8(ADR)}`)
    expect(out).toContain('(json-only)')
    expect(out).toContain('H.main@')
    expect(JSON.parse((await fovea(['ctx', 'alias', 'list', '--json'], { cwd })).out)).toHaveLength(3)
  })

  test('S3.2: --dir .ado writes the file of the protocol, and later commands find it', async () => {
    const cwd = await skill(['--dir', '.ado'])
    const registry = JSON.parse(readFileSync(join(cwd, '.ado/aliases.json'), 'utf8'))
    expect(registry['A.ADR1']).toEqual({ path: 'prep/ADR-0001-decision.md', sha: sha8(ADR) })
    expect((await fovea(['ctx', 'alias', 'list'], { cwd })).out).toContain('PR.default@')
    expect(existsSync(join(cwd, '.fovea/aliases.json'))).toBe(false)
  })

  test('S3.7: verify exits 6 with what drifted; --fix shows the diff and pins', async () => {
    const cwd = await skill()
    expect(await fovea(['ctx', 'alias', 'verify'], { cwd })).toMatchObject({ code: 0, out: '5 aliases, all as pinned\n' })
    put(cwd, { 'README.md': '# My skill\n\nSummarizes long text.\n' })
    rmSync(join(cwd, 'profiles/default.yaml'))
    const drifted = await fovea(['ctx', 'alias', 'verify'], { cwd })
    expect(drifted.code).toBe(6)
    expect(drifted.out).toMatch(/^changed {2}D\.readme@[0-9a-f]{8} -> [0-9a-f]{8} {2}README\.md$/m)
    expect(drifted.out).toMatch(/^missing {2}PR\.default@/m)
    const fixed = await fovea(['ctx', 'alias', 'verify', '--fix'], { cwd })
    expect(fixed.out).toContain('-Summarizes text.\n+Summarizes long text.\n')
    expect(fixed.code).toBe(6)
    await fovea(['ctx', 'alias', 'rm', 'PR.default'], { cwd })
    expect((await fovea(['ctx', 'alias', 'verify'], { cwd })).code).toBe(0)
  })

  test('S3.4: an alias is a handle: it zooms, and says when it is stale', async () => {
    const cwd = await skill()
    const fresh = await fovea(['zoom', `A.ADR1@${sha8(ADR)}`, '-f', 'minimal'], { cwd })
    expect(fresh.code).toBe(0)
    expect(fresh.out).toContain('validators need one complete object')
    expect(fresh.out).toContain(`(alias A.ADR1@${sha8(ADR)})`)
    expect((await fovea(['zoom', 'A.ADR1#Decision', '-f', 'minimal'], { cwd })).out).toContain('validators need')
    put(cwd, { 'prep/ADR-0001-decision.md': ADR.replace('2 seconds', '3 seconds') })
    const stale = await fovea(['zoom', 'A.ADR1'], { cwd })
    expect(stale.code).toBe(6)
    expect(stale.out).toContain('This handle is stale')
    rmSync(join(cwd, 'prep/ADR-0001-decision.md'))
    const gone = await fovea(['zoom', 'A.ADR1'], { cwd })
    expect(gone.code).toBe(6)
    expect(gone.err).toContain(`A.ADR1@${sha8(ADR)} stands for prep/ADR-0001-decision.md`)
  })

  test('an aliased file shows its alias in every format that has handles', async () => {
    const cwd = await skill()
    for (const format of ['claude-xml', 'xml', 'json', 'markdown', 'minimal', 'plusminus', 'prompt']) {
      expect((await fovea(['.', '-f', format, '-q'], { cwd })).out, format).toContain(`A.ADR1@${sha8(ADR)}`)
    }
    expect((await fovea(['.', '--frozen', '-q'], { cwd })).out).not.toContain('A.ADR1@')
  })

  test('wrong input is told and changes nothing', async () => {
    const cwd = await skill()
    const before = readFileSync(join(cwd, '.fovea/aliases.json'), 'utf8')
    symlinkSync('/etc/hostname', join(cwd, 'leak.txt'))
    for (const [args, code, said] of [
      [['add', '.', 'A.ADR1', '../x'], 1, 'leads outside the root'], [['add', 'D.leak', 'leak.txt'], 1, 'leads outside the root'], [['add', 'D.x', '.git/config'], 1, 'never shown'],
      [['add', 'X.one', 'README.md'], 2, 'its prefix is one of'], [['add', 'A.ADR1', 'README.md'], 1, 'A.ADR1 stands for prep/ADR-0001-decision.md'], [['add', 'a.adr1', 'README.md'], 2, 'prefix is one of'],
      [['add'], 2, 'name a file'], [['rm', 'A.ADR2'], 1, 'did you mean A.ADR1'], [['rm'], 2, 'name an alias'], [['lst'], 2, 'there is no command "ctx alias lst"; did you mean list?'], [[], 2, 'needs a third word: add, list, verify, rm'],
    ] as const) {
      const ran = await fovea(['ctx', 'alias', ...args], { cwd })
      expect({ code: ran.code, out: ran.out }, said).toEqual({ code, out: '' })
      expect(ran.err).toContain(said)
    }
    expect(readFileSync(join(cwd, '.fovea/aliases.json'), 'utf8')).toBe(before)
  })

  test('a registry that cannot be read is told and left as it is; a page goes on without', async () => {
    const cwd = folder({ ...SKILL, '.ado/aliases.json': '{"A.ADR1": ' })
    const listed = await fovea(['ctx', 'alias', 'list'], { cwd })
    expect(listed.code).toBe(1)
    expect(listed.err).toContain('.ado/aliases.json cannot be used: it is not JSON: it ends too early. It was left as it is')
    const page = await fovea(['.'], { cwd })
    expect(page.code).toBe(0)
    expect(page.err).toContain('No alias is shown: .ado/aliases.json cannot be used')
  })

  test('many processes add at once and none is lost', async () => {
    const cwd = folder(Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`docs/${i}.md`, `# ${i}\n`])))
    await Promise.all(Array.from({ length: 6 }, (_, i) => fovea(['ctx', 'alias', 'add', `D.d${i}`, `docs/${i}.md`], { cwd })))
    expect(JSON.parse((await fovea(['ctx', 'alias', 'list', '--json'], { cwd })).out)).toHaveLength(6)
  })
})
