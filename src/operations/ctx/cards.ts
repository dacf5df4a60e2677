import { cardText } from '../../core/ctx/cards/card.ts'
import { aliasHandle } from '../../core/ctx/registry.ts'
import { choice, text } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import type { Meter } from '../../core/ports.ts'
import { buildCards, type Carded, cardNamed, METER_NAMES, settle } from '../../workspace/index.ts'
import { defineOperation, EXIT, type Group } from '../operation.ts'
import { oneAlias } from './alias.ts'
import { placing, project, projectAt, told } from './project.ts'

/** The words that card commands share. */
export const CARDS: Group = {
  name: 'ctx cards',
  title: 'A few short lines about every aliased file',
  doc: 'A card has at most ten lines of at most 100 characters and is always the same for the same text: the decision of a record, the fields of a schema, what code exports, the names of tests.',
}

const meter = choice('What counts the tokens; o200k_base unless told', { choices: METER_NAMES })

/** Writes all cards. */
export const cardsBuild = defineOperation({
  name: 'ctx cards build',
  title: 'Write the card of every alias',
  doc: 'One file for each alias in cards/. Building again gives the same bytes. Exit code 6 when an alias has no file.',
  examples: ['fovea ctx cards build', 'fovea ctx cards build my_skill --dir .ado'],
  fields: { project, meter, ...placing },
  run: (input, context) => told(async () => {
    const opened = projectAt(context, input.project ?? '.', input.dir)
    const counter = await opened.workspace.meter(settle({ meter: input.meter }, opened.workspace.layers).meter.value)
    const { cards, missing } = await buildCards(opened)
    const rows = cards.map((carded) => rowOf(carded, counter))
    const [own, source] = [sum(rows.map(({ tokens }) => tokens)), sum(rows.map(({ source_tokens }) => source_tokens))]
    return {
      text: rows.map((row) => `${row.alias}  ${row.kind}, ${counted(row.lines, 'line')}, ${row.tokens} of ${counted(row.source_tokens, 'token')}\n`), data: { cards: rows, missing: missing.map(({ alias }) => alias.alias) },
      report: [
        `${counted(rows.length, 'card')} in ${opened.place.shown}/cards: ${own} of ${counted(source, 'token')}`,
        ...missing.map(({ alias, cause }) => `${aliasHandle(alias)} has no card: ${cause}`),
      ],
      exit: missing.length > 0 ? EXIT.stale : EXIT.ok,
    }
  }),
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const rowOf = ({ alias, card, entry }: Carded, counter: Meter) => ({
  alias: aliasHandle({ ...alias, sha: entry.sha256 }), kind: card.kind, lines: card.lines.length, tokens: counter.count(cardText(card)), source_tokens: counter.count(entry.text),
})

/** Shows one card. */
export const cardsShow = defineOperation({
  name: 'ctx cards show',
  title: 'Show the card of one alias',
  doc: 'Made from the file as it is now. Exit code 6 when it is not what the alias was pinned to.',
  examples: ['fovea ctx cards show A.ADR1', 'fovea ctx cards show my_skill S.entities'],
  fields: { project, alias: text('The alias', { place: 'one' }), ...placing },
  run: (input, context) => told(async () => {
    const { folder, alias } = oneAlias(context, input, 'fovea ctx cards show A.ADR1')
    const carded = await cardNamed(projectAt(context, folder, input.dir), alias)
    const now = aliasHandle({ ...carded.alias, sha: carded.entry.sha256 })
    return {
      text: [cardText(carded.card)], data: { alias: now, path: carded.alias.path, kind: carded.card.kind, lines: carded.card.lines, stale: carded.state === 'changed' },
      ...(carded.state === 'changed' ? { report: [`${aliasHandle(carded.alias)} is stale: this is ${now}; "fovea ctx alias verify" says what changed`], exit: EXIT.stale } : {}),
    }
  }),
})
