// Nothing is lost and nothing is left to chance, on real repositories.
// (a) Every block at full, written one after the other, gives back the text of its file; and a pack without a budget holds every text file as it is on disk.
// (b) The same files give the same bytes, whatever the order they were created in, where one stands, the language and time zone, and the version of Node.
//   node bench/lossless.mjs [--corpus NAME]... [--runs 20]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { walk } from '../dist/core/block.js'
import { fileBlock } from '../dist/core/tile.js'
import { write } from '../dist/core/write.js'
import { randomness } from '../test/kit/trees.mjs'
import { options, whole } from './kit/args.mjs'
import { chosen, published } from './kit/corpora.mjs'
import { readFolder } from './kit/line.mjs'
import { grouped, sum } from './kit/numbers.mjs'
import { FOVEA } from './kit/places.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { tools } from './kit/tools.mjs'

const flags = options({ corpus: { type: 'string', multiple: true }, runs: { type: 'string' } })
const runs = whole(flags.runs, 20)
const corpora = chosen(flags.corpus ?? ['django', 'tokio', 'core', 'gin', 'express'])
const { node: otherNode, nodeVersion } = tools()
const TASK = 'a request is closed before the response has been written'

const scratch = mkdtempSync(join(tmpdir(), 'fovea-lossless-'))
const rows = []
try {
  for (const corpus of corpora) {
    const row = { corpus: corpus.name, blocks: await fullBlocks(corpus), pack: await wholePack(corpus), same: sameBytes(corpus) }
    say(`${corpus.name}: ${row.blocks.wrong.length} of ${row.blocks.files} files wrong at full, ${row.pack.wrong.length} of ${row.pack.files} wrong in the pack, ${row.same.map((one) => `${one.digests.length} digest(s) of ${one.runs} runs`).join(', ')}`)
    rows.push(row)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
report()

/** (a) Parses every file and writes all its blocks at full. */
async function fullBlocks(corpus) {
  const { workspace: { parser }, reading } = await readFolder(corpus.path)
  const result = { files: 0, bytes: 0, blocks: 0, coarse: 0, wrong: [] }
  for (const entry of reading.entries) {
    if (entry.stub !== undefined) continue
    const language = parser.languageOf(entry.path, entry.text)
    if (language !== undefined) await parser.prepare(language, entry.text)
    const { tiles, problem } = language === undefined ? { tiles: [] } : parser.parse(language, entry.text)
    const block = fileBlock(entry.path, entry.text, tiles)
    result.files++
    result.bytes += Buffer.byteLength(entry.text)
    result.blocks += [...walk(block)].length - 1
    if (problem !== undefined) result.coarse++
    const written = write(block, entry.text, { of: () => 'full', remark: language?.remark ?? ['', ''] })
    if (written.text !== entry.text) result.wrong.push(entry.path)
  }
  return result
}

/** (a) Packs everything as JSON with the command and compares every content with the bytes on disk, decoded here. */
async function wholePack(corpus) {
  const out = join(scratch, 'pack.json')
  execFileSync(process.execPath, [FOVEA, corpus.path, '--budget', 'none', '--frozen', '--format', 'json', '--quiet', '-o', out], { env: plainEnv() })
  const pack = JSON.parse(readFileSync(out, 'utf8'))
  const { reading } = await readFolder(corpus.path)
  const stubs = new Set(reading.entries.filter((entry) => entry.stub !== undefined).map((entry) => entry.path))
  const result = { files: pack.files.length, onDisk: filesBelow(corpus.path).length, listed: pack.outline.filter((line) => !line.path.endsWith('/')).length, redacted: [], reencoded: [], wrong: [], missing: [] }
  const packed = new Map(pack.files.map((file) => [file.path, file.content]))
  for (const entry of reading.entries) if (!stubs.has(entry.path) && !packed.has(entry.path)) result.missing.push(entry.path)
  for (const [path, content] of packed) {
    const { text, encoding } = decoded(readFileSync(join(corpus.path, path)))
    if (encoding !== 'utf-8') result.reencoded.push(path)
    if (content === text) continue
    ;(reading.secrets.includes(path) ? result.redacted : result.wrong).push(path)
  }
  return result
}

/** UTF-8 as the platform reads it; what is not UTF-8 is read as Windows-1252 reads it. Byte order marks stay. */
function decoded(bytes) {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'windows-1252'
    return { text: new TextDecoder(wide, { ignoreBOM: true }).decode(bytes), encoding: wide }
  }
}

/** (b) Copies the tree in another order each time and packs the copy from elsewhere. */
function sameBytes(corpus) {
  const files = filesBelow(corpus.path)
  const kinds = [{ task: '', budget: '8k' }, { task: TASK, budget: '8k' }]
  const seen = kinds.map(() => new Map())
  for (let run = 0; run < runs; run++) {
    const r = randomness(run + 1)
    const copy = join(scratch, `copy-${r.below(1e9).toString(36)}`)
    copyShuffled(corpus.path, copy, files, r)
    const { at, path } = r.pick([{ at: copy, path: '.' }, { at: scratch, path: copy }, { at: dirname(scratch), path: copy }, { at: join(copy, readdirSync(copy, { withFileTypes: true }).find((one) => one.isDirectory())?.name ?? '.'), path: copy }])
    const env = { ...plainEnv(), LANG: r.pick(['C', 'en_US.UTF-8', 'tr_TR.UTF-8', 'de_DE.ISO-8859-1']), LC_ALL: r.pick(['C', 'sv_SE.UTF-8', 'ja_JP.UTF-8', 'POSIX']), TZ: r.pick(['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati']) }
    const node = run % 2 === 0 ? process.execPath : otherNode
    kinds.forEach(({ task, budget }, kind) => {
      const bytes = execFileSync(node, [FOVEA, path, '--frozen', '--budget', budget, '--quiet', ...(task === '' ? [] : ['--task', task])], { cwd: at, env, maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] })
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
      seen[kind].set(digest, [...(seen[kind].get(digest) ?? []), `run ${run}: ${node === process.execPath ? process.versions.node : nodeVersion} ${env.LANG} ${env.LC_ALL} ${env.TZ}`])
    })
    rmSync(copy, { recursive: true })
  }
  return kinds.map(({ task, budget }, kind) => ({ task, budget, runs, digests: [...seen[kind].keys()], ...(seen[kind].size > 1 ? { runsOf: Object.fromEntries(seen[kind]) } : {}) }))
}

