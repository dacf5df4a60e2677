/** The ways in which bytes can be wrong; programs may rely on these words. */
export type Fault =
  | 'magic' | 'version' | 'reserved' | 'truncated' | 'no-end' | 'after-end' | 'varint' | 'type'
  | 'wire' | 'missing' | 'word' | 'reference' | 'zstd' | 'limit'

interface Where {
  /** The byte at which it was noticed. */
  readonly offset?: number | undefined
  /** The block in which it was noticed, in words. */
  readonly place?: string | undefined
  /** What to do about it. */
  readonly advice?: string | undefined
}

/** What is wrong with a container: what, where, what to do. */
export class CodecError extends Error {
  override readonly name = 'CodecError'

  constructor(readonly fault: Fault, readonly what: string, readonly where: Where = {}) {
    super(sentence(what, where))
  }

  /** The same, noticed inside a block: offsets count from its beginning until now. */
  within(place: string, base: number): CodecError {
    const { offset, advice } = this.where
    return new CodecError(this.fault, this.what, { place, advice, offset: offset === undefined ? base : base + offset })
  }
}

const sentence = (what: string, { offset, place, advice }: Where): string =>
  `${place === undefined ? '' : `${place}: `}${what}${offset === undefined ? '' : ` at byte ${offset}`}${advice === undefined ? '' : `; ${advice}`}`
