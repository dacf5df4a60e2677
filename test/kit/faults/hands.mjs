// One of many hands on one store: adds lines to a document, one by one, and says each that is kept.
//   node hands.mjs FOLDER DOCUMENT NAME COUNT [old]
// With `old` it locks as versions before this one did: a file without a word, and drafts of another name.
import { closeSync, openSync, readFileSync, renameSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { documentsIn } from '../../../dist/stores/documents.js'

const [, , folder, document, name, count, version] = process.argv
const documents = documentsIn(folder, '.fovea/hands')
for (let at = 0; at < Number(count); at++) {
  const change = (before = '') => `${before}${name} ${at}\n`
  if (version === 'old') await oldUpdate(join(documents.folder, `${document}.json`), change)
  else documents.update(document, change)
  writeSync(1, `${name} ${at}\n`)
}

async function oldUpdate(file, change) {
  while (!taken(`${file}.lock`)) await new Promise((done) => { setTimeout(done, 5) })
  writeFileSync(`${file}.${process.pid}.tmp`, change(readFileSync(file, 'utf8')))
  renameSync(`${file}.${process.pid}.tmp`, file)
  unlinkSync(`${file}.lock`)
}

function taken(lock) {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}
