// A pack of a project: what a model is given, and the door through which it asks for more.
import { basename } from 'node:path'
import { bulletsOf } from '../../core/ctx/base.ts'
import { labelOf } from '../../core/ctx/alias.ts'
import { plainLine } from '../../core/ctx/cards/plain.ts'
import { minifyJson, minifyYaml } from '../../core/ctx/minify.ts'
import { type CtxPack, packFrom, PackError, type PackItem } from '../../core/ctx/pack.ts'
import { aliasHandle } from '../../core/ctx/registry.ts'
import { stripped } from '../../core/ctx/strip.ts'
import { VocabularyError, vocabularyFrom, type Vocabulary } from '../../core/ctx/vocab.ts'
import type { Entry } from '../../core/ports.ts'
import { visible } from '../../core/visible.ts'
import { settle } from '../settings.ts'
import type { Workspace } from '../workspace.ts'
import { allCards, type Carded } from './cards.ts'
import { deltaOf } from './delta.ts'
import { CtxError } from './place.ts'
import { aliasNamed, type CtxProject, type Standing, standingOf } from './project.ts'

/** How a pack is made. */
export interface PackOptions {
  readonly layout?: 'links' | 'cards'
  readonly task?: string | undefined
  /** The most tokens of the whole. */
  readonly budget?: number
  readonly caps?: Readonly<Record<string, number>>
  /** Aliases whose whole text stands in the pack instead of their card. */
  readonly inline?: readonly string[]
  readonly name?: string | undefined
  /** `1.0.0`; that of the project's own description unless told. */
  readonly version?: string | undefined
  readonly meter?: string | undefined
}

/** A text that an alias stands for. */
export interface Expanded {
  /** The alias with the digits of what it is now. */
  readonly handle: string
  readonly path: string
  /** Secrets are replaced in it. */
  readonly text: string
  /** It is not what the alias was pinned to. */
  readonly stale: boolean
}

/** A pack with what surrounds it. */
export interface ProjectPack extends CtxPack {
  readonly aliases: readonly string[]
  /** Aliases that are not what they were pinned to, or have no file. */
  readonly drifted: readonly Standing[]
  /** The meter that counted. */
  readonly meter: string
  getAlias(alias: string): Expanded
}

/** Makes the pack of a project. Throws a CtxError for what is wrong with it and a PackError for a budget that is too small. */
export async function ctxPack(project: CtxProject, options: PackOptions = {}): Promise<ProjectPack> {
  const { workspace, settings } = project
  const meter = await workspace.meter(settle({ meter: options.meter }, workspace.layers).meter.value)
  const { cards, missing } = await allCards(project)
  if (cards.length === 0) throw new CtxError(`there is nothing to pack: no alias in ${project.place.shown} stands for a file; add one with fovea ctx alias add`)
  const inline = new Set((options.inline ?? []).map((typed) => aliasNamed(project, typed).alias))
  const delta = options.layout === 'cards' ? await deltaOf(project) : undefined
  const pack = packFrom({
    name: plainLine(options.name ?? basename(workspace.root)), version: versionOf(workspace, options.version), layout: options.layout ?? 'links', budget: options.budget ?? Infinity,
    items: cards.map((carded) => itemOf(project, carded, inline.has(carded.alias.alias))), caps: { ...settings.caps, ...options.caps },
    ...(options.task === undefined ? {} : { task: visible(options.task.replace(/\s+/g, ' ').trim()) }), ...(delta === undefined ? {} : { delta: bulletsOf(delta.changes) }),
    vocabulary: vocabularyOf(project), count: (text) => meter.count(text),
  })
  return { ...pack, aliases: cards.map(handleOf), drifted: [...cards.filter(({ state }) => state === 'changed'), ...missing], meter: meter.name, getAlias: (alias) => getAlias(project, alias) }
}

export { PackError }

const handleOf = ({ alias, entry }: Carded): string => aliasHandle({ ...alias, sha: entry.sha256 })

function itemOf(project: CtxProject, carded: Carded, whole: boolean): PackItem {
  const { alias, card, entry } = carded
  const lines = whole ? setApart(viewOf(project.workspace, entry)) : card.lines
  return { label: packLabel(project, carded), handle: handleOf(carded), lines, ...(alias.note === undefined ? {} : { note: plainLine(String(alias.note).replace(/[()]+/g, ' ')) }) }
}

/** The lines of a text stand further in, so that none can be taken for one of the pack itself or of a card; what acts on a terminal or hides is shown before it is counted. */
const setApart = (text: string): string[] => visible(text.trimEnd().replace(/\r$/gm, '')).split('\n').map((line) => (line === '' ? '' : `  ${line}`))

/** What was prepared is told by what it holds: options, scores. */
function packLabel({ settings }: CtxProject, { alias, card }: Carded): string {
  if (card.kind === 'options' && alias.alias.startsWith('P.')) return /score/i.test(alias.path) ? 'SCORE' : 'OPTS'
  return labelOf(alias.alias, settings.prefixes)
}

function vocabularyOf({ place }: CtxProject): Vocabulary {
  try {
    return vocabularyFrom(place.read('vocab.json'))
  } catch (error) {
    throw error instanceof VocabularyError ? new CtxError(`${place.shown}/vocab.json cannot be used: ${error.message}`) : error
  }
}

/** Files in which a project says its own version. */
const DESCRIPTIONS = ['skill.yaml', 'skill.json', 'package.json', 'pyproject.toml', 'Cargo.toml']

function versionOf(workspace: Workspace, said: string | undefined): [number, number, number] {
  const given = said === undefined ? DESCRIPTIONS.map((path) => /^\s*"?version"?\s*[:=]\s*["']?(\d+(?:\.\d+){0,2})/m.exec(textIn(workspace, path))?.[1]).find((version) => version !== undefined) : said
  const [a = 0, b = 0, c = 0] = (given ?? '').split('.').map(Number)
  if (![a, b, c].every(Number.isInteger)) throw new CtxError(`a version looks like 1.0.0, not "${said}"`)
  return [a, b, c]
}

function textIn(workspace: Workspace, path: string): string {
  try {
    return workspace.readOne(path).text
  } catch {
    return ''
  }
}

/** The text that an alias stands for now. */
export function getAlias(project: CtxProject, typed: string): Expanded {
  const standing = standingOf(project, aliasNamed(project, typed))
  if (standing.entry === undefined) throw new CtxError(`${aliasHandle(standing.alias)} cannot be shown: ${standing.cause}`)
  const { alias, entry } = standing
  const pin = /@([0-9a-f]{8,64})$/.exec(typed)?.[1] ?? alias.sha
  return { handle: aliasHandle({ ...alias, sha: entry.sha256 }), path: alias.path, text: entry.text, stale: !entry.sha256.startsWith(pin) }
}

/** Without comments: those are lost when lines are joined. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

/** A text in fewer tokens: JSON and YAML minified, code without blank lines and lines of comments. Sources stay as they are. */
export function viewOf({ parser }: Pick<Workspace, 'parser'>, { path, text }: Pick<Entry, 'path' | 'text'>): string {
  const language = parser.languageOf(path, text)
  if (language?.name === 'json' && isJson(text)) return `${minifyJson(text)}\n`
  if (language?.name === 'yaml') return minifyYaml(text)
  return language === undefined ? text : stripped(text, language.name)
}
