import type { Engine } from './engine.ts'
import type { Encoding } from './exact.ts'
import { Log } from './log.ts'
import { PieceCounter, textOf, type Text } from './pieces.ts'
import { scanCl100k } from './scan-cl100k.ts'
import { scanO200k } from './scan-o200k.ts'
import type { Scanner } from './scan.ts'
import { readVocabulary } from './vocabulary.ts'

const SCANNERS: Record<Encoding, Scanner> = { o200k_base: scanO200k, cl100k_base: scanCl100k }

/** Counts in plain JavaScript. */
export class PlainEngine implements Engine {
  private readonly pieces: PieceCounter
  private readonly scan: Scanner
  private text: Text = textOf(new Uint8Array(1 << 16))

  constructor(encoding: Encoding, vocabulary: Uint8Array) {
    this.pieces = new PieceCounter(readVocabulary(vocabulary))
    this.scan = SCANNERS[encoding]
  }

  room(bytes: number): Uint8Array {
    if (bytes > this.text.bytes.length) this.text = textOf(new Uint8Array(bytes))
    return this.text.bytes
  }

  count(length: number): number {
    return this.walk(length)
  }

  logged(length: number): { tokens: number; log: Uint8Array } {
    const log = new Log(this.text.bytes, 0)
    return { tokens: this.walk(length, log), log: log.end() }
  }

  private walk(length: number, log?: Log): number {
    const { text, scan, pieces } = this
    let tokens = 0
    for (let at = 0; at < length; ) {
      // Bytes that are not UTF-8 may end in the middle of a character.
      const stop = Math.min(scan(text.bytes, at, length), length)
      tokens += pieces.count(text, at, stop)
      log?.piece(at, stop, tokens)
      at = stop
    }
    return tokens
  }
}
