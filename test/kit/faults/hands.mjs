// One of many hands on one store: adds lines to a document, one by one, and says each that is kept.
//   node hands.mjs FOLDER DOCUMENT NAME COUNT
import { writeSync } from 'node:fs'
import { documentsIn } from '../../../dist/stores/documents.js'

const [, , folder, document, name, count] = process.argv
const documents = documentsIn(folder, '.fovea/hands')
for (let at = 0; at < Number(count); at++) {
  documents.update(document, (before = '') => `${before}${name} ${at}\n`)
  writeSync(1, `${name} ${at}\n`)
}
