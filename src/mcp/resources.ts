// What can be read by its address, and what can follow the beginning of one.
import { UsageError } from '../core/field.ts'
import { outlineOf } from '../core/known.ts'
import type { Entry } from '../core/ports.ts'
import { isVisible } from '../core/rank/rank.ts'
import { requestOf, settle, singleLine, type Workspace } from '../workspace/index.ts'
import { short, shown } from './arguments.ts'
import type { Answer } from './call.ts'
import { getContext } from './context.ts'
import { type Job, openRoot } from './open.ts'
import { zoom } from './zoom.ts'

/** Tokens of a resource; a client cannot say. */
const MOST_TOKENS = 8000

/** Reads an address: the overview, a file, a definition. */
export async function read(uri: string, job: Job): Promise<Answer> {
  if (uri === 'fovea://overview') return getContext({ budget: MOST_TOKENS / 2 }, job)
  const [, kind, coded] = /^fovea:\/\/(file|symbol)\/(.+)$/s.exec(uri) ?? []
  if (coded === undefined) throw new UsageError(`there is no resource ${shown(uri, 120)}`)
  const name = decoded(coded)
  return zoom({ target: kind === 'file' ? `file=${name}` : name, budget: MOST_TOKENS }, job)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new UsageError(`${shown(text, 120)} is not encoded as an address`)
  }
}

/** The most that a client is offered, as the protocol says. */
const MOST = 100

/** Paths or names of definitions that go on where somebody began to type. */
export async function complete(what: string, begun: string, job: Job): Promise<Answer> {
  short(begun, 'what is to be completed')
  const workspace = openRoot(job)
  const settings = settle({}, workspace.layers)
  const { entries } = await workspace.read(settings)
  const seen = isVisible(requestOf(settings))
  const known = entries.filter(({ path }) => seen(path))
  // A name that would be shown otherwise than it is cannot be offered: what is shown leads nowhere.
  const values = (what === 'symbol' ? symbolsFrom(known, begun, workspace) : pathsFrom(known, begun)).filter((value) => singleLine(value) === value)
  await workspace.close()
  return { text: '', data: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST } }
}

/** Those that begin so, then those that hold it. */
function pathsFrom(entries: readonly Entry[], begun: string): string[] {
  const wanted = begun.toLowerCase()
  const paths = entries.map(({ path }) => path)
  const first = paths.filter((path) => path.toLowerCase().startsWith(wanted))
  return [...first, ...paths.filter((path) => !path.toLowerCase().startsWith(wanted) && path.toLowerCase().includes(wanted))]
}

function symbolsFrom(entries: readonly Entry[], begun: string, workspace: Workspace): string[] {
  const wanted = begun.slice(begun.indexOf('#') + 1).toLowerCase()
  const path = begun.includes('#') ? begun.slice(0, begun.indexOf('#')) : undefined
  const names = entries.filter((entry) => entry.stub === undefined && (path === undefined || entry.path === path)).flatMap((entry) =>
    outlineOf(entry, workspace).filter(({ name }) => name.toLowerCase().startsWith(wanted)).map(({ name }) => `${entry.path}#${name}`))
  return [...new Set(names)]
}
