// How many calls a server has under way: those that wait, the one that is worked on, and answers that were not taken yet. Beyond that it says so at once, instead of
// promising what it cannot hold: 429 to a client that has too many itself, 503 when all clients together have.
import { once } from '../core/once.ts'
import type { Refusal } from './door.ts'

/** Who asks. */
export interface Caller {
  /** Takes turns with the others: a session, or a connection where there are no sessions. */
  readonly client: string
  /** What may have many connections: the name that a program gives itself, and where it comes from. */
  readonly house: string
}

/** The most that may be under way. */
export interface Most {
  /** Of all clients. */
  readonly all: number
  /** Of one house: what it leaves is for the others. */
  readonly house: number
  /** Of one client. */
  readonly client: number
  /** What the requests may hold together. */
  readonly bytes: number
}

/** Five times what fifty clients have who ask one thing after the other. */
export const MOST: Most = { all: 256, house: 128, client: 32, bytes: 16 << 20 }

/** Seconds after which asking again makes sense: places become free one by one, soonest for whoever waits for their own. */
const AGAIN = { own: 1, all: 3 }

/** The calls that are under way, counted by whom they are for. */
export class Load {
  private readonly taken = new Map<string, number>()
  private all = 0
  private bytes = 0
  private closing = false
  private readonly emptied = new Set<() => void>()

  constructor(private readonly most: Most = MOST) {}

  /** Takes a place for each call; what comes back gives them free again, or says why there is none. */
  take({ client, house }: Caller, calls = 1): Refusal | (() => void) {
    const full = this.fullFor(client, house, calls)
    if (full !== undefined) return full
    const names = new Set([`client ${client}`, `house ${house}`])
    for (const name of names) this.taken.set(name, this.of(name) + calls)
    this.all += calls
    return once(() => {
      for (const name of names) this.leave(name, calls)
      this.all -= calls
      if (this.all === 0) for (const tell of this.emptied) tell()
    })
  }

  /** The same for whoever is there until they were answered or left; why there is no place, if there is none. */
  takeUntil(over: AbortSignal, caller: Caller, calls = 1): Refusal | undefined {
    const taken = this.take(caller, calls)
    if (typeof taken === 'object') return taken
    over.addEventListener('abort', taken, { once: true })
    if (over.aborted) taken()
    return undefined
  }

  /** Makes room for a part of a request, if there is some. */
  hold(bytes: number): boolean {
    if (this.bytes + bytes > this.most.bytes) return false
    this.bytes += bytes
    return true
  }

  free(bytes: number): void {
    this.bytes -= bytes
  }

  /** From now on nothing is taken; done when nothing is under way, or after some milliseconds. */
  async close(patience: number): Promise<void> {
    this.closing = true
    if (this.all === 0) return
    await new Promise<void>((done) => {
      const clock = setTimeout(done, patience)
      this.emptied.add(() => {
        clearTimeout(clock)
        done()
      })
    })
  }

  private of(name: string): number {
    return this.taken.get(name) ?? 0
  }

  private fullFor(client: string, house: string, calls: number): Refusal | undefined {
    if (this.closing) return CLOSING
    if (this.all + calls > this.most.all) return full(this.all)
    const own = this.of(`client ${client}`)
    if (own + calls > this.most.client) return tooMany(own)
    const ours = this.of(`house ${house}`)
    return ours + calls > this.most.house ? tooMany(ours) : undefined
  }

  private leave(name: string, calls: number): void {
    const left = this.of(name) - calls
    if (left > 0) this.taken.set(name, left)
    else this.taken.delete(name)
  }
}

const again = (status: number, message: string, seconds: number): Refusal => ({ status, message, headers: { 'Retry-After': String(seconds) } })

const tooMany = (calls: number): Refusal => again(429, `this client has ${calls} calls under way, and no more are taken from one: ask again when one of them is answered`, AGAIN.own)

const full = (calls: number): Refusal => again(503, `this server has ${calls} calls under way, and no more are taken: ask again in a few seconds`, AGAIN.all)

/** Requests that are too long together. */
export const TOO_HEAVY = again(503, 'the requests that are under way are too long together: ask again in a few seconds', AGAIN.all)

const CLOSING: Refusal = { ...again(503, 'this server is ending: ask the one that takes its place', AGAIN.all), headers: { 'Retry-After': String(AGAIN.all), Connection: 'close' } }
