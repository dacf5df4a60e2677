import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isFrame } from '../../core/delta/delta.ts'
import { type Pack, PACK_ID } from '../../core/delta/pack.ts'
import { flag, list, text, UsageError } from '../../core/field.ts'
import { jsonFrom } from '../../core/json.ts'
import { type Feedback, feedbackFrom, lessonsIn } from '../../core/learn/feedback.ts'
import type { Lesson } from '../../core/learn/lesson.ts'
import { fileIn, lensIn } from '../../core/learn/store.ts'
import { findPack, settle, type Workspace } from '../../workspace/index.ts'
import { type Context, defineOperation, Failure, type Outcome } from '../operation.ts'
import { filesNamed, placing, ratingTyped, withMemory, workspaceAt } from './reach.ts'

/** Learns from what somebody says of a context. */
export const feedback = defineOperation({
  name: 'feedback',
  title: 'Say what was useful, so that the next context is better',
  doc: 'Each rating moves what is believed of a file three tenths of the way. The id of a pack, as pack tells it, rates all files it showed, a little each, and its lens. With --lens it is learned for that lens too, and --effectiveness rates the lens. --from reads the message context/feedback of the protocol: session_id, file_ratings, overall_effectiveness.',
  examples: ['fovea feedback src/auth.ts --useful --reason "the bug was here"', 'fovea feedback docs/old.md --useless', 'fovea feedback 9f8e7d6c --useful', 'fovea feedback src/a.ts --utility 0.8 --lens debug --effectiveness 0.9', 'fovea feedback --from feedback.json'],
  fields: {
    targets: list('Files, relative to the folder, or the id of a pack', { place: 'rest', sign: 'PATH' }),
    useful: flag('They were needed'),
    useless: flag('They were not needed'),
    notUseful: flag('The same as --useless'),
    utility: text('How useful they were, 0 to 1', { sign: 'N' }),
    reason: text('Why, for the journal', { sign: 'TEXT' }),
    lens: text('The lens the context was made with', { short: 'l', sign: 'NAME' }),
    effectiveness: text('How well the lens served, 0 to 1', { sign: 'N' }),
    session: text('Where the feedback comes from, for the journal', { sign: 'ID' }),
    from: text('Read feedback as JSON from a file, or from standard input with -', { sign: 'FILE' }),
    ...placing,
  },
  async run(input, context) {
    const said = input.from === undefined ? saidIn(input) : await messageFrom(input.from, context)
    const workspace = workspaceAt(context, input.root, 'on')
    // A lens that does not exist is refused in the words of every other command.
    settle({ lens: said.lens }, workspace.layers)
    const packs = Object.keys(said.file_ratings ?? {}).flatMap((id) => findPack(workspace, id) ?? [])
    const { paths, unknown: strange } = filesNamed(workspace, Object.keys(said.file_ratings ?? {}).filter((name) => !packs.some(({ id }) => id === name)))
    const unknown = strange.map(unknownPack)
    const lessons = [...lessonsIn({ ...said, file_ratings: ratingsOf(said, paths) }), ...packs.flatMap((pack) => lessonsOfPack(pack, said))]
    if (lessons.length === 0) throw new Failure(unknown[0]?.why ?? 'there is nothing to learn from: rate files, or a lens with --effectiveness')
    return learned(workspace, lessons, unknown)
  },
})

/** What looks like the id of a pack was meant as one. */
const unknownPack = ({ path, why }: { path: string; why: string }): { path: string; why: string } =>
  ({ path, why: PACK_ID.test(path) ? `the pack ${path} is not known here: packs are kept for a while only; name files instead` : why })

/** A pack that is rated as a whole says a little of each file it showed, and how well its lens served. */
function lessonsOfPack({ id, lens, sections }: Pack, { file_ratings: ratings = {} }: Feedback): Lesson[] {
  const { utility: value = 1, reason } = ratings[id] ?? {}
  const from = { lens, value, source: `pack ${id}`, ...(reason === undefined ? {} : { why: reason }) }
  return [...sections.filter(({ path }) => !isFrame(path)).map(({ path }): Lesson => ({ kind: 'shown', path, ...from })), { kind: 'lens', ...from }]
}

