// When a thread is ended. Work that nobody wants any more may go on for as long as a new thread would need to know what this one knows: ending it sooner costs more than
// it saves. Each thread that is ended without having answered anything doubles that time, so that clients that only cancel cannot keep a server from working.

/** Milliseconds. */
const GRACE = { least: 250, most: 10_000 }

/** How long the work of one thread after the other may go on when nobody wants it. */
export class Pace {
  /** Threads that were ended since the last answer. */
  private vain = 0
  private began = 0
  private isCold = true
  /** What a thread took to its first answer. */
  private warming = 0
  private clock: NodeJS.Timeout | undefined

  begin(): void {
    this.began = performance.now()
    this.isCold = true
  }

  answered(): void {
    this.stop()
    if (this.isCold) this.warming = performance.now() - this.began
    this.isCold = false
    this.vain = 0
  }

  grant(end: () => void): void {
    this.stop()
    this.clock = setTimeout(() => {
      this.vain += 1
      end()
    }, Math.min(GRACE.most, Math.max(GRACE.least, this.warming) * 2 ** this.vain))
  }

  stop(): void {
    clearTimeout(this.clock)
  }
}
