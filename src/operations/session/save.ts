import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { choice, flag, list, text, UsageError } from '../../core/field.ts'
import { type Checkpoint, emptyCheckpoint } from '../../core/session/checkpoint.ts'
import { counted } from '../../core/names.ts'
import { sessionIdFrom, sessionIdOf } from '../../core/session/id.ts'
import { checkpointOf } from '../../core/session/save.ts'
import { INTENTS, intentOf } from '../../core/task/intent.ts'
import { type Flags, MOST_DOCUMENT_BYTES, settle, type Workspace } from '../../workspace/index.ts'
import { choosing, flagsOf } from '../choosing.ts'
import { openHere, opening } from '../open.ts'
import { type Context, defineOperation, Failure } from '../operation.ts'
import { mustHold } from '../report.ts'
import { keep, loadIfThere, type Loaded, namesOn, placing, setAside, type Shelf, shelfOf } from './files.ts'
import { flagsIn, inflate, promptIn, storedRequest } from './inflate.ts'
import { hiddenFor } from './hidden.ts'

/** Saves a session. */
export const save = defineOperation({
  name: 'session save',
  title: 'Save what a context was made of, so that it can be taken up again',
  doc: 'Makes the context as pack would and keeps its request, its plan as handles and what you add, but no text of the code. A session that exists is saved anew on today\'s code: what you do not give stays as it was. Without an ID one is made from the task.',
  examples: [
    'fovea session save --task "sessions are not closed when the token expires" --budget 8k', 'fovea session save fix-login --task "fix the login" --artifact src/auth.ts',
    'fovea session save fix-login --message "assistant=The token is never refreshed." --state done', 'fovea session save fix-login --from notes.json --dir .copilot/sessions',
  ],
  fields: {
    id: text('The name of the session', { place: 'one' }),
    ...choosing,
    intent: choice('What kind of work it is; read from the task unless told', { choices: INTENTS }),
    state: text('What has become of the work: running unless told', { sign: 'WORD' }),
    artifact: list('Something the work made, as PATH or TYPE=PATH; may be repeated', { sign: 'PATH', verbatim: true }),
    message: list('A message of the conversation, as ROLE=TEXT; may be repeated', { sign: 'ROLE=TEXT', verbatim: true }),
    from: text('Take artifacts, conversation_history, state and fields of your own from a JSON file, or from standard input with -', { sign: 'FILE' }),
    replace: flag('Start anew when the file cannot be used; the old one is kept as .bak'),
    ...placing,
    ...opening,
    frozen: flag('No clock: the time is 1970, and a made name depends on the request alone'),
  },
  async run(input, context) {
    const workspace = openHere(context, input.root, input)
    const shelf = await shelfOf(workspace, input.dir)
    const given = await flagsOf(input, context)
    const added = await addedBy(input, context)
    const id = input.id === undefined ? await madeId(workspace, shelf, given) : sessionIdFrom(input.id)
    if (added['session_id'] !== undefined && added['session_id'] !== id) throw new UsageError(`--from speaks of another session: ${JSON.stringify(added['session_id'])} is not ${id}`)
    const { loaded, aside } = await previous(shelf, id, input.replace)
    const before = loaded?.checkpoint ?? emptyCheckpoint(id)
    const flags = mergedFlags(before, given, added['user_request'])
    const { compilation, notes } = await inflate(workspace, before, { flags, hidden: hiddenFor(workspace.root, shelf) })
    await workspace.close()
    mustHold(compilation, input.root ?? '.')
    const task = flags.task ?? ''
    const taskType = input.intent ?? textIn(added, 'task_type') ?? (loaded !== undefined && task === before.user_request ? before.task_type : intentOf(task).intent)
    const prompt = promptIn(before, flags)
    const request = { ...storedRequest(settle(flags, workspace.layers), flags), ...(prompt === undefined ? {} : { prompt: { ...prompt, ...(input.intent === undefined ? {} : { intent: input.intent }) } }) }
    const fields = fieldsOf(input, added, before)
    const saved = await keep(shelf, checkpointOf({ id, timestamp: workspace.timestamp(), taskType, task, request, compiled: compilation.compiled, digest: workspace.digest, fields }, before), loaded?.text)
    const summary = saved.context_summary
    return {
      text: [`${id}\n`], data: { session_id: id, file: `${shelf.shown}/${id}.json`, revision: saved.fovea.revision, context_summary: summary },
      report: [
        ...(aside === undefined ? [] : [`the file that could not be used is kept as ${shelf.shown}/${aside}`]), ...notes,
        `saved ${shelf.shown}/${id}.json: ${counted(saved.fovea.plan.length, 'handle')} in ${counted(summary.chunks_included, 'file')}, ${summary.tokens_used} tokens; take it up again with fovea session resume ${id}`,
      ],
      diagnostics: compilation.diagnostics,
    }
  },
})

