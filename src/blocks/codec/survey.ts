// A look at a container frame by frame: what is wrong with one block does not hide the others.
import { PRIORITY_WORDS, specNumbered } from '../schema.ts'
import type { TypedBlock } from '../typed.ts'
import { framesIn, nameOf, Understanding, weigh } from './blocks.ts'
import { CodecError } from './error.ts'
import { FLAG, type Frame, type FrameOptions } from './frames.ts'

/** One frame and what became of it. */
export interface Seen {
  readonly frame: Frame
  /** Bytes of its body, unpacked and looked up; those in the file where that failed. */
  readonly size: number
  readonly block?: TypedBlock
  readonly fault?: CodecError
}

/** Every frame of a container, one after the other; nothing of them is kept. Throws where no further frame can be found, and at once when it is too large. */
export function* survey(bytes: Uint8Array, options: FrameOptions = {}): Iterable<Seen> {
  const understanding = new Understanding({ ...options, ...(refers(bytes, options) ? { bodies: new Map<string, Uint8Array>() } : {}) })
  for (const frame of framesIn(bytes, options)) {
    try {
      const { block, size } = understanding.look(frame)
      yield { frame, size, block }
    } catch (fault) {
      if (!(fault instanceof CodecError)) throw fault
      yield { frame, size: frame.body.length, fault }
    }
  }
}

/** Whether blocks refer to others, as far as they can be found. What is too large is refused here, before anything of it is kept. */
function refers(bytes: Uint8Array, options: FrameOptions): boolean {
  try {
    return weigh(bytes, options).refers
  } catch (error) {
    if (!(error instanceof CodecError) || error.fault === 'limit') throw error
    return refersBeforeFault(bytes, options)
  }
}

function refersBeforeFault(bytes: Uint8Array, options: FrameOptions): boolean {
  try {
    for (const { flags } of framesIn(bytes, { ...options, skim: true })) if ((flags & FLAG.reference) !== 0) return true
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
  }
  return false
}

/** The flags of a frame in words. */
export function flagWords({ flags }: Frame): string[] {
  const known = Object.entries(FLAG).filter(([, bit]) => (flags & bit) !== 0).map(([name]) => name)
  const others = flags & ~Object.values(FLAG).reduce((sum, bit) => sum | bit, 0)
  return others === 0 ? known : [...known, `0x${others.toString(16)}`]
}

/** Everything about a container that is allowed and still looks like a mistake. */
export class Doubts {
  private readonly targets: { readonly frame: Frame; readonly target: number }[] = []
  private readonly annotations = new Set<number>()
  private readonly said: string[] = []
  private blocks = 0

  look({ frame, block }: Seen): void {
    this.blocks++
    if (specNumbered(frame.code) === undefined) this.said.push(`${nameOf(frame)}: this type is not known here; it is kept as it is`)
    if (flagWords(frame).some((word) => word.startsWith('0x'))) this.said.push(`${nameOf(frame)}: flags that are not known here are set (0x${frame.flags.toString(16)})`)
    if (block?.type !== 'annotation') return
    this.annotations.add(frame.index)
    this.targets.push({ frame, target: block.target })
    const [byte] = block.value
    if (block.kind === 'priority' && (block.value.length !== 1 || PRIORITY_WORDS.words[(byte as number) - PRIORITY_WORDS.from] === undefined)) this.said.push(`${nameOf(frame)}: its priority is not 1 to ${PRIORITY_WORDS.words.length}, so it says nothing`)
  }

  /** What is known once every block was seen. */
  list(): string[] {
    const lost = this.targets.filter(({ target }) => target >= this.blocks).map(({ frame, target }) => `${nameOf(frame)}: it speaks of block ${target}, which is not there`)
    const circular = this.targets.filter(({ target }) => this.annotations.has(target)).map(({ frame, target }) => `${nameOf(frame)}: it speaks of block ${target}, which is an annotation itself`)
    return [...this.said, ...lost, ...circular]
  }
}
