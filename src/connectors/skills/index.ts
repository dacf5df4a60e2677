// Folders with a SKILL.md: what an agent can be taught, as resources (S3.40). Nothing of a skill is run; its text is what is used.
import { join, posix, relative, sep } from 'node:path'
import { stat } from 'node:fs/promises'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { type Connector, type OpenSource, SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { pathOf, textOfFile } from '../documents/read.ts'
import { skillsLabel } from '../labels.ts'
import { asSchema, columnsOf, inputsOf } from '../schema/mini.ts'
import { listOf, member, nameOf, textOf, type Tree, wordsOf } from '../schema/tree.ts'
import { filesBelow } from './find.ts'
import { skillText, type SkillText } from './read.ts'

const MOST_SKILLS = 5000
const MOST_BYTES = 1_000_000
const MOST_FILES = 15
const FAR = { depth: 6, most: MOST_SKILLS }

/** Scans folders of skills. */
export const skills: Connector = { ...skillsLabel, scan, probe }

async function* scan(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  const top = pathOf(source)
  const found = await filesBelow(top, source.location, (name) => name === 'SKILL.md', FAR)
  const names = new Set<string>()
  for (const [at, file] of found.entries()) {
    if (watch.signal?.aborted === true) throw watch.signal.reason
    yield* skillAt({ path: join(top, file), source, names })
    watch.progress(at + 1)
  }
  if (found.length === 0) yield { code: 'skills/none', severity: 'warning', path: source.location, message: `${source.location} holds no SKILL.md` }
}

interface Skill {
  readonly path: string
  readonly source: OpenSource
  readonly names: Set<string>
}

async function* skillAt({ path, source, names }: Skill): AsyncIterable<Descriptor | Diagnostic> {
  const shown = relative(source.root, path).split(sep).join('/')
  const text = await textOfFile(path, shown, MOST_BYTES).catch((error: unknown) => error)
  if (typeof text !== 'string') return yield { code: 'skills/unreadable', severity: 'warning', path: shown, message: text instanceof SourceDown ? text.message : `${shown} cannot be read` }
  const skill = await skillText(text)
  if (skill.fault !== undefined) yield { code: 'skills/front-matter', severity: 'warning', path: shown, message: `the front matter of ${shown} cannot be read: ${skill.fault}`, hint: 'It is YAML between two lines of ---, with name and description.' }
  yield descriptorOf(skill, { shown, source, name: free(nameOf(member(skill.matter, 'name'), 80) ?? folderName(shown), names), beside: await filesBeside(path) })
}

const folderName = (shown: string): string => nameOf(posix.basename(posix.dirname(shown)), 80) ?? 'skill'

function free(name: string, taken: Set<string>): string {
  let [fresh, at] = [name, 2]
  while (taken.has(fresh)) fresh = `${name}~${at++}`
  taken.add(fresh)
  return fresh
}

/** What lies beside a SKILL.md: scripts and references that its text may name. */
const filesBeside = async (path: string): Promise<string[]> => (await filesBelow(join(path, '..'), '', (name) => name !== 'SKILL.md', { depth: 2, most: 200 })).filter((name) => name !== '')

interface About {
  readonly shown: string
  readonly source: OpenSource
  readonly name: string
  readonly beside: readonly string[]
}

function descriptorOf(skill: SkillText, { shown, source, name, beside }: About): Descriptor {
  const { matter } = skill
  const lifecycle = (['stable', 'evolving', 'experimental'] as const).find((word) => word === member(matter, 'lifecycle'))
  return {
    kind: 'skill', place: { ns: 'skill', engine: '', source: source.name, path: [name] }, title: name, description: wordsFor(skill, beside), tags: tagsOf(matter),
    inputs: inputsOf(asSchema(schemaIn(matter, 'inputs'))), columns: columnsOf(asSchema(schemaIn(matter, 'outputs'))), call: { by: 'text', path: shown }, cap: ['get'], snippets: skill.code,
    ...(lifecycle === undefined ? {} : { lifecycle }), ...ownerOf(matter, source), antiPatterns: listOf(member(matter, 'anti_patterns')).slice(0, 10).flatMap((words) => wordsOf(words) ?? []),
  }
}

/** `inputs` and `outputs`, at the top or in `schema`; `input` and `output` are the same. */
function schemaIn(matter: Tree, side: 'inputs' | 'outputs'): unknown {
  const schema = member(matter, 'schema')
  return [matter, schema].flatMap((tree) => [member(tree, side), member(tree, side.slice(0, -1))]).find((found) => found !== undefined)
}

/** What it is for, then what its text covers and what it brings, since a task may name one of these. */
function wordsFor({ matter, headings }: SkillText, beside: readonly string[]): string {
  const files = beside.filter((name) => /\.(?:py|js|mjs|ts|sh|rb|pl|sql|md|json)$/i.test(name)).slice(0, MOST_FILES)
  return [wordsOf(member(matter, 'description'), 600), headings.length === 0 ? undefined : `Sections: ${headings.join('; ')}`, files.length === 0 ? undefined : `Files: ${files.join(', ')}`].filter((part) => part !== undefined).join('. ').replaceAll('..', '.').slice(0, 1200)
}

const tagsOf = (matter: Tree): string[] => ['tags', 'keywords'].flatMap((key) => [...listOf(member(matter, key)), ...listOf(member(member(matter, 'metadata'), key))]).slice(0, 10).flatMap((tag) => nameOf(tag, 60) ?? [])

function ownerOf(matter: Tree, source: OpenSource): { owner?: string } {
  const owner = nameOf(textOf(member(matter, 'owner')) ?? member(member(matter, 'metadata'), 'author'), 80) ?? source.owner
  return owner === undefined ? {} : { owner }
}

async function probe(source: OpenSource, { overview, details: { call } }: Resource): Promise<Diagnostic | undefined> {
  const path = call?.by === 'text' ? call.path : ''
  const there = await stat(join(source.root, path)).then((found) => found.isFile(), () => false)
  return there ? undefined : { code: 'skills/gone', severity: 'error', path: overview.id, message: `${overview.id} cannot be read: ${path} is gone`, hint: 'Scan the source again.' }
}