function copyShuffled(from, to, files, r) {
  const shuffled = [...files]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = r.below(i + 1)
    ;[shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]]
  }
  for (const path of shuffled) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    if (lstatSync(join(from, path)).isSymbolicLink()) symlinkSync(readlinkSync(join(from, path)), join(to, path))
    else {
      copyFileSync(join(from, path), join(to, path))
      const time = r.below(2 ** 31)
      utimesSync(join(to, path), time, time)
    }
  }
}

function filesBelow(folder, inside = '') {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (entry.isDirectory()) return entry.name === '.git' || entry.name === '.fovea' ? [] : filesBelow(folder, path)
    return [path]
  })
}

function plainEnv() {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  return env
}

function report() {
  const wrong = sum(rows.map((row) => row.blocks.wrong.length + row.pack.wrong.length + row.pack.missing.length))
  const unequal = rows.flatMap((row) => row.same).filter((one) => one.digests.length !== 1).length
  const list = (title, pick) => rows.flatMap((row) => (pick(row).length === 0 ? [] : [`- ${row.corpus}, ${title}: ${pick(row).slice(0, 20).join(', ')}${pick(row).length > 20 ? ` and ${pick(row).length - 20} more` : ''}`]))
  writeResults('lossless', { corpora: corpora.map(published), otherNode: nodeVersion, wrong, unequal, rows }, [
    '# Nothing lost, nothing left to chance',
    '', 'Every text file of each repository is parsed and all its blocks are written at full: the result must be the text. Then the repository is packed with `--budget none --format json`, and every content must be the bytes on disk, decoded. Files in which secrets were replaced differ and are listed.',
    ...table(['corpus', 'files parsed', 'blocks', 'bytes', 'wrong at full', 'files in the pack', 'missing', 'wrong in the pack', 'secrets replaced', 'not UTF-8', 'one line (binary, lock, generated...)'], rows.map(({ corpus, blocks, pack }) => [
      corpus, grouped(blocks.files), grouped(blocks.blocks), grouped(blocks.bytes), blocks.wrong.length, grouped(pack.files), pack.missing.length, pack.wrong.length, pack.redacted.length, pack.reencoded.length, grouped(pack.listed),
    ])),
    `The same bytes: ${runs} runs of \`fovea --frozen --budget 8k\` on copies whose files were created in random order with random times, from different folders, with different LANG, LC_ALL and TZ, every other run on Node ${nodeVersion}.`,
    ...table(['corpus', 'task', 'runs', 'different outputs', 'sha256'], rows.flatMap(({ corpus, same }) => same.map((one) => [corpus, one.task === '' ? 'no' : 'yes', one.runs, one.digests.length, one.digests.join(' ')]))),
    ...list('wrong at full', (row) => row.blocks.wrong), ...list('wrong in the pack', (row) => row.pack.wrong), ...list('missing', (row) => row.pack.missing),
    ...list('secrets replaced', (row) => row.pack.redacted), ...list('not UTF-8, kept character by character', (row) => row.pack.reencoded),
    '', 'Corpora:', ...corpora.map((one) => `- ${one.name}: ${one.upstream}, ${one.version}, ${grouped(one.files)} files`),
  ])
  process.exitCode = wrong + unequal === 0 ? 0 : 1
}
