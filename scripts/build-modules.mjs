// Writes the modules that *.wat files describe as text, each beside its source. With --check it only says whether they are current.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { assemble } from './wat.mjs'

const MODULES = [
  { source: 'src/meters/counter.wat', target: 'src/meters/counter-module.ts', name: 'COUNTER', doc: 'The WebAssembly module that counts, in base64.', marked: ['src/meters/unicode.ts', 'src/meters/characters.ts'] },
  { source: 'src/core/words.wat', target: 'src/core/words-module.ts', name: 'WORDS', doc: 'The WebAssembly module that counts words, in base64.' },
  { source: 'src/core/plain.wat', target: 'src/core/plain-module.ts', name: 'PLAIN', doc: 'The WebAssembly module that looks whether a text is plain, in base64.' },
  { source: 'src/languages/flatten.wat', target: 'src/languages/flatten-module.ts', name: 'FLATTEN', doc: 'The WebAssembly module that writes a tree down as rows, in base64.' },
  { source: 'src/guards/suspects.wat', target: 'src/guards/suspects-module.ts', name: 'SUSPECTS', doc: 'The WebAssembly module that looks for what could be a secret, in base64.' },
]

const at = (path) => new URL(`../${path}`, import.meta.url)

/** A module as a TypeScript file. */
function fileOf({ source, name, doc, marked }) {
  const bytes = Buffer.from(assemble(readFileSync(at(source), 'utf8')))
  const lines = bytes.toString('base64').match(/.{1,140}/g)
  return `// Made by scripts/build-modules.mjs from ${source.slice(source.lastIndexOf('/') + 1)}: change that.

/** ${doc} */
export const ${name} = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('')
${marked === undefined ? '' : markOf(bytes, marked)}`
}

/** Whatever decides what the memory of a module holds changes its mark. */
function markOf(bytes, marked) {
  const hash = marked.reduce((sum, path) => sum.update(readFileSync(at(path))), createHash('sha256').update(bytes))
  return `
/** Memory that was laid out for another mark is of no use to this module. */
export const MARK = '${hash.digest('hex').slice(0, 12)}'
`
}

const current = (path) => { try { return readFileSync(at(path), 'utf8') } catch { return '' } }
for (const module of MODULES.filter((one) => current(one.target) !== fileOf(one))) {
  if (process.argv.includes('--check')) {
    console.error(`${module.target} is not what ${module.source} says: run node scripts/build-modules.mjs`)
    process.exitCode = 1
  } else writeFileSync(at(module.target), fileOf(module))
}
