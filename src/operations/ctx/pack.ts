import { labelOf } from '../../core/ctx/alias.ts'
import type { PackSection } from '../../core/ctx/pack.ts'
import { aliasHandle } from '../../core/ctx/registry.ts'
import type { TermUse } from '../../core/ctx/vocab.ts'
import { choice, flag, list, text, tokens, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { acceptBase, baseIn, ctxPack, type CtxProject, getAlias, METER_NAMES, PackError, type ProjectPack, viewOf } from '../../workspace/index.ts'
import { defineOperation, EXIT, Failure } from '../operation.ts'
import { oneAlias } from './alias.ts'
import { placing, project, projectAt, told } from './project.ts'

const FILE = 'prompt.pack'

/** Writes a pack. */
export const ctxPackOperation = defineOperation({
  name: 'ctx pack',
  title: 'Write what a model is given: links with hashes, or their cards',
  doc: 'A pack names every alias with its hash; the model asks for a full text through the tool get_alias. Sections keep their caps (ADR 300 and OPTS 200 tokens unless told), counted on the final text. Terms of vocab.json are used where they save tokens. The first pack is the base of later deltas.',
  examples: ['fovea ctx pack --show', 'fovea ctx pack my_skill --layout cards --task "generate handlers; obey schema"', 'fovea ctx pack --layout cards --cap ADR=150 --budget 1k --dir .ado'],
  fields: {
    project,
    show: flag('Print the pack and write nothing'),
    layout: choice('links names aliases only, cards puts their cards below them', { choices: ['links', 'cards'], otherwise: 'links' }),
    task: text('What the model is to do', { short: 't', sign: 'TEXT' }),
    budget: tokens('The most tokens of the pack; no limit unless told', { short: 'b', sign: 'TOKENS' }),
    cap: list('The most tokens of a section: ADR=300; may be repeated', { sign: 'LABEL=TOKENS' }),
    inline: list('Show the text of these aliases instead of their card, JSON and YAML minified, code without lines of comments; may be repeated', { sign: 'ALIAS' }),
    name: text('The name in the head; that of the folder unless told', { sign: 'NAME' }),
    ver: text('The version in the head, 1.0.0; that of the project unless told', { sign: 'A.B.C' }),
    meter: choice('What counts the tokens; o200k_base unless told', { choices: METER_NAMES }),
    ...placing,
  },
  run: (input, context) => told(async () => {
    const opened = projectAt(context, input.project ?? '.', input.dir)
    const pack = await packed(opened, { layout: input.layout as 'links' | 'cards', task: input.task, budget: input.budget ?? Infinity, caps: capsFrom(input.cap, opened), inline: input.inline, name: input.name, version: input.ver, meter: input.meter })
    if (!input.show) keep(opened, pack)
    return {
      text: [input.show ? pack.text : `${opened.place.shown}/${FILE}\n`], data: dataOf(pack),
      report: [`${counted(pack.tokens, 'token')} (${pack.meter}), ${counted(pack.aliases.length, 'alias', 'aliases')}`, ...pack.sections.flatMap(cutSentence), ...table(pack.vocabulary), ...driftSentence(pack)],
    }
  }),
})

async function packed(opened: CtxProject, options: Parameters<typeof ctxPack>[1]): Promise<ProjectPack> {
  try {
    return await ctxPack(opened, options)
  } catch (error) {
    throw error instanceof PackError ? new Failure(`${error.message}: raise --budget`, EXIT.budget) : error
  }
}

/** The first pack that is written is what the model knows from then on. */
function keep(opened: CtxProject, { text: written }: ProjectPack): void {
  opened.place.write(FILE, written)
  if (baseIn(opened) === undefined) acceptBase(opened)
}

function capsFrom(typed: readonly string[], { settings, place }: CtxProject): Record<string, number> {
  const labels = typed.length === 0 ? [] : [...new Set([...Object.values(settings.prefixes).map(({ label }) => label), 'OPTS', 'SCORE', ...[...place.registry().keys()].map((alias) => labelOf(alias, settings.prefixes))])]
  return Object.fromEntries(typed.map((one): [string, number] => {
    const match = /^([\w-]+)=(\d{1,9})$/.exec(one)
    if (match === null) throw new UsageError(`--cap looks like ADR=300, not "${one}"`)
    const label = labels.find((known) => known.toUpperCase() === (match[1] as string).toUpperCase())
    if (label === undefined) throw new UsageError(`--cap ${one}: no section is called ${match[1]}; there are ${labels.join(', ')}`)
    return [label, Number(match[2])]
  }))
}

const dataOf = ({ text: written, tokens: count, meter, sections, vocabulary, aliases, drifted }: ProjectPack) => ({
  text: written, tokens: count, meter, aliases, sections: sections.map(({ cap, ...section }) => ({ ...section, cap: Number.isFinite(cap) ? cap : null })), vocabulary, drifted: drifted.map(({ alias, state }) => ({ ...alias, state })),
})

const cutSentence = ({ label, tokens: count, cap, cut, left }: PackSection): string[] =>
  (cut + left === 0 ? [] : [`${label}: ${count}${Number.isFinite(cap) ? ` of ${cap}` : ''} tokens; ${[cut > 0 ? `${counted(cut, 'line')} of cards` : '', left > 0 ? counted(left, 'alias', 'aliases') : ''].filter((part) => part !== '').join(' and ')} did not fit`])

/** What each term of the vocabulary is worth. */
function table(terms: readonly TermUse[]): string[] {
  if (terms.length === 0) return []
  const rows = [['term', 'short', 'uses', 'saved'], ...terms.map(({ term, short, uses, saved, why }) => [term, short, String(uses), why === undefined ? String(saved) : `not used: ${why}`])]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
}

function driftSentence({ drifted }: ProjectPack): string[] {
  const [changed, missing] = [drifted.filter(({ entry }) => entry !== undefined), drifted.filter(({ entry }) => entry === undefined)]
  return [
    ...(changed.length === 0 ? [] : [`${counted(changed.length, 'alias', 'aliases')} not as pinned (${firstOf(changed)}): "fovea ctx alias verify --fix" pins what is there now`]),
    ...(missing.length === 0 ? [] : [`${counted(missing.length, 'alias', 'aliases')} without a file (${firstOf(missing)}): give each its new path with "fovea ctx alias add --replace", or remove it with "fovea ctx alias rm"`]),
  ]
}

const firstOf = (drifted: ProjectPack['drifted']): string => drifted.slice(0, 5).map(({ alias }) => aliasHandle(alias)).join(', ')

/** Shows the text that an alias stands for. */
export const ctxExpand = defineOperation({
  name: 'ctx expand',
  title: 'Show the text that an alias stands for',
  doc: 'What the tool get_alias gives a model: the whole text as it is now, with secrets replaced. Exit code 6 when it is not what the alias was pinned to.',
  examples: ['fovea ctx expand A.ADR1', 'fovea ctx expand my_skill S.entities --view'],
  fields: { project, alias: text('The alias, with or without its hash', { place: 'one' }), view: flag('In fewer tokens: JSON and YAML minified, code without lines of comments and blank lines where that is certain to change nothing'), ...placing },
  run: (input, context) => told(async () => {
    const { folder, alias } = oneAlias(context, input, 'fovea ctx expand A.ADR1')
    const opened = projectAt(context, folder, input.dir)
    const found = getAlias(opened, alias)
    const shown = input.view ? viewOf(opened.workspace, found) : found.text
    return {
      text: [shown], data: { ...found, text: shown },
      ...(found.stale ? { report: [`the alias is stale: this is ${found.handle}; "fovea ctx alias verify" says what changed`], exit: EXIT.stale } : {}),
    }
  }),
})
