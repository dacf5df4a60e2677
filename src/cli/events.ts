// Events as JSON lines: appended to a file, or on standard error beside the report.
import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure, type LogEvent } from '../operations/index.ts'
import { jsonLine } from '../workspace/index.ts'
import { say } from './terminal.ts'

/** Writes events where `--log` or FOVEA_LOG says; nowhere when neither does. */
export function writeEvents(events: readonly LogEvent[], log: unknown, cwd: string): void {
  const lines = events.map((event) => jsonLine(event))
  if (typeof log === 'string' && log !== '-') return appendTo(resolve(cwd, log), log, lines)
  if (log === '-' || process.env['FOVEA_LOG'] === 'json') for (const line of lines) say(line)
}

function appendTo(path: string, shown: string, lines: readonly string[]): void {
  try {
    appendFileSync(path, lines.map((line) => `${line}\n`).join(''))
  } catch (error) {
    throw new Failure(`the log ${shown} cannot be written: ${(error as Error).message.replace(/^(\w+): .*/s, 'the system said $1')}`)
  }
}
