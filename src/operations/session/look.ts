import { resolve } from 'node:path'
import { text } from '../../core/field.ts'
import type { Checkpoint } from '../../core/session/checkpoint.ts'
import { counted } from '../../core/names.ts'
import { isSessionId } from '../../core/session/id.ts'
import { DocumentError, openWorkspace, row } from '../../workspace/index.ts'
import { defineOperation, Failure } from '../operation.ts'
import { idTyped, load, namesOn, placing, type Shelf, shelfOf } from './files.ts'

const { root, dir, json } = placing

/** Lists the sessions. */
export const list = defineOperation({
  name: 'session list',
  title: 'List the sessions',
  doc: 'Newest first. A file that cannot be used is listed with the reason and harms no other.',
  examples: ['fovea session list', 'fovea session list --json --dir .copilot/sessions'],
  fields: { root, dir, json },
  async run(input, context) {
    const shelf = await shelfOf(openWorkspace(resolve(context.cwd, input.root ?? '.')), input.dir)
    const rows = (await Promise.all((await namesOn(shelf)).map((name) => rowOf(shelf, name)))).sort((a, b) => (b.timestamp < a.timestamp ? -1 : b.timestamp > a.timestamp ? 1 : a.session_id < b.session_id ? -1 : 1))
    const broken = rows.filter((row) => row.broken !== undefined).length
    return {
      text: rows.length === 0 ? [] : [`${table(rows).map(row).join('\n')}\n`], data: rows,
      report: rows.length === 0 ? [`there are no sessions in ${shelf.shown}: make one with fovea session save`] : broken > 0 ? [`${broken} of ${rows.length} cannot be used; "fovea session show ID" says what to do`] : [],
    }
  },
})

/** A session in a list. */
export interface SessionListed {
  readonly session_id: string
  readonly timestamp: string
  readonly task_type: string
  readonly state: string
  readonly tokens_used: number
  readonly user_request: string
  readonly broken?: string
}

async function rowOf(shelf: Shelf, id: string): Promise<SessionListed> {
  const empty = { session_id: id, timestamp: '', task_type: '', state: 'broken', tokens_used: 0, user_request: '' }
  try {
    if (!isSessionId(id)) return { ...empty, broken: 'its name is not the name of a session' }
    const { timestamp, task_type, state, context_summary, user_request } = (await load(shelf, id)).checkpoint
    return { session_id: id, timestamp, task_type, state, tokens_used: context_summary.tokens_used, user_request }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...empty, broken: error.message.replace(/^.*? cannot be used: /, '').replace(/\. It was left as it is: .*$/s, '') }
  }
}

function table(rows: readonly SessionListed[]): string[] {
  const cells = rows.map((row) => [row.session_id, row.timestamp || '-', row.task_type || '-', row.state, String(row.tokens_used), row.broken ?? oneLine(row.user_request)])
  const all = [['session', 'saved', 'kind', 'state', 'tokens', 'request'], ...cells]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] as string).length)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
}

const oneLine = (words: string): string => {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}

/** Shows one session as it is stored. */
export const show = defineOperation({
  name: 'session show',
  title: 'Show what a session holds',
  doc: 'The request, the state, the zooms with those that were taken back, artifacts, and the plan as handles that zoom understands. Reads the session alone, no code.',
  examples: ['fovea session show fix-login', 'fovea session show fix-login --json'],
  fields: { id: text('The name of the session', { place: 'one' }), root, dir, json },
  async run(input, context) {
    const shelf = await shelfOf(openWorkspace(resolve(context.cwd, input.root ?? '.')), input.dir)
    const { checkpoint } = await load(shelf, idTyped(input.id, 'show'))
    return { text: [`${linesOf(checkpoint).map(row).join('\n')}\n`], data: checkpoint }
  },
})

function linesOf(checkpoint: Checkpoint): string[] {
  const { fovea, context_summary: summary } = checkpoint
  const { budget, lens, format } = fovea.request
  return [
    `${checkpoint.session_id}: ${checkpoint.task_type}, ${checkpoint.state}, saved ${checkpoint.timestamp}, revision ${fovea.revision}`,
    `request: ${oneLine(checkpoint.user_request) || '(none)'}`,
    `made with: budget ${budget ?? 'as configured'}, lens ${lens ?? 'as configured'}, format ${format ?? 'as configured'}`,
    `context: ${counted(summary.chunks_included, 'file')}, ${summary.tokens_used} tokens, ${(summary.utilization * 100).toFixed(1)} % of the budget`,
    ...fovea.zooms.map(({ target, level }, i) => `zoom ${i + 1}: ${target} at ${level}${i < fovea.position ? '' : ' (taken back)'}`),
    ...checkpoint.artifacts.map((artifact) => `artifact: ${JSON.stringify(artifact)}`),
    `messages: ${checkpoint.conversation_history.length}`,
    ...fovea.plan.map(({ handle, level }) => `  ${level.padEnd(6)}  ${handle}`),
  ]
}

/** Removes a session. */
export const rm = defineOperation({
  name: 'session rm',
  title: 'Remove a session',
  doc: 'Asks nothing and says what it removed. A file that cannot be used is removed too.',
  examples: ['fovea session rm fix-login'],
  fields: { id: text('The name of the session', { place: 'one' }), root, dir, json },
  async run(input, context) {
    const shelf = await shelfOf(openWorkspace(resolve(context.cwd, input.root ?? '.')), input.dir)
    const id = idTyped(input.id, 'rm')
    if (!await removed(shelf, id)) await load(shelf, id)
    return { text: [`removed ${shelf.shown}/${id}.json\n`], data: { removed: `${shelf.shown}/${id}.json` } }
  },
})

async function removed(shelf: Shelf, id: string): Promise<boolean> {
  try {
    return await shelf.files.remove(id)
  } catch (error) {
    throw error instanceof DocumentError ? new Failure(`${shelf.shown}/${id}.json cannot be removed: ${error.message}`) : error
  }
}