interface Said {
  readonly targets: readonly string[]
  readonly useful: boolean
  readonly useless: boolean
  readonly notUseful: boolean
  readonly utility: string | undefined
  readonly reason: string | undefined
  readonly lens: string | undefined
  readonly effectiveness: string | undefined
  readonly session: string | undefined
}

/** What was typed, in the words of the protocol. */
function saidIn(input: Said): Feedback {
  const utility = verdictIn(input)
  if (input.targets.length > 0 && utility === undefined) throw new UsageError('say how useful it was: --useful, --useless or --utility 0.8')
  if (input.targets.length === 0 && input.effectiveness === undefined) throw new UsageError('name what was useful: fovea feedback src/auth.ts --useful')
  const rating = { utility: utility ?? 1, ...(input.reason === undefined ? {} : { reason: input.reason }) }
  return {
    ...(input.session === undefined ? {} : { session_id: input.session }), ...(input.lens === undefined ? {} : { lens: input.lens }),
    file_ratings: Object.fromEntries(input.targets.map((path) => [path, rating])),
    ...(input.effectiveness === undefined ? {} : { overall_effectiveness: ratingTyped('--effectiveness', input.effectiveness) }),
  }
}

function verdictIn({ useful, utility, ...said }: Said): number | undefined {
  const useless = said.useless || said.notUseful
  if (Number(useful) + Number(useless) + Number(utility !== undefined) > 1) throw new UsageError('--useful, --useless and --utility say the same thing: give one of them')
  return utility === undefined ? (useful ? 1 : useless ? 0 : undefined) : ratingTyped('--utility', utility)
}

async function messageFrom(from: string, context: Context): Promise<Feedback> {
  const json = from === '-' ? await context.stdin() : await readFile(resolve(context.cwd, from), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${from} cannot be read: ${error.code === 'ENOENT' ? 'it does not exist' : error.message}`)
  })
  const shown = from === '-' ? 'standard input' : from
  const value = jsonFrom(json, (why) => new Failure(`${shown} cannot be used: ${why}`))
  try {
    return feedbackFrom(value)
  } catch (error) {
    throw error instanceof TypeError ? new Failure(`${shown} cannot be used: ${error.message}`) : error
  }
}

/** The ratings of files that exist, under the paths by which they are known. */
function ratingsOf({ file_ratings: ratings = {} }: Feedback, paths: readonly string[]): NonNullable<Feedback['file_ratings']> {
  const byPath = new Map(Object.entries(ratings).map(([path, rating]) => [path.replace(/^(?:\.\/)+/, ''), rating]))
  return Object.fromEntries(paths.flatMap((path) => (byPath.has(path) ? [[path, byPath.get(path) as { utility: number }]] : [])))
}

async function learned(workspace: Workspace, lessons: readonly Lesson[], unknown: readonly { path: string; why: string }[]): Promise<Outcome> {
  const store = await withMemory(() => workspace.experience.learn(lessons))
  const files = lessons.flatMap(({ path }) => (path === undefined ? [] : [{ path, utility: fileIn(store, path).utility_score }]))
  const lenses = lessons.filter(({ kind }) => kind === 'lens').map(({ lens = 'default' }) => ({ lens, effectiveness: lensIn(store, lens).effectiveness_score }))
  return {
    text: [...files.map(({ path, utility }) => `${path}  utility ${utility.toFixed(2)}\n`), ...lenses.map(({ lens, effectiveness }) => `lens ${lens}  effectiveness ${effectiveness.toFixed(2)}\n`)],
    data: { learned: files, lenses, ignored: unknown.map(({ path }) => path) }, report: unknown.map(({ path, why }) => `${JSON.stringify(path)} was left out: ${why}`),
  }
}

