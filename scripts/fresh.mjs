// The bundled program for those who measure and test it. `tsc -b` alone compiles without bundling, and an old bundle would prove nothing.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const program = join(dist, 'bin', 'fovea.cjs')

/** The path of the program; throws when something was compiled after it was bundled. */
export function freshProgram() {
  const bundled = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const compiled = Math.max(...readdirSync(join(dist, '.tsbuildinfo')).map((name) => statSync(join(dist, '.tsbuildinfo', name)).mtimeMs))
  if (compiled > bundled) throw new Error('dist/bin is older than what it was made from: run "npm run build" (or "node scripts/bundle.mjs")')
  return program
}
