/** Lines that somebody adds while somebody else reads them. */
export class Lines implements AsyncIterable<string> {
  private readonly waiting: string[] = []
  private wake: () => void = () => {}
  private ended = false
  private fault: unknown

  /** Gives a line to the reader. */
  add(line: string): void {
    this.waiting.push(line)
    this.wake()
  }

  /** There is nothing more to come; a fault is thrown to the reader. */
  end(fault?: unknown): void {
    this.ended = true
    this.fault = fault
    this.wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      yield* this.waiting.splice(0)
      if (this.ended && this.waiting.length === 0) break
      if (this.waiting.length === 0) await new Promise<void>((resolve) => { this.wake = resolve })
    }
    if (this.fault !== undefined) throw this.fault
  }
}
