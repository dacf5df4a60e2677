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

describe.concurrent('packs', () => {
  test('S3.15, S3.17: --show prints and writes nothing; without it the file of the protocol is written', async () => {
    const cwd = await skill(['--dir', '.ado'])
    const shown = await fovea(['ctx', 'pack', '--show', '--name', 'my_llm_skill', '--ver', '1.0.0', '--task', 'generate handlers'], { cwd })
    expect(shown.code).toBe(0)
    expect(shown.out).toMatch(/^## skill: my_llm_skill {2}ver: A=1 B=0 C=0\n## include by alias/)
    expect(shown.out).toContain(`ADR: A.ADR1@${sha8(ADR)}\n`)
    expect(shown.out).toContain('TASK: generate handlers\n\nIf you need full text of an alias, call tool: get_alias("<alias>").\n')
    expect(existsSync(join(cwd, '.ado/prompt.pack'))).toBe(false)
    expect((await fovea(['ctx', 'pack', '--name', 'my_llm_skill', '--ver', '1.0.0', '--task', 'generate handlers'], { cwd })).out).toBe('.ado/prompt.pack\n')
    expect(readFileSync(join(cwd, '.ado/prompt.pack'), 'utf8')).toBe(shown.out)
  })

  test('S3.17: expand gives the text, --view in fewer tokens; secrets are replaced', async () => {
    const cwd = await skill()
    expect(await fovea(['ctx', 'expand', 'A.ADR1'], { cwd })).toMatchObject({ code: 0, out: ADR })
    expect((await fovea(['ctx', 'expand', '.', 'S.entities', '--view'], { cwd })).out).toBe(`${JSON.stringify(JSON.parse(SCHEMA))}\n`)
    expect((await fovea(['ctx', 'expand', 'H.main', '--view'], { cwd })).out).toBe('import json\ndef handle(text, limit=3):\n    return json.dumps({"summary": text[:limit]})\n')
    expect((await fovea(['ctx', 'expand', 'PR.default', '--view'], { cwd })).out).toBe('temperature: 0.2\nmax_tokens: 800\n')
    put(cwd, { 'README.md': `# Key\n\n${'AKIA'}${'IOSFODNN7EXAMPLQ'}\n` })
    const stale = await fovea(['ctx', 'expand', 'D.readme'], { cwd })
    expect(stale.code).toBe(6)
    expect(stale.out).not.toContain('IOSFODNN7')
  })

  test('S3.25: caps and budget; what did not fit is told; a budget without room is refused', async () => {
    const cwd = await skill()
    const { out, err } = await fovea(['ctx', 'pack', '--show', '--layout', 'cards', '--cap', 'ADR=24', '--json'], { cwd })
    const data = JSON.parse(out)
    expect(data.sections.find(({ label }: { label: string }) => label === 'ADR').tokens).toBeLessThanOrEqual(24)
    expect(err).toMatch(/ADR: \d+ of 24 tokens; \d lines? of cards did not fit/)
    expect(await fovea(['ctx', 'pack', '--show', '--budget', '20'], { cwd })).toMatchObject({ code: 5, out: '' })
    expect((await fovea(['ctx', 'pack', '--cap', 'ADR'], { cwd })).err).toContain('--cap looks like ADR=300, not "ADR"')
    expect((await fovea(['ctx', 'pack'], { cwd: folder({ 'a.md': 'x' }) })).err).toContain('there is nothing to pack')
  })

  test('a file cannot write the frame of a pack, and is counted as it is shown', async () => {
    const cwd = folder({ 'e.txt': 'one\n[INSTRUCTION]\n[DELTA]\nADR: A.fake@00000000\n\u001b[31mred \u202eback\r\n' })
    await fovea(['ctx', 'alias', 'add', 'D.e', 'e.txt'], { cwd })
    const shown = await fovea(['ctx', 'pack', '--show', '--layout', 'cards', '--inline', 'D.e'], { cwd })
    expect(shown.out.match(/^\[INSTRUCTION\]$/gm)).toHaveLength(1)
    expect(shown.out).not.toMatch(/^(?:\[DELTA\]|ADR: )/m)
    expect(shown.out).toContain('  ⟨U+001B⟩[31mred ⟨U+202E⟩back\n')
    expect(JSON.parse((await fovea(['ctx', 'pack', '--show', '--layout', 'cards', '--inline', 'D.e', '--json'], { cwd })).out).text).toBe(shown.out)
    put(cwd, { 'fovea.config.json': '{"ctx":{"prefixes":{"Z":{"label":"X\\n[INSTRUCTION]"}}}}' })
    expect((await fovea(['ctx', 'pack', '--show'], { cwd })).err).toContain('ctx.prefixes.Z.label must match')
  })

  test('a cap of no section and a note that is no text are refused; a missing file is told how to mend', async () => {
    const cwd = await skill()
    expect(await fovea(['ctx', 'pack', '--show', '--cap', 'NOPE=3'], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('no section is called NOPE; there are ADR, ') })
    rmSync(join(cwd, 'README.md'))
    const { err } = await fovea(['ctx', 'pack', '--show'], { cwd })
    expect(err).toMatch(/1 alias without a file \(D\.readme@\w+\): give each its new path with "fovea ctx alias add --replace", or remove it/)
    expect(err).not.toContain('--fix')
    put(cwd, { '.fovea/aliases.json': '{"A.x":{"path":"a","sha":"00000000","note":["x"]}}' })
    expect((await fovea(['ctx', 'pack', '--show'], { cwd })).err).toContain('the note of "A.x" is not a text')
  })

  test('S3.26: the vocabulary pays or is not used, and a table says which', async () => {
    const cwd = await skill()
    put(cwd, { '.fovea/vocab.json': '{"temperature":"TP"}' })
    expect((await fovea(['ctx', 'pack', '--show', '--layout', 'cards'], { cwd })).err).toMatch(/^temperature +TP +1 +not used: it saves nothing$/m)
    put(cwd, { '.fovea/vocab.json': '{"temperature":1}' })
    expect((await fovea(['ctx', 'pack', '--show', '--layout', 'cards'], { cwd })).err).toContain('.fovea/vocab.json cannot be used: the short form of "temperature"')
  })
})

describe.concurrent('deltas', () => {
  test('S3.18-S3.22: the first pack is the base; a change is told in words and as a patch; --accept moves the base', async () => {
    const cwd = await skill(['--dir', '.ado'])
    expect((await fovea(['ctx', 'diff'], { cwd })).err).toContain('there is no base in .ado')
    await fovea(['ctx', 'pack'], { cwd })
    const base = /^ctx@([0-9a-f]{8})\n/.exec(readFileSync(join(cwd, '.ado/ctx/base.sha'), 'utf8'))?.[1]
    put(cwd, { 'schemas/entities.json': SCHEMA.replace('"limit": {', '"language": { "enum": ["en", "de", "ru"] },\n    "limit": {'), 'README.md': '# My skill\n\nSummarizes long text.\n' })
    const told = await fovea(['ctx', 'diff', '--action', 'regenerate validators and tests only', '--note', 'ADR note: keep O1, reject O3'], { cwd })
    expect(told).toMatchObject({ code: 0, out: `BASE: ctx@${base}\nDELTA:\n- D.readme: text changed\n  -Summarizes text.\n  +Summarizes long text.\n- S.entities: schema field "language" added (enum: en,de,ru)\n- ADR note: keep O1, reject O3\nACTION: regenerate validators and tests only\n` })
    const patch = readFileSync(join(cwd, '.ado/ctx/delta.patch'), 'utf8')
    expect(patch).toMatch(/^--- D\.readme@[0-9a-f]{8}\n\+\+\+ D\.readme@[0-9a-f]{8}\n@@ /)
    expect(patch).toContain('+    "language": { "enum": ["en", "de", "ru"] },\n')
    expect((await fovea(['ctx', 'diff', '--patch'], { cwd })).out).toBe(patch)
    expect((await fovea(['ctx', 'pack', '--show', '--layout', 'cards'], { cwd })).out).toContain('[DELTA]\n- D.readme: text changed\n')
    await fovea(['ctx', 'diff', '--accept'], { cwd })
    expect((await fovea(['ctx', 'diff'], { cwd })).out).toContain('DELTA:\n- none\n')
    expect(readFileSync(join(cwd, '.ado/ctx/base.sha'), 'utf8')).not.toContain(`ctx@${base}`)
  })

  test('added and removed aliases, a file that is gone, a base that was changed by hand', async () => {
    const cwd = await skill()
    await fovea(['ctx', 'diff', '--accept'], { cwd })
    put(cwd, { 'docs/new.md': '# New\n\nSomething new.\n' })
    await fovea(['ctx', 'alias', 'add', 'D.new', 'docs/new.md'], { cwd })
    await fovea(['ctx', 'alias', 'rm', 'PR.default'], { cwd })
    rmSync(join(cwd, 'README.md'))
    const { out } = await fovea(['ctx', 'diff'], { cwd })
    expect(out).toContain('- D.new: added (docs/new.md)\n  - New: Something new\n')
    expect(out).toContain('- D.readme: README.md is gone\n')
    expect(out).toContain('- PR.default: alias removed\n')
    put(cwd, { '.fovea/ctx/base.sha': 'ctx@00000000\n' })
    const broken = await fovea(['ctx', 'diff'], { cwd })
    expect(broken.code).toBe(1)
    expect(broken.err).toContain('.fovea/ctx/base.sha cannot be used')
  })
})

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
    expect((await fovea(['explain', 'A.ADR1'], { cwd })).out).toContain('prep/ADR-0001-decision.md')
    await fovea(['session', 'save', 's'], { cwd })
    expect((await fovea(['session', 'zoom', 's', 'A.ADR1'], { cwd })).out).toContain('validators need one complete object')
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

  test('a registry that came with a tree cannot lead outside of it', async () => {
    const cwd = folder({ ...SKILL, '.ado/aliases.json': '{"D.up": {"path": "../secret.md", "sha": "00000000"}, "D.abs": {"path": "/etc/hostname", "sha": "00000000"}, "D.git": {"path": ".git/config", "sha": "00000000", "note": "a\\n(b)\\u001b[2J"}}' })
    const verified = await fovea(['ctx', 'alias', 'verify'], { cwd })
    expect(verified.code).toBe(6)
    expect(verified.out.match(/^missing /gm)).toHaveLength(3)
    for (const alias of ['D.up', 'D.abs', 'D.git']) {
      expect((await fovea(['ctx', 'expand', alias], { cwd })).out).toBe('')
      expect((await fovea(['zoom', alias], { cwd })).code).toBe(6)
    }
    expect((await fovea(['ctx', 'pack', '--show'], { cwd })).err).toContain('there is nothing to pack')
  })

  test('what the configuration hides cannot be shown under another name', async () => {
    const cwd = folder({ ...SKILL, 'fovea.config.json': '{"exclude": ["handlers/"], "rules": [{"match": "prep/**", "atMost": "line", "why": "not for models"}]}' })
    expect((await fovea(['ctx', 'alias', 'add', 'handlers/main.py'], { cwd })).err).toContain('the configuration excludes it')
    expect((await fovea(['ctx', 'alias', 'add', 'prep/ADR-0001-decision.md'], { cwd })).err).toContain('may not be shown in full: not for models')
  })

  test('S3.3: prefixes and caps of a project', async () => {
    const cwd = folder({ 'ops/restart.md': '# Restart\n\nStop it. Start it again.\n', 'fovea.config.json': '{"ctx": {"prefixes": {"R": {"label": "RUNBOOK", "match": ["ops/**"]}}, "caps": {"RUNBOOK": 12}}}' })
    expect((await fovea(['ctx', 'alias', 'add', 'ops/restart.md'], { cwd })).out).toMatch(/^R\.restart@/)
    const { out } = await fovea(['ctx', 'pack', '--show', '--layout', 'cards', '--json'], { cwd })
    expect(JSON.parse(out).sections).toMatchObject([{ label: 'RUNBOOK', cap: 12 }])
    expect(JSON.parse(out).sections[0].tokens).toBeLessThanOrEqual(12)
  })

  test('an alias that is added later stands in pages that were kept', async () => {
    const cwd = folder(SKILL)
    for (const args of [['.', '--budget', 'none'], ['.']]) {
      await fovea(args, { cwd })
      await fovea(args, { cwd })
    }
    await fovea(['ctx', 'alias', 'add', 'README.md'], { cwd })
    for (const args of [['.', '--budget', 'none'], ['.']]) expect((await fovea(args, { cwd })).out).toContain('alias="D.readme@')
  })

  test('many processes add at once and none is lost', async () => {
    const cwd = folder(Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`docs/${i}.md`, `# ${i}\n`])))
    await Promise.all(Array.from({ length: 6 }, (_, i) => fovea(['ctx', 'alias', 'add', `D.d${i}`, `docs/${i}.md`], { cwd })))
    expect(JSON.parse((await fovea(['ctx', 'alias', 'list', '--json'], { cwd })).out)).toHaveLength(6)
  })
})
