// The cards of a project's aliases: made from the files as they are now, so a card is never older than its file.
import { type Card, cardOf, cardText, type Subject } from '../../core/ctx/cards/card.ts'
import type { Entry } from '../../core/ports.ts'
import { fileBlock } from '../../core/tile.ts'
import type { Workspace } from '../workspace.ts'
import { cardFile } from './aliases.ts'
import { aliasNamed, type CtxProject, type Standing, standingOf, standings } from './project.ts'
import { CtxError } from './place.ts'

/** An alias with its file and its card. */
export interface Carded extends Standing {
  readonly entry: Entry
  readonly card: Card
}

/** What a card is made from. */
export async function subjectOf({ parser }: Pick<Workspace, 'parser'>, { path, text }: Pick<Entry, 'path' | 'text'>, alias: string): Promise<Subject> {
  const language = parser.languageOf(path, text)
  if (language !== undefined) await parser.prepare(language, text)
  const tiles = language === undefined ? [] : parser.parse(language, text).tiles
  return { alias, path, text, language: language?.name ?? 'text', block: fileBlock(path, text, tiles) }
}

/** The card of what an alias stands for; undefined when there is no file. */
export async function cardFor(project: CtxProject, standing: Standing): Promise<Carded | undefined> {
  const { entry, alias } = standing
  return entry === undefined ? undefined : { ...standing, entry, card: cardOf(await subjectOf(project.workspace, entry, alias.alias)) }
}

/** The card of one alias. */
export async function cardNamed(project: CtxProject, typed: string): Promise<Carded> {
  const standing = standingOf(project, aliasNamed(project, typed))
  const carded = await cardFor(project, standing)
  if (carded === undefined) throw new CtxError(`${standing.alias.alias} has no card: ${standing.cause}`)
  return carded
}

/** The cards of all aliases, and the aliases without a file. */
export async function allCards(project: CtxProject): Promise<{ cards: Carded[]; missing: Standing[] }> {
  const all = standings(project)
  const cards: Carded[] = []
  for (const standing of all) {
    const carded = await cardFor(project, standing)
    if (carded !== undefined) cards.push(carded)
  }
  return { cards, missing: all.filter(({ entry }) => entry === undefined) }
}

/** Writes the card of every alias as a file, and removes those that belong to none. */
export async function buildCards(project: CtxProject): Promise<{ cards: Carded[]; missing: Standing[] }> {
  const built = await allCards(project)
  for (const { alias, card } of built.cards) project.place.write(cardFile(alias.alias), cardText(card))
  const known = new Set(built.cards.map(({ alias }) => alias.alias))
  for (const name of project.place.names('cards', '.md')) if (!known.has(name)) project.place.remove(cardFile(name))
  return built
}
