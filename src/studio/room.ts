// Where questions are answered: one folder, opened anew for each and kept warm between them, so that an answer is always about the files as they are.
import { type Choices, flagsOf } from '../operations/choosing.ts'
import type { Context } from '../operations/index.ts'
import { mustHold } from '../operations/report.ts'
import { atCommit, besides, type Compilation, compileGathered, gatherWorkspace, onlyRecalling, openWorkspace, type Reading, settle, Warm, type Workspace } from '../workspace/index.ts'
import type { Asked } from './asked.ts'
import type { PlanView } from './contract.ts'
import { shelfFor } from './first.ts'
import { planView } from './view.ts'

/** The folder that a studio shows. */
export interface Place {
  /** A real path. */
  readonly root: string
  readonly frozen: boolean
}

/** A plan, and the folder it was made in. */
export interface Made {
  readonly workspace: Workspace
  readonly compilation: Compilation
}

/** What surrounds one answer. */
export interface Room {
  readonly place: Place
  readonly context: Context
  /** Opens the folder to be looked at: nothing is learned from looking. */
  open(): Workspace
  progress(files: number): void
  /** The plan for some choices; one that was just made is not made again while nothing has changed. */
  compiled(choices: Choices): Promise<Made>
  /** The same as the pages see it; the first one of a studio may come from the one before. */
  plan(choices: Choices): Promise<PlanView>
}

/** Plans that are held: two sides of a comparison, and one more. */
const MOST_HELD = 3

interface Held {
  readonly reading: Reading
  readonly besides: string
  readonly made: Made
}

/** What stays between two answers. */
export class Memory {
  readonly warm = new Warm()
  private isFirst = true
  private readonly held = new Map<string, Held>()

  /** What was learned or written may change every plan. */
  forget(): void {
    this.held.clear()
  }

  async compiled(room: Room, choices: Choices): Promise<Made> {
    return this.make(await this.asked(room, choices))
  }

  async plan(room: Room, choices: Choices): Promise<PlanView> {
    const asked = await this.asked(room, choices)
    const shelf = this.isFirst ? shelfFor(asked) : undefined
    this.isFirst = false
    const kept = shelf?.recall()
    if (kept !== undefined) return kept
    const view = planView((await this.make(asked)).compilation)
    shelf?.keep(view)
    if (shelf !== undefined) await asked.workspace.close()
    return view
  }

  /** Reads the folder. */
  private async asked(room: Room, choices: Choices): Promise<Asked> {
    const opened = room.open()
    const workspace = choices.commit === undefined ? opened : await atCommit(opened, choices.commit, { warm: this.warm, onProgress: room.progress })
    const flags = await flagsOf(choices, room.context)
    const settings = settle(flags, workspace.layers)
    const said = JSON.stringify([flags, choices.commit, workspace.layers.map(({ origin, config }) => [origin, config])])
    return { said, workspace, settings, reading: await workspace.read(settings), besides: await besides(workspace, settings) }
  }

  private async make({ said, workspace, settings, ...asked }: Asked): Promise<Made> {
    const { reading } = asked
    const known = this.held.get(said)
    if (known?.reading === reading && known.besides === asked.besides) return known.made
    const compilation = compileGathered(workspace, await gatherWorkspace(workspace, settings, { reading }))
    await workspace.close()
    mustHold(compilation, 'this folder')
    return this.hold(said, { reading, besides: asked.besides, made: { workspace, compilation } })
  }

  private hold(said: string, plan: Held): Made {
    this.held.delete(said)
    this.held.set(said, plan)
    for (const [oldest] of this.held) if (this.held.size > MOST_HELD) this.held.delete(oldest)
    return plan.made
  }
}

/** The room for one answer. */
export function roomFor(place: Place, memory: Memory, { again, progress }: { again: boolean; progress: (files: number) => void }): Room {
  const open = (): Workspace => {
    const workspace = openWorkspace(place.root, { frozen: place.frozen, caching: again ? 'verify' : 'on', onProgress: progress, warm: memory.warm })
    return { ...workspace, experience: onlyRecalling(workspace.experience) }
  }
  const room: Room = { place, context: contextIn(place.root), open, progress, compiled: (choices) => memory.compiled(room, choices), plan: (choices) => memory.plan(room, choices) }
  return room
}

/** An operation that runs here has no standard input. */
const contextIn = (cwd: string): Context => ({ cwd, stdin: async () => '', bytes: async () => new Uint8Array(), async *lines() {}, progress: () => {} })
