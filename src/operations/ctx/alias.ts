import { aliasHandle } from '../../core/ctx/registry.ts'
import { flag, text, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { addAlias, type Drift, drifted, removeAlias, repin, row } from '../../workspace/index.ts'
import { type Context, defineOperation, EXIT, type Group } from '../operation.ts'
import { placing, project, projectAt, told, wordsOf } from './project.ts'

/** The words that alias commands share. */
export const ALIAS: Group = {
  name: 'ctx alias',
  title: 'Short names with hashes for the files that matter',
  doc: 'An alias such as A.ADR1 stands for a file, and A.ADR1@d00dad42 for the file as it was. Prefixes: S schemas, H handlers, P prep, A decisions, PR profiles, T tests, D docs, and those of ctx.prefixes in fovea.config.json.',
}

/** Adds an alias. */
export const aliasAdd = defineOperation({
  name: 'ctx alias add',
  title: 'Give a file a short name and pin what it is now',
  doc: 'The file must lie in the project. Adding an alias again pins it anew. Without a name, one is made from the path: prep/ADR-0001-decision.md becomes A.ADR1.',
  examples: ['fovea ctx alias add . A.ADR1 prep/ADR-0001-decision.md', 'fovea ctx alias add S.entities schemas/entities.json --note json-only', 'fovea ctx alias add src/main.py', 'fovea ctx alias add my_skill H.main handlers/main.py --dir .ado'],
  fields: {
    project, alias: text('The alias, such as A.ADR1', { place: 'one' }), path: text('The file, from the folder of the project', { place: 'one' }),
    note: text('What a pack says of it in brackets', { sign: 'TEXT' }), replace: flag('The alias stands for this file from now on, whatever it stood for'), ...placing,
  },
  run: (input, context) => told(async () => {
    const { folder, words } = wordsOf(context, [input.project, input.alias, input.path])
    const [alias, path] = words.length === 2 ? words : [undefined, words[0]]
    if (path === undefined) throw new UsageError('name a file: fovea ctx alias add . A.ADR1 prep/ADR-0001-decision.md')
    const opened = projectAt(context, folder, input.dir)
    const added = addAlias(opened, { alias, path, note: input.note, replace: input.replace })
    return { text: [`${aliasHandle(added)}  ${row(added.path)}\n`], data: added }
  }),
})

/** Lists the aliases. */
export const aliasList = defineOperation({
  name: 'ctx alias list',
  title: 'List the aliases',
  doc: 'By name, each with the hash it was pinned to. Reads the registry alone, no file.',
  examples: ['fovea ctx alias list', 'fovea ctx alias list my_skill --json'],
  fields: { project, ...placing },
  run: (input, context) => told(async () => {
    const { place } = projectAt(context, input.project ?? '.', input.dir)
    const aliases = [...place.registry().values()]
    const width = Math.max(0, ...aliases.map((alias) => aliasHandle(alias).length))
    return {
      text: aliases.map((alias) => `${row(`${aliasHandle(alias).padEnd(width)}  ${alias.path}${alias.note === undefined ? '' : `  (${alias.note})`}`)}\n`), data: aliases,
      report: aliases.length === 0 ? [`there are no aliases in ${place.shown}: add one with fovea ctx alias add`] : [],
    }
  }),
})

/** Removes an alias. */
export const aliasRm = defineOperation({
  name: 'ctx alias rm',
  title: 'Remove an alias and its card',
  doc: 'The file it stands for stays as it is.',
  examples: ['fovea ctx alias rm A.ADR1', 'fovea ctx alias rm my_skill A.ADR1'],
  fields: { project, alias: text('The alias', { place: 'one' }), ...placing },
  run: (input, context) => told(async () => {
    const { folder, alias } = oneAlias(context, input, 'fovea ctx alias rm A.ADR1')
    const removed = removeAlias(projectAt(context, folder, input.dir), alias)
    return { text: [`removed ${aliasHandle(removed)}  ${row(removed.path)}\n`], data: { removed } }
  }),
})

/** The folder and the one alias that a command names. */
export function oneAlias(context: Context, { project: first, alias: second }: { project: string | undefined; alias: string | undefined }, example: string): { folder: string; alias: string } {
  const { folder, words } = wordsOf(context, [first, second])
  if (words[0] === undefined) throw new UsageError(`name an alias: ${example}; "fovea ctx alias list" lists them`)
  return { folder, alias: words[0] }
}

/** Checks every alias against the disk. */
export const aliasVerify = defineOperation({
  name: 'ctx alias verify',
  title: 'Check that every alias still stands for what it was',
  doc: 'Exit code 6 and a list when a file has changed or is gone. --fix shows what changed and pins the aliases to what is there now.',
  examples: ['fovea ctx alias verify', 'fovea ctx alias verify my_skill --fix'],
  fields: { project, fix: flag('Pin changed aliases to what their files are now, after showing the differences'), ...placing },
  run: (input, context) => told(async () => {
    const opened = projectAt(context, input.project ?? '.', input.dir)
    const drifts = drifted(opened)
    if (input.fix) repin(opened, drifts)
    const all = opened.place.registry().size
    const left = input.fix ? drifts.filter(({ entry }) => entry === undefined) : drifts
    return {
      text: drifts.length === 0 ? [`${counted(all, 'alias', 'aliases')}, all as pinned\n`] : drifts.map((drift) => lineOf(drift) + (input.fix ? shownDiff(drift) : '')),
      data: { aliases: all, drifted: drifts.map(dataOf), fixed: input.fix ? drifts.length - left.length : 0 },
      report: sentences({ all, drifts: drifts.length, left: left.length, fix: input.fix }), exit: left.length > 0 ? EXIT.stale : EXIT.ok,
    }
  }),
})

const lineOf = ({ alias, entry, state, cause }: Drift): string =>
  `${state}  ${aliasHandle(alias)}${entry === undefined ? '' : ` -> ${entry.sha256.slice(0, 8)}`}  ${alias.path}${cause === undefined ? '' : `: ${cause}`}\n`

const shownDiff = ({ diff, entry }: Drift): string => diff ?? (entry === undefined ? '' : 'what it was before is not kept here: no difference can be shown\n')

const dataOf = ({ alias, entry, state, cause, diff }: Drift) => ({ ...alias, state, now: entry?.sha256.slice(0, 8), cause, diff })

function sentences({ all, drifts, left, fix }: { all: number; drifts: number; left: number; fix: boolean }): string[] {
  if (drifts === 0) return []
  if (!fix) return [`${drifts} of ${counted(all, 'alias', 'aliases')} drifted: "fovea ctx alias verify --fix" pins what changed; add or rm what is gone`]
  return [`${drifts - left} of ${drifts} pinned anew${left > 0 ? '; the others could not be read, each line says why: when a file is gone, add it again with its new path, or remove its alias with fovea ctx alias rm' : ''}`]
}
