// zoom: the same look as `fovea zoom`, in every shape that the seeds wrote it.
import { UsageError } from '../core/field.ts'
import { outputFrom, type Target, rangeOf, targetFrom } from '../core/handle.ts'
import { levelFrom } from '../core/level.ts'
import { EXIT, Failure, type Outcome } from '../operations/index.ts'
import { originalOutcome } from '../operations/tool-output.ts'
import { closerLook, type Seen } from '../operations/zoom.ts'
import { jsonLine, metadataOf, settle, visible, type Workspace } from '../workspace/index.ts'
import { type Args, budgetIn, choiceIn, onlyKnown, shown, textIn } from './arguments.ts'
import type { Answer } from './call.ts'
import { confine, includeFor } from './confine.ts'
import { type Job, openRoot } from './open.ts'
import { type Receipt, reserveFor, textOf } from './receipt.ts'
import { argumentsOf } from './tools.ts'
import { treeOf } from './tree.ts'

const OTHERWISE = 3000

/** The same, as the seeds spell it. */
const UNDERSTOOD = ['format', 'type', 'token_budget', 'target_type', 'target_name', 'line_range', 'alias']

/** Answers with more of one thing. */
export async function zoom(args: Args, job: Job): Promise<Answer> {
  onlyKnown(args, argumentsOf('zoom'), UNDERSTOOD)
  const budget = budgetIn(args, OTHERWISE)
  const format = choiceIn(args, 'format', ['minimal', 'markdown', 'claude-xml', 'json']) ?? 'minimal'
  const depth = depthIn(args)
  const workspace = openRoot(job)
  const meter = await workspace.meter(settle({}, workspace.layers).meter.value)
  const output = outputFrom(textIn(args, 'target', 'target_name', 'alias') ?? '')
  if (output !== undefined) return ofOutput(originalOutcome(workspace, output, { meter, budget }), budget)
  const { target, include } = scoped(targetIn(args), textIn(args, 'path'), workspace.root)
  const room = budget - reserveFor(WORST(budget), [], meter) - (format === 'json' ? 40 + Math.ceil(budget * 0.03) : 0)
  const settings = settle({ budget: Math.max(1, room), format, include }, workspace.layers)
  const seen = await closerLook(workspace, settings, { target, scope: { includeTests: true }, depth, context: 0 })
  if ('several' in seen) return several(seen.several, budget, (text) => meter.count(text))
  return answerOf(workspace, seen, { budget, meter, json: format === 'json' })
}

const WORST = (budget: number): Receipt => ({ pack: '00000000', budget, counts: [['lines', 99999]], tree: '00000000' })

function depthIn(args: Args): 'shape' | 'detail' | 'code' | 'full' {
  const depth = levelOf(textIn(args, 'depth') ?? 'full')
  if (depth === 'none' || depth === 'line') throw new UsageError('depth is signature, implementation or full')
  return depth
}

function levelOf(word: string): ReturnType<typeof levelFrom> {
  try {
    return levelFrom(word)
  } catch {
    throw new UsageError(`depth is signature, implementation or full, not ${shown(word)}`)
  }
}

/** `target`, or kind and name apart; `line_range` as two numbers or as text. */
function targetIn(args: Args): Target {
  const name = textIn(args, 'target', 'target_name', 'alias')
  if (name === undefined || name.trim() === '') throw new UsageError('name a target: a handle from an earlier answer, PATH#NAME, fn=NAME, class=NAME, mod=NAME or file=PATH:10-60')
  const type = textIn(args, 'type', 'target_type')
  const target = targetFrom(type === undefined || name.includes('#') || /^[a-z]+=/.test(name) ? name : `${type}=${name}`)
  const range = args['line_range']
  if (range === undefined || range === null) return target
  const [from, to] = (Array.isArray(range) ? range : String(range).split('-')).map((part) => Number(String(part).trim().replace(/^L/i, '')))
  if (from === undefined || !Number.isInteger(from) || !Number.isInteger(to ?? from)) throw new UsageError(`line_range looks like [10, 60] or "10-60", not ${shown(range)}`)
  return { ...target, kind: 'file', lines: rangeOf(from, to ?? from) }
}

/** The seed names the project beside the target: a file is where the name stands, a folder is all that is looked at. */
function scoped(target: Target, path: string | undefined, root: string): { target: Target; include: string[] } {
  if (target.kind === 'file' || target.kind === 'folder' || target.kind === 'any') confined(target.name, root)
  if (path === undefined || path === '') return { target, include: [] }
  const inside = confine(root, path)
  if (inside.path === '') return { target, include: [] }
  if (!inside.folder && target.path === undefined) return { target: { ...target, path: inside.path }, include: [] }
  return { target, include: includeFor(root, path) }
}

/** A name that climbs out is refused as such, rather than not found. */
function confined(name: string, root: string): void {
  if (name.startsWith('/') || name.split('/').includes('..')) confine(root, name)
}

function answerOf(workspace: Workspace, seen: Exclude<Seen, { several: Outcome }>, { budget, meter, json }: { budget: number; meter: Awaited<ReturnType<Workspace['meter']>>; json: boolean }): Answer {
  const { fragment, stale, entries } = seen
  if (fragment.page.files.length === 0) throw new Failure(`a budget of ${budget} tokens is too small to show anything of it: raise budget`, EXIT.budget)
  const tree = treeOf(entries, workspace.digest)
  const body = [...fragment.parts].join('')
  const pack = workspace.digest.sha256(`${tree}\n${body}`).slice(0, 8)
  const meta = { pack, tree, token_budget: budget, stale, ...metadataOf(fragment.page) }
  if (json) return inJson({ ...(JSON.parse(body) as Record<string, unknown>), token_budget: budget, pack, tree, stale, fresh: true }, { budget, meta, count: (text) => meter.count(text) })
  const { text, tokens } = textOf({ body, receipt: { pack, budget, counts: [['lines', body.split('\n').length - 1]], tree }, next: [] }, meter)
  if (tokens > budget) throw new Failure(`this needs ${tokens} tokens, more than its budget of ${budget}: raise budget`, EXIT.budget)
  return { text, meta: { ...meta, tokens } }
}

function inJson(data: Record<string, unknown>, { budget, meta, count }: { budget: number; meta: Record<string, unknown>; count: (text: string) => number }): Answer {
  const text = jsonLine(data)
  const tokens = count(text)
  if (tokens > budget) throw new Failure(`this needs ${tokens} tokens, more than its budget of ${budget}: raise budget`, EXIT.budget)
  return { text, data, meta: { ...meta, tokens } }
}

/** Lines of what a command printed, as `fovea render --as tool` kept them. */
function ofOutput({ text, data }: Outcome, budget: number): Answer {
  const { kind, lines, hidden, tokens } = data as Readonly<Record<string, unknown>>
  return { text: [...text as Iterable<string>].join(''), meta: { kind, lines, hidden, tokens, token_budget: budget } }
}

/** The places that a name could mean: as many as fit. */
function several({ text, report }: Outcome, budget: number, count: (text: string) => number): Answer {
  const lines = visible([...text as Iterable<string>].join('')).trimEnd().split('\n')
  const head = (report ?? []).join('\n').replace(', or with --module', ' as target')
  const kept = [...lines]
  while (kept.length > 1 && count([head, ...kept].join('\n')) > budget) kept.pop()
  return { text: [head, ...kept].join('\n'), meta: { ambiguous: true, candidates: lines.length } }
}
