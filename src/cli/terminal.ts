// The terminal: data on stdout, everything else on stderr, no escape codes off a terminal.
import { once } from 'node:events'
import type { Parts } from '../core/parts.ts'
import type { Outcome } from '../operations/index.ts'
import { redactSecrets, singleLine, visible } from '../workspace/index.ts'
import { gathered } from '../workspace/output.ts'

/** Seconds that work may take before progress is shown, and between two looks at it. */
const PATIENCE = 0.5
const RHYTHM = 0.1

const colour = process.stderr.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

/** Writes parts to stdout, waiting when the reader is slow. */
export async function writeOut(parts: Outcome['text']): Promise<void> {
  for await (const part of 'bytes' in parts ? copies(parts as Parts) : parts) if (part.length > 0 && !process.stdout.write(part)) await once(process.stdout, 'drain')
}

/** What is written may wait, and the bytes of a part do not: each is copied. */
function* copies(parts: Parts): Iterable<Uint8Array> {
  for (const part of gathered(parts)) yield Uint8Array.from(part)
}

/** A sentence on stderr. */
export function say(text: string): void {
  process.stderr.write(`${visible(discreet(text))}\n`)
}

/** A message may quote what it is about: a name, a line of a configuration, an answer of a server. */
export const discreet = (text: string): string => redactSecrets(text).text

/** An error on stderr: the name of the program, what is wrong. */
export function sayError(message: string): void {
  process.stderr.write(paint(31, 'fovea: '))
  // Further lines are set in: a name with a line feed in it cannot speak for the program.
  say(message.replaceAll('\n', '\n  '))
}

/** Progress on a terminal, once work has taken half a second. */
export function progressLine(): { show(message: string): void; clear(): void } {
  // The clock of `performance` would be loaded first.
  const began = process.uptime()
  let shown = false
  let last = 0
  const tty = process.stderr.isTTY === true
  return {
    show(message) {
      const now = process.uptime()
      if (!tty || now - began < PATIENCE || now - last < RHYTHM) return
      last = now
      process.stderr.write(`\r\u001b[K${singleLine(discreet(message))}`)
      shown = true
    },
    clear() {
      if (shown) process.stderr.write('\r\u001b[K')
      shown = false
    },
  }
}
