// Every parser of bytes that others wrote: it gives an answer or throws the error it is known to throw, and what it gives is no larger than what it got allows.
// One row a parser. Samples are right; cases are damaged, spliced, nested and repeated ones.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlockReader, CodecError, COMPRESSIONS, decode, encode, loadZstd, survey } from '../../src/blocks/codec/index.ts'
import { blocksFrom, ManifestError } from '../../src/blocks/manifest.ts'
import { manifestOf } from '../../src/blocks/manifest-text.ts'
import type { TypedBlock } from '../../src/blocks/typed.ts'
import { picksIn } from '../../src/catalog/context/pick.ts'
import { decodeIndex, encodeIndex } from '../../src/catalog/find/codec.ts'
import { indexOf } from '../../src/catalog/find/index.ts'
import { importLines } from '../../src/catalog/import.ts'
import { CatalogError, isNewer, isResource, manifestFrom } from '../../src/catalog/manifest.ts'
import { type OpenSource, SourceDown } from '../../src/catalog/ports.ts'
import { described as describedEvents } from '../../src/connectors/asyncapi/scan.ts'
import { dataOf } from '../../src/connectors/documents/read.ts'
import { files as dataFiles } from '../../src/connectors/files/index.ts'
import { BadFile } from '../../src/connectors/files/sheet.ts'
import { walkThrift } from '../../src/connectors/files/thrift.ts'
import { exportsOf, typesOf } from '../../src/connectors/functions/exports.ts'
import { scanGraphql } from '../../src/connectors/graphql/scan.ts'
import { described as describedOperations } from '../../src/connectors/openapi/scan.ts'
import { skillText } from '../../src/connectors/skills/read.ts'
import { minifyJson, minifyYaml } from '../../src/core/ctx/minify.ts'
import { baseFrom } from '../../src/core/ctx/base.ts'
import { registryFrom, RegistryError, registryText } from '../../src/core/ctx/registry.ts'
import { vocabularyFrom, VocabularyError } from '../../src/core/ctx/vocab.ts'
import { applyDelta, DeltaError } from '../../src/core/delta/apply.ts'
import { packFrom } from '../../src/core/delta/pack.ts'
import { classifyText } from '../../src/core/entry/classify.ts'
import { Letters } from '../../src/core/entry/decode.ts'
import { patternsFrom, verdict } from '../../src/core/entry/patterns.ts'
import { UsageError } from '../../src/core/field.ts'
import { plainOf } from '../../src/core/plain.ts'
import { AnswerError, filesIn, markIn } from '../../src/core/gen/contract.ts'
import { globMatcher } from '../../src/core/glob.ts'
import { outputFrom, targetFrom } from '../../src/core/handle.ts'
import { ContextStoreError, storeFrom } from '../../src/core/learn/store.ts'
import { feedbackFrom } from '../../src/core/learn/feedback.ts'
import { tokensFrom } from '../../src/core/request.ts'
import { CheckpointError, checkpointFrom, checkpointText, emptyCheckpoint } from '../../src/core/session/checkpoint.ts'
import { redactSecrets } from '../../src/guards/secrets.ts'
import { check } from '../../src/ir/check.ts'
import { planIn } from '../../src/ir/draft.ts'
import { locate } from '../../src/ir/locate.ts'
import { PlanError } from '../../src/ir/problem.ts'
import { planFrom } from '../../src/ir/read.ts'
import { planYaml } from '../../src/ir/write.ts'
import { blobReader } from '../../src/sources/blobs.ts'
import { originOf } from '../../src/sources/git.ts'
import { octets, sha256Of } from '../../src/sources/octets.ts'
import { fileLedger } from '../../src/stores/ledger.ts'
import { recordsIn } from '../../src/stores/catalog-lines.ts'
import { keyOf, Segment, segmentOf } from '../../src/stores/segment.ts'
import { asset } from '../../src/workspace/assets.ts'
import { loadLayers } from '../../src/workspace/config.ts'
import { largestFunction } from '../../src/workspace/wasm.ts'
import { blockList } from '../../bench/kit/block-lists.mjs'
import { candidatesInZip } from '../../docs/playground/src/zip.ts'
import { Refused } from '../../docs/playground/src/limits.ts'
import { zipSync } from 'fflate'
import { recordsOf, randomSights } from '../kit/catalogues.ts'
import { damaged } from '../kit/damage.mjs'
import { passingFolder } from '../kit/folders.ts'
import { randomPlan, randomTables } from '../kit/plans.ts'
import { type Property, property, randomFor } from '../kit/property.ts'

