import type { Entry } from './ports.ts'

/** An entry that knows whether somebody asked for what it holds. Its path and what it is are known to everybody; all else follows from its bytes. */
export class Watched implements Entry {
  readonly path: string
  /** Whether anything was made of what it holds. */
  isTouched = false

  constructor(readonly entry: Entry) {
    this.path = entry.path
  }

  get stub(): string {
    // Absent where there is none, as in every entry: the type of an optional property does not let a getter say so.
    return this.entry.stub as string
  }

  get atHand(): boolean {
    return this.entry.atHand ?? true
  }

  get text(): string {
    return this.touched.text
  }

  get bytes(): number {
    return this.touched.bytes
  }

  get md5(): string {
    return this.touched.md5
  }

  get sha256(): string {
    return this.touched.sha256
  }

  get modified(): number {
    return this.touched.modified
  }

  get encoding(): string {
    return this.touched.encoding as string
  }

  get verbatim(): boolean {
    return this.touched.verbatim ?? false
  }

  utf8(): Uint8Array | undefined {
    return this.touched.utf8?.()
  }

  private get touched(): Entry {
    this.isTouched = true
    return this.entry
  }
}
