#!/usr/bin/env node
// The door: the version costs nothing, everything else arrives when it is needed.
import { isMainThread, workerData } from 'node:worker_threads'
import { VERSION } from '../core/version.ts'
import { keepCompiled } from './compiled.ts'

const argv = process.argv.slice(2)

/** Standard output and standard error, which stay open to the end. */
const STREAMS = 2

/** The exit code of what is being written. */
let found = 0

// A reader that goes away, as `head` does, is not an error, and changes nothing of what was found.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(found)
  process.stderr.write(`fovea: the output could not be written: ${error.code === 'ENOSPC' ? 'the disk is full' : `the system said ${error.code ?? error.message}`}\n`)
  process.exit(1)
})

// What was asked is done, also where nobody hears how it went.
process.stderr.on('error', () => {})

if (!isMainThread) {
  // A server that was started here works in this thread.
  void ((workerData as { desk: string }).desk === 'studio' ? import('../studio/worker.ts') : import('../mcp/worker.ts'))
} else if (argv[0] === '--version' || argv[0] === '-V') {
  process.stdout.write(`${VERSION}\n`)
} else {
  // Whoever wants nothing kept means this too.
  if (!argv.includes('--no-cache')) keepCompiled()
  void import('./main.ts').then(({ main }) => main(argv, (exit) => { found = exit })).then(leave)
}

/** Ends with a code. Where nothing is left to wait for, at once: Node would take its memory apart piece by piece, which the system does in one go. */
function leave(code: number): void {
  process.exitCode = code
  const waited = process.getActiveResourcesInfo()
  const isWritten = process.stdout.writableLength + process.stderr.writableLength === 0
  if (isWritten && waited.length <= STREAMS && waited.every((one) => one === 'PipeWrap' || one === 'TTYWrap')) process.exit()
}