/** A parser, right inputs for it, and how it may refuse. */
interface Parser {
  readonly name: string
  /** Right inputs, made when first needed. */
  samples(): readonly (string | Uint8Array)[]
  /** Reads one; what it gives back is only looked at for its size. */
  read(input: Uint8Array, text: string): unknown
  /** Errors that are an answer. */
  readonly refuses?: readonly (abstract new (...args: never[]) => Error)[]
  /** At most so many characters of JSON come out for each byte that went in, beside a fixed part. */
  readonly grows?: number
}

const bytesOf = (sample: string | Uint8Array): Uint8Array => (typeof sample === 'string' ? new TextEncoder().encode(sample) : sample)
const zstd = await loadZstd(asset, { packing: true })
let kept: string | undefined
/** A file of this process that holds some bytes. */
function fileOf(name: string, bytes: Uint8Array): string {
  kept ??= passingFolder('foreign')
  const file = join(kept, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, bytes)
  return file
}
const digest = { sha256: (text: string): string => sha256Of(Buffer.from(text)) }
const die = (seed: number): ((below: number) => number) => (random => (below: number) => random.below(below))(randomFor(seed, 0))
const someBlocks = (): TypedBlock[][] => [1, 2, 3, 4, 5, 6].map((seed) => (blockList(seed) as TypedBlock[]).slice(0, 6))
const someRecords = (): ReturnType<typeof recordsOf> => recordsOf(randomSights(randomFor(5, 1)).things)
const plans = (): string[] => [1, 2, 3].map((seed) => JSON.stringify(randomPlan(die(seed), randomTables(die(seed)))))
const source = (name: string): OpenSource => ({ name: 'x', type: 'x', location: name, address: name, secrets: {}, credentials: {}, options: {}, root: kept ?? '/' })
const watch = { progress: (): void => {} }
async function all<T>(items: AsyncIterable<T> | Iterable<T>, most = 2000): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) if (list.push(item) >= most) break
  return list
}

