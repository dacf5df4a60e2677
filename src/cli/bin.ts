#!/usr/bin/env node
// The door: the version costs nothing, everything else arrives when it is needed.
import { readFileSync } from 'node:fs'

const argv = process.argv.slice(2)

// A reader that goes away, as `head` does, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

if (argv[0] === '--version' || argv[0] === '-V') {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  process.stdout.write(`${manifest.version}\n`)
} else {
  const { main } = await import('./main.ts')
  process.exitCode = await main(argv)
}
