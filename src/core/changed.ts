/** A file is no longer what it was when the work began. Whoever catches it may begin again. */
export class Changed extends Error {
  readonly path: string
  constructor(path: string) {
    super(`${path} changed while it was being read; run again when nothing is writing to the folder`)
    this.name = 'Changed'
    this.path = path
  }
}