const OPENAPI = JSON.stringify({ openapi: '3.0.0', info: { title: 't', version: '1' }, servers: [{ url: 'https://{h}.example/v1', variables: { h: { default: 'a' } } }], paths: { '/a/{id}': { get: { operationId: 'a', parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }, { $ref: '#/components/parameters/p' }], responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S' } } } } }, security: [{ k: [] }] } } }, components: { parameters: { p: { name: 'p', in: 'query', schema: { type: 'array', items: { type: 'integer' } } } }, schemas: { S: { type: 'object', required: ['x'], properties: { x: { type: 'string', enum: ['a', 'b'] }, next: { $ref: '#/components/schemas/S' }, of: { allOf: [{ $ref: '#/components/schemas/S' }, { oneOf: [{ type: 'null' }, { type: 'number' }] }] } } } }, securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'X-Key' } } } })
const ASYNCAPI = 'asyncapi: 2.6.0\ninfo: { title: t, version: "1" }\nchannels:\n  orders/{id}:\n    parameters: { id: { schema: { type: string } } }\n    subscribe: { message: { payload: { type: object, properties: { a: { type: string } } } } }\n'
const GRAPHQL = 'type Query { films(first: Int = 3, by: By): [Film!]! film(id: ID!): Film }\ninterface Node { id: ID! }\n"""A film."""\ntype Film implements Node { id: ID! title: String next: Film cast: [Person!] }\ntype Person { name: String }\ninput By { year: Int, and: [By] }\nenum Kind { A B }\nunion Any = Film | Person\n'
const CONFIG = JSON.stringify({ budget: '8k', exclude: ['a/**'], lens: 'debug', rules: [{ match: '**/*.ts', atMost: 'shape', why: 'x' }], lenses: { mine: { doc: 'd', rules: [] } }, secrets: { pii: true, allow: ['x'] }, catalog: { roles: { r: { deny: ['db.*'], columns: { deny: ['*.email'] } } }, role: 'r' }, ctx: {} })
const PATHS = ['src/a.ts', 'a/b/c/d.e', 'x', 'ünï/日本', '-rf', 'a b', '']

/** Every reader of what others wrote. */
const PARSERS: readonly Parser[] = [
  { name: 'handles', samples: () => ['fn=closeAll', 'file=src/a.ts:10-60', 'src/a.ts#Sessions.closeAll@9f8e7d6c', '@9f8e7d6c', 'A.ADR1@9f8e7d6c', 'out@9f8e7d6c:10-60', 'src/', 'get~2'], read: (_, text) => [outputFrom(text), targetFrom(text)], refuses: [UsageError] },
  { name: 'budgets', samples: () => ['8000', '32k', '1.5m', 'none', '1_000'], read: (_, text) => tokensFrom(text), refuses: [TypeError] },
  { name: 'configuration', samples: () => [CONFIG], read: (_, text) => loadLayers('/nowhere', true, () => text), grows: 20 },
  { name: 'ignore files', samples: () => ['*.log\n!keep.log\n/build/\n**/x/**\n[a-z]?.t[!x]\n\\#x\ntrail \\ \n', '{a,b}*\n***\n'], read: (_, text) => { const patterns = patternsFrom(text); return PATHS.map((path) => verdict(patterns, { path, name: path.slice(path.lastIndexOf('/') + 1), folder: false })) }, grows: 1 },
  { name: 'globs', samples: () => ['**/*.{ts,js}', '/src/**', 'a?b[c-d]*', '*'], read: (_, text) => { const matches = globMatcher(text); return PATHS.map(matches) }, refuses: [UsageError] },
  { name: 'secrets', samples: () => ['password = "hunter2hunter2"\nurl: postgres://u:p4ssw0rdX@h/db\n', 'Authorization: Bearer eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl\n', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n', 'token=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB # fovea:allow\n', '<add key="secret" value="a1b2c3d4e5f6g7h8"/>\n'], read: (_, text) => redactSecrets(text), grows: 20 },
  { name: 'encodings', samples: () => ['héllo\r\n', Uint8Array.of(0xff, 0xfe, 65, 0, 10, 0), Uint8Array.of(0xfe, 0xff, 0, 65), Uint8Array.of(0x82, 0xa0, 10)], read: (bytes) => { const letters = new Letters(bytes, octets, plainOf(bytes)); return [letters.text, classifyText('a.ts', letters)] }, grows: 12 },
  { name: 'manifests of blocks', samples: () => someBlocks().map((blocks) => JSON.stringify(manifestOf(blocks))), read: (_, text) => blocksFrom(text).length, refuses: [ManifestError] },
  { name: 'containers', samples: () => someBlocks().map((blocks, at) => encode(blocks, { zstd, compress: COMPRESSIONS[at % 3] ?? 'none', dedup: at % 2 === 0 })), read: (bytes) => decode(bytes, { zstd, older: true }).length, refuses: [CodecError] },
  { name: 'containers, frame by frame', samples: () => someBlocks().map((blocks) => encode(blocks, { zstd })), read: (bytes) => [...survey(bytes, { zstd, older: true })].length, refuses: [CodecError] },
  { name: 'containers, in chunks', samples: () => someBlocks().map((blocks) => encode(blocks, { zstd, compress: 'blocks' })), read: (bytes) => { const reader = new BlockReader({ zstd, older: true }); try { for (let at = 0; at < bytes.length; at += 7) for (const block of reader.push(bytes.subarray(at, at + 7))) void block; reader.end() } finally { reader.close() } }, refuses: [CodecError] },
  { name: 'deltas', samples: () => ['BASE: ctx@00000000\nDELTA: ctx@11111111, 1 of 2 files\n- a: changed\n@@ 1-2 +1\nx\n@@ 3 =1-2\nACTION: go\n'], read: (_, text) => applyDelta('a\nb\nc\nd\n', text), refuses: [DeltaError], grows: 8 },
  { name: 'kept pages', samples: () => [JSON.stringify({ id: 'ca978112', text: 'a', tokens: 1, format: 'xml', meter: 'm', lens: 'l', at: 't', sections: [{ path: '', level: 'none', sha8: '', lines: 1 }] })], read: (_, text) => packFrom(text, 'ca978112', digest), grows: 4 },
  { name: 'sessions', samples: () => [checkpointText({ ...emptyCheckpoint('s'), user_request: 'x' }), checkpointText({ ...emptyCheckpoint('s'), fovea: { ...emptyCheckpoint('s').fovea, plan: [{ handle: 'a', level: 'full' }] } })], read: (_, text) => checkpointText(checkpointFrom(text, 's')), refuses: [CheckpointError], grows: 60 },
  { name: 'lessons', samples: () => ['{"version":"2.0.0","file_utilities":{"a.ts":{"utility_score":0.9,"access_count":2,"last_accessed":"2026-01-01T00:00:00Z","tags":["x"]}},"lens_profiles":{"debug":{"learned_priorities":{"a.ts":90},"effectiveness_score":0.7}},"fovea":{"version":1,"journal":[{"at":"t","kind":"rated","path":"a.ts","value":1}]}}'], read: (_, text) => storeFrom(text).files.size, refuses: [ContextStoreError] },
  { name: 'feedback', samples: () => ['{"method":"context/feedback","params":{"session_id":"s","file_ratings":{"a.ts":{"utility":0.9,"reason":"x"}},"overall_effectiveness":0.8}}'], read: (_, text) => { const value = jsonOr(text); return value === undefined ? undefined : feedbackFrom(value) }, refuses: [TypeError], grows: 4 },
  { name: 'aliases', samples: () => ['{\n  "A.ADR1": {"path": "docs/a.md", "sha": "9f8e7d6c", "note": "x"}\n}\n'], read: (_, text) => registryText(registryFrom(text)), refuses: [RegistryError], grows: 8 },
  { name: 'vocabularies', samples: () => ['{"database": "db", "configuration": "cfg"}'], read: (_, text) => [...vocabularyFrom(text)], refuses: [VocabularyError], grows: 8 },
  { name: 'bases of references', samples: () => ['ctx@00000000\nA.ADR1 9f8e7d6c\n'], read: (_, text) => baseFrom(text, digest.sha256)?.id },
  { name: 'texts made small', samples: () => ['{"a": [1, 2, {"b": null}]}', 'a:\n  - b: "c # d"\n    e: |\n      text\n  # remark\n'], read: (_, text) => [minifyJson(text), minifyYaml(text)], grows: 14 },
  { name: 'the list of a catalogue', samples: () => ['{"version":1,"sources":[{"spec":{"name":"a","type":"openapi","location":"a.json","secrets":{},"options":{}},"resources":1,"snapshot":{"file":"0123456789abcdef-0123456789ab.jsonl","sha256":"' + '0'.repeat(64) + '"}}]}'], read: (_, text) => [manifestFrom(text), isNewer(text)], refuses: [CatalogError], grows: 8 },
  { name: 'lines of a catalogue', samples: () => [someRecords().map((one) => JSON.stringify(one)).join('\n')], read: (_, text) => recordsIn(text, isResource)?.length },
  { name: 'an exported catalogue', samples: () => [someRecords().map((one) => JSON.stringify(one)).join('\n')], read: (_, text) => importLines({ path: 'x.jsonl', text }).length, refuses: [UsageError] },
  { name: 'an index of a catalogue', samples: () => [encodeIndex(indexOf(someRecords()))], read: (bytes) => { const index = decodeIndex(bytes); return index === undefined ? undefined : index.facts.map(({ id }) => id).length + index.terms.length } },
  { name: 'kept values', samples: () => [Buffer.concat([...segmentOf({ hashes: [], starts: [], lengths: [], pieces: [] }, [[keyOf('ab'.repeat(32)), bytesOf('some value')], [keyOf('cd'.repeat(32)), bytesOf('another')]])].map((part) => new Uint8Array(part)))], read: (bytes) => { const segment = Segment.open(fileOf('values.seg', bytes)); try { return segment?.get(keyOf('ab'.repeat(32))) } finally { segment?.close() } } },
  { name: 'the ledger of files', samples: () => [ledgerBytes()], read: (bytes) => fileLedger(fileOf('ledger', bytes), { now: 1e12 }).find('a.ts', () => STAMP) },
  { name: 'OpenAPI documents', samples: () => [OPENAPI], read: async (_, text) => (await all(describedOperations(await dataOf(text, 'x'), source('x.json'), watch))).length, refuses: [SourceDown, UsageError] },
  { name: 'AsyncAPI documents', samples: () => [ASYNCAPI], read: async (_, text) => (await all(describedEvents(await dataOf(text, 'x'), source('x.yaml'), watch))).length, refuses: [SourceDown, UsageError] },
  { name: 'GraphQL schemas', samples: () => [GRAPHQL], read: async (bytes) => { fileOf('x.graphql', bytes); return (await all(scanGraphql(source('x.graphql'), watch))).length }, refuses: [SourceDown, UsageError] },
  { name: 'files of data, CSV', samples: () => ['id,name,at\n1,"a ""b""",2026-01-01\n2,,x\n', 'a;b\n1;2\n'], read: (bytes) => scanned('t.csv', bytes), refuses: [SourceDown, UsageError] },
  { name: 'files of data, JSON', samples: () => ['[{"a":1,"b":{"c":[1,2]}},{"a":null}]', '{"data":{"rows":[{"x":1}]}}'], read: (bytes) => scanned('t.json', bytes), refuses: [SourceDown, UsageError] },
  { name: 'files of data, lines of JSON', samples: () => ['{"a":1}\n{"a":2,"b":"x"}\n'], read: (bytes) => scanned('t.jsonl', bytes), refuses: [SourceDown, UsageError] },
  { name: 'metadata of Parquet', samples: () => [Uint8Array.of(0x15, 2, 0x19, 0x2c, 0x48, 1, 97, 0x15, 2, 0, 0x48, 1, 98, 0, 0)], read: (bytes) => walkThrift(bytes, 0), refuses: [BadFile] },
  { name: 'skills', samples: () => ['---\nname: a\ndescription: does it\ntools: [x, y]\n---\n# A\n\ntext\n'], read: async (_, text) => skillText(text), refuses: [SourceDown, UsageError], grows: 8 },
  { name: 'modules of functions', samples: () => ['/**\n * Does it.\n * @param {{ city: string, by?: "day"|"week" }} input\n * @returns {Promise<{ n: number }[]>}\n */\nexport async function gmv({ city, by = \'day\' }) {\n}\n', 'export interface A { b: string }\ntype C = A & { d: number[] }\nexport const f = async (a: A): Promise<C> => {}\n'], read: (_, text) => [exportsOf(text), typesOf(text).size], grows: 30 },
  { name: 'plans of queries', samples: () => [...plans(), ...plans().map((text) => planYaml(planFrom(text)))], read: (_, text) => locate(check(planFrom(text), []).problems, text).length, refuses: [PlanError] },
  { name: 'answers of models: files', samples: () => ['@@@ file 5c2f9a1b src/main.py\nprint(1)\n@@@ end 5c2f9a1b\n', '@@@ none 5c2f9a1b\n'], read: (_, text) => filesIn(text, markIn(text) ?? '5c2f9a1b'), refuses: [AnswerError], grows: 8 },
  { name: 'answers of models: picks and plans', samples: () => ['Here:\n```json\n[{"id": "res:a", "why": "x y z"}]\n```', '```yaml\nsteps: []\n```'], read: (_, text) => [picksIn(text, new Set(['res:a']), 3), planIn(text)], grows: 20 },
  { name: 'what git prints of objects', samples: () => [`${'a'.repeat(40)} blob 5\nhello\n${'b'.repeat(40)} missing\n`], read: (bytes) => { let held = 0; const read = blobReader(64, (blob) => { held += blob?.bytes.length ?? 0; return true }); for (let at = 0; at < bytes.length && read(Buffer.from(bytes.subarray(at, at + 9))); at += 9); return held } },
  { name: 'the configuration of git', samples: () => ['[core]\n\tbare = false\n[remote "origin"]\n\turl = "https://u:p@h/x.git" ; remark\n\tfetch = +refs/*\n'], read: (_, text) => originOf(text), grows: 6 },
  { name: 'WebAssembly', samples: () => [Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, 4, 1, 2, 0, 11)], read: (bytes) => largestFunction(bytes) },
  { name: 'zip files', samples: () => [zipSync({ 'r/a.ts': bytesOf('export {}\n'.repeat(50)), 'r/b/c.md': bytesOf('# x\n') })], read: async (bytes) => { let length = 0; for (const candidate of candidatesInZip(bytes).slice(0, 20)) length += (await candidate.read(1 << 16)).length; return length }, refuses: [Refused] },
]

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function scanned(name: string, bytes: Uint8Array): Promise<number> {
  fileOf(`data/${name}`, bytes)
  return (await all(dataFiles.scan(source(`data/${name}`), watch))).length
}

const STAMP = { size: 4, modified: 1, changed: 1, inode: 1 }

function ledgerBytes(): Uint8Array {
  const file = fileOf('ledger-whole', new Uint8Array())
  const ledger = fileLedger(file, { now: 1e12 })
  ledger.note('a.ts', STAMP, { md5: 'ab'.repeat(16), sha256: 'ab'.repeat(32), redacted: [3] })
  ledger.note('b.ts', STAMP, { md5: 'cd'.repeat(16), sha256: 'cd'.repeat(32), stub: 'binary' })
  ledger.flush()
  return new Uint8Array(readFileSync(file))
}

const DEEP = ['[', '{"a":', '(', '- ', '> ', '((a', '"', '\\', '*', '{a,', '@@@ file 5c2f9a1b x\n', 'a: &a *a\n', '\n', '\0', '😀', '%', '$ref', '**/']

/** A damaged input: bytes changed, spliced with another, nested, repeated, cut. Never long: what grows faster than it should shows at this size too. */
function hostileInput(samples: readonly Uint8Array[], roll: (below: number) => number): Uint8Array {
  const one = samples[roll(samples.length)] as Uint8Array
  const other = samples[roll(samples.length)] as Uint8Array
  switch (roll(8)) {
    case 0: return bytesOf((DEEP[roll(DEEP.length)] as string).repeat(1 + roll(3000)))
    case 1: {
      const at = roll(one.length + 1)
      return Buffer.concat([one.subarray(0, at), bytesOf((DEEP[roll(DEEP.length)] as string).repeat(1 + roll(200))), one.subarray(at)])
    }
    case 2: return Buffer.concat(Array.from({ length: 1 + roll(20) }, () => one)).subarray(0, 1 << 16)
    default: return damaged(one.length > 8192 ? one.subarray(0, 8192) : one, other, roll) as Uint8Array
  }
}

const parserProperty = (parser: Parser): Property => {
  let samples: readonly Uint8Array[] | undefined
  const known = (): readonly Uint8Array[] => (samples ??= parser.samples().map(bytesOf))
  return property<{ bytes: string }>({
    family: 'foreign bytes', name: parser.name, weight: 2,
    make: (random) => ({ bytes: Buffer.from(hostileInput(known(), (below) => random.below(below))).toString('latin1') }),
    async fault({ bytes: latin1 }) {
      const bytes = new Uint8Array(Buffer.from(latin1, 'latin1'))
      try {
        const told = JSON.stringify(await parser.read(bytes, new TextDecoder().decode(bytes)), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? ''
        const most = 2000 + bytes.length * (parser.grows ?? 4)
        return told.length > most ? `grew: ${told.length} characters out of ${bytes.length} bytes` : undefined
      } catch (error) {
        if (parser.refuses?.some((kind) => error instanceof kind && !(kind === (TypeError as unknown) && /undefined|null|not a function|not iterable/.test(error.message)))) return undefined
        throw error
      }
    },
  })
}

export const FOREIGN: readonly Property[] = PARSERS.map(parserProperty)

/** The samples themselves must be read, or the damage would prove nothing. */
export const SAMPLES = PARSERS.map((parser) => [parser.name, async (): Promise<void> => {
  for (const sample of parser.samples().map(bytesOf)) await parser.read(sample, new TextDecoder().decode(sample))
}] as const)
