// What was learned, and contexts that can be taken up again. Looking teaches nothing; what teaches is sent with POST.
import { number, text, UsageError } from '../../core/field.ts'
import { committing } from '../../operations/choosing.ts'
import { feedback } from '../../operations/memory/feedback.ts'
import { journal } from '../../operations/memory/journal.ts'
import { forget } from '../../operations/memory/keeping.ts'
import { Failure, type Operation } from '../../operations/index.ts'
import { list, rm } from '../../operations/session/look.ts'
import { save } from '../../operations/session/save.ts'
import { keepPack, packOf } from '../../workspace/index.ts'
import { choices, UNSAID } from '../choices.ts'
import type { MemoryView, PackView } from '../contract.ts'
import { asking, defineQuestion, type Question, ran } from '../page.ts'
import { learnedIn, type Told } from '../remembered.ts'
import { sessionsOf, standingOf } from '../sessions.ts'

/** Lessons that a page shows unless told. */
const FEW = 50

const memory = defineQuestion({
  path: '/memory.json', fields: { limit: number('The most lessons shown', { otherwise: FEW }) },
  async run({ limit }, { place, context }): Promise<MemoryView> {
    const sessions = await sessionsOf(context)
    if (place.frozen) return { frozen: true, entries: [], older: 0, files: [], lenses: [], sessions }
    const { data } = await ran(await journal.run({ ...NOTHING, limit: 1_000_000 }, context))
    return { frozen: false, ...learnedIn(data as Told, limit ?? FEW), sessions }
  },
})

/** What a command says when nothing is typed. */
const NOTHING = { path: undefined, tag: undefined, root: '.', json: true } as const

const session = defineQuestion({
  path: '/session.json', fields: { id: text('The name of the session') },
  run: ({ id }, { place, context }) => standingOf(id, { frozen: place.frozen, context }),
})

const pack = defineQuestion({
  path: '/pack.json', fields: choices, changes: true,
  async run(input, room): Promise<PackView> {
    const { workspace, compilation } = await room.compiled({ ...input, ...UNSAID })
    const made = packOf(workspace, compilation)
    return made !== undefined && keepPack(workspace, made) ? { pack: made.id } : { why: workspace.packs === undefined ? 'a frozen studio keeps no packs' : 'a pack without a budget is not kept' }
  },
})

/** A frozen studio learns nothing, whatever the operation would do. */
function learning(question: Question): Question {
  return { ...question, run: async (input, room) => {
    if (room.place.frozen) throw new Failure('this studio was started with --frozen, so nothing is learned: start it without')
    return question.run(input, room)
  } }
}

/** A session is taken up on the files of the day: one that was chosen at a commit would come back as another context. */
function onDisk(question: Question): Question {
  return { ...question, fields: { ...question.fields, ...committing }, run: async ({ commit, ...input }, room) => {
    if (commit !== undefined) throw new UsageError(`a session is about the files on disk and cannot keep the commit ${JSON.stringify(commit)}: take the commit away, then save`)
    return question.run(input, room)
  } }
}

const own = (operation: unknown): Operation => operation as Operation

/** All of them. */
export const MEMORY_QUESTIONS: readonly Question[] = [
  memory as unknown as Question, session as unknown as Question, pack as unknown as Question,
  asking('/sessions.json', own(list), { without: ['dir'] }),
  learning(asking('/feedback.json', own(feedback), { changes: true })),
  learning(asking('/forget.json', own(forget), { changes: true })),
  onDisk(asking('/session/save.json', own(save), { without: ['dir', 'replace', 'artifact', 'frozen'], changes: true })),
  asking('/session/remove.json', own(rm), { without: ['dir'], changes: true }),
]
