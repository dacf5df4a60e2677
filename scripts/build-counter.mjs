// Writes src/meters/counter.ts: the module that src/meters/counter.wat describes, as text. With --check it only says whether that is current.

import { readFileSync, writeFileSync } from 'node:fs'
import { assemble } from './wat.mjs'

const source = new URL('../src/meters/counter.wat', import.meta.url)
const target = new URL('../src/meters/counter.ts', import.meta.url)

/** The module as a TypeScript file. */
export function counterFile() {
  const lines = Buffer.from(assemble(readFileSync(source, 'utf8'))).toString('base64').match(/.{1,140}/g)
  return `// Made by scripts/build-counter.mjs from counter.wat: change that.

/** The WebAssembly module that counts, in base64. */
export const COUNTER = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('')
`
}

const current = (() => { try { return readFileSync(target, 'utf8') } catch { return '' } })()
if (current !== counterFile()) {
  if (process.argv.includes('--check')) {
    console.error('src/meters/counter.ts is not what src/meters/counter.wat says: run node scripts/build-counter.mjs')
    process.exit(1)
  }
  writeFileSync(target, counterFile())
}