/** A name from the task; another run gives another one, a frozen run the same. */
async function madeId(workspace: Workspace, shelf: Shelf, flags: Flags): Promise<string> {
  const made = (salt: string): string => sessionIdOf(flags.task ?? '', workspace.digest.sha256(`${JSON.stringify(flags)}${salt}`))
  if (workspace.frozen) return made('')
  const taken = new Set(await namesOn(shelf))
  for (let attempt = 0; ; attempt++) {
    const id = made(` ${Date.now()} ${process.pid} ${attempt}`)
    if (!taken.has(id)) return id
  }
}

/** The session that is there. One that cannot be used is an error, or, when it may be replaced, moved out of the way. */
async function previous(shelf: Shelf, id: string, replace: boolean): Promise<{ loaded?: Loaded; aside?: string }> {
  try {
    const loaded = await loadIfThere(shelf, id)
    return loaded === undefined ? {} : { loaded }
  } catch (error) {
    if (!replace || !(error instanceof Failure)) throw error
    return { aside: await setAside(shelf, id) }
  }
}

/** What is given beats what the session had. */
function mergedFlags(before: Checkpoint, given: Flags, request: unknown): Flags {
  const had = flagsIn(before)
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)))
  const task = given.task ?? (typeof request === 'string' ? request : had.task)
  return { ...had, ...said, task }
}

type Added = Readonly<Record<string, unknown>>

/** What a JSON file adds. */
async function addedBy({ from }: { from: string | undefined }, context: Context): Promise<Added> {
  if (from === undefined) return {}
  const json = from === '-' ? await context.stdin() : readJson(resolve(context.cwd, from), from)
  const value = parsed(json, from)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Failure(`${from} must hold a JSON object with fields such as artifacts and conversation_history`)
  return value as Added
}

function readJson(path: string, shown: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new Failure(`${shown} cannot be read: it does not exist`)
  if (!stat.isFile()) throw new Failure(`${shown} cannot be read: it is not a plain file`)
  if (stat.size > MOST_DOCUMENT_BYTES) throw new Failure(`${shown} is too large for a session (${stat.size} bytes, at most ${MOST_DOCUMENT_BYTES})`)
  return readFileSync(path, 'utf8')
}

function parsed(json: string, shown: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch {
    throw new Failure(`${shown} is not JSON`)
  }
}

const textIn = (added: Added, name: string): string | undefined => (typeof added[name] === 'string' ? added[name] : undefined)

/** Fields that a file may not set: they say what this run did. */
const OURS: ReadonlySet<string> = new Set(['session_id', 'timestamp', 'context_summary', 'fovea', 'task_type', 'user_request'])

function fieldsOf(input: { state: string | undefined; artifact: readonly string[]; message: readonly string[] }, added: Added, before: Checkpoint): Record<string, unknown> {
  const listed = (name: 'artifacts' | 'conversation_history', more: readonly unknown[]): unknown => {
    const base = added[name] ?? before[name]
    return Array.isArray(base) ? [...base, ...more] : base
  }
  return {
    ...Object.fromEntries(Object.entries(added).filter(([name]) => !OURS.has(name))),
    ...(input.state === undefined ? {} : { state: input.state }),
    artifacts: listed('artifacts', input.artifact.map(artifactFrom)),
    conversation_history: listed('conversation_history', input.message.map(messageFrom)),
  }
}

function artifactFrom(typed: string): { type: string; path: string } {
  const match = /^([a-z][a-z_-]*)=(.+)$/s.exec(typed)
  return match === null ? { type: 'file', path: typed } : { type: match[1] as string, path: match[2] as string }
}

function messageFrom(typed: string): { role: string; content: string } {
  const match = /^([a-z][a-z_-]*)=(.*)$/s.exec(typed)
  if (match === null) throw new UsageError(`a message looks like user=TEXT or assistant=TEXT, not ${JSON.stringify(typed.slice(0, 60))}`)
  return { role: match[1] as string, content: match[2] as string }
}
