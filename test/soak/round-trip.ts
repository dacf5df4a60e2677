// What is written is read back: pages by whoever reads a format, containers, manifests, deltas, plans, sessions, handles.
import { blocksFrom } from '../../src/blocks/manifest.ts'
import { manifestOf } from '../../src/blocks/manifest-text.ts'
import { BlockReader, COMPRESSIONS, decode, encode, loadZstd } from '../../src/blocks/codec/index.ts'
import type { TypedBlock } from '../../src/blocks/typed.ts'
import { walk } from '../../src/core/block.ts'
import { answerSince } from '../../src/core/delta/answer.ts'
import { applyDelta } from '../../src/core/delta/apply.ts'
import { type Pack, packFrom, packId, sectionsOf } from '../../src/core/delta/pack.ts'
import type { FileView, PageView } from '../../src/core/format.ts'
import { handleOf, targetFrom } from '../../src/core/handle.ts'
import { EMPTY_STORE, storeFrom, storeText } from '../../src/core/learn/store.ts'
import { learn } from '../../src/core/learn/learn.ts'
import { checkpointFrom, checkpointText, emptyCheckpoint } from '../../src/core/session/checkpoint.ts'
import { FORMATS, formatNamed } from '../../src/formats/index.ts'
import { planFrom } from '../../src/ir/read.ts'
import { planYaml } from '../../src/ir/write.ts'
import { Library, resolveTarget } from '../../src/operations/resolve.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { asset } from '../../src/workspace/assets.ts'
import { hostile, hostilePage } from '../conformance/format-pages.ts'
import { type Promised, PROMISES } from '../conformance/format-readers.ts'
import { print } from '../conformance/format-samples.ts'
import { entriesOf, packEntries } from '../kit/pack.ts'
import { randomPlan, randomTables } from '../kit/plans.ts'
import { type Asked, meterNamed, type ProjectFile, randomAsked, randomFiles, requestFrom } from '../kit/projects.ts'
import { chance, drawn, property, type Random } from '../kit/property.ts'
import { anyBlocks } from '../properties/blocks.ts'

/** Plain data in one way of writing, so that neither the order of names nor the kind of a buffer counts. */
const plainly = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => (inner instanceof Uint8Array ? { hex: Buffer.from(inner).toString('hex') } : inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner))
const same = (a: unknown, b: unknown): boolean => plainly(a) === plainly(b)
const { digest } = openWorkspace('.', { frozen: true })

const hostilePages = property<{ page: PageView; format: string; brief: boolean }>({
  family: 'round trip', name: 'a page made to be misread', weight: 60,
  make: (random) => ({ page: drawn(hostilePage, random), format: random.pick(FORMATS).name, brief: chance(random, 30) }),
  fault({ page, format: name, brief }) {
    const format = formatNamed(name)
    const { read, name: shown, content } = PROMISES.get(format) as Promised
    const [found, written] = [read(print(format, page, brief)), page.files.map((view) => ({ path: shown(view.path), content: content(view.body) }))]
    return same(found, written) ? undefined : `misread: ${JSON.stringify(found).slice(0, 300)} instead of ${JSON.stringify(written).slice(0, 300)}`
  },
})

const pages = property<{ files: readonly ProjectFile[]; asked: Asked }>({
  family: 'round trip', name: 'a page of a project', weight: 60,
  make(random) {
    const files = randomFiles(random)
    return { files, asked: randomAsked(random, files) }
  },
  async fault({ files, asked }) {
    const { parts, page, plan } = await packEntries(entriesOf(files), requestFrom(asked), asked.format, meterNamed(asked.meter))
    if (parts.length === 0) return undefined
    const format = formatNamed(asked.format)
    const { read, name, content } = PROMISES.get(format) as Promised
    const found = read([...parts].join(''))
    const written = page.files.map((view: FileView, at: number) => ({ path: name(view.path), content: content(page.bodyOf(at)) }))
    const byPath = (list: readonly { path: string; content: string }[]): unknown => [...list].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.content < b.content ? -1 : 1))
    if (!same(byPath(found), byPath(written))) return `misread: ${JSON.stringify(found).slice(0, 300)} instead of ${JSON.stringify(written).slice(0, 300)}`
    const texts = new Map(files.map((file) => [file.path, file.content]))
    const whole = plan.files.find(({ file, opened, levelOf }) => opened && file.parts !== undefined && levelOf(file.parts.block) === 'full' && page.files.some((view, at) => view.path === file.entry.path && view.level === 'full' && page.bodyOf(at) !== texts.get(view.path)))
    return whole === undefined ? undefined : `changed: ${whole.file.entry.path} is shown in full and is not what was read`
  },
})

const wholes = property<{ files: readonly ProjectFile[] }>({
  family: 'round trip', name: 'full gives back the text', weight: 20,
  make: (random) => ({ files: randomFiles(random) }),
  async fault({ files }) {
    const entries = entriesOf(files)
    const { page } = await packEntries(entries, requestFrom({ task: '', lens: 'default', rules: [], adaptive: true, format: 'claude-xml', meter: 'o200k_base', budget: 2_000_000 }))
    const bad = page.files.findIndex((_, at) => page.bodyOf(at) !== entries.find(({ path }) => path === page.files[at]?.path)?.text)
    if (page.files.length !== entries.length) return `lost: ${page.files.length} of ${entries.length} files`
    return bad < 0 ? undefined : `changed: ${page.files[bad]?.path}`
  },
})

const zstd = await loadZstd(asset, { packing: true })

const containers = property<{ blocks: readonly TypedBlock[]; compress: number; dedup: boolean; older: boolean; sizes: readonly number[] }>({
  family: 'round trip', name: 'containers, whole and in chunks', weight: 30,
  make: (random) => ({ blocks: drawn(anyBlocks, random), compress: random.below(COMPRESSIONS.length), dedup: chance(random, 50), older: chance(random, 50), sizes: Array.from({ length: 1 + random.below(6) }, () => 1 + random.below(70)) }),
  fault({ blocks, compress, dedup, older, sizes }) {
    const bytes = encode(blocks, { zstd, compress: COMPRESSIONS[compress] ?? 'none', dedup, older })
    if (!same(decode(bytes, { zstd, older }), blocks)) return 'changed: whole'
    const reader = new BlockReader({ zstd, older, bodies: new Map() })
    const read: TypedBlock[] = []
    for (let at = 0, turn = 0; at < bytes.length; at += sizes[turn++ % sizes.length] ?? 1) read.push(...reader.push(bytes.subarray(at, at + (sizes[turn % sizes.length] ?? 1))))
    reader.end()
    return same(read, blocks) ? undefined : 'changed: in chunks'
  },
})

const manifests = property<{ blocks: readonly TypedBlock[] }>({
  family: 'round trip', name: 'manifests', weight: 20,
  make: (random) => ({ blocks: drawn(anyBlocks, random) }),
  fault({ blocks }) {
    // What a manifest says of blocks, read and said again, is the same: bytes that are no text are told in their own way.
    const said = JSON.stringify(manifestOf(blocks))
    const again = JSON.stringify(manifestOf(blocksFrom(said)))
    return said === again ? undefined : `changed: ${again.slice(0, 300)} instead of ${said.slice(0, 300)}`
  },
})

const deltas = property<{ files: readonly ProjectFile[]; edits: readonly { at: number; text: string }[]; asked: Asked }>({
  family: 'round trip', name: 'a delta', weight: 35,
  make(random) {
    const files = randomFiles(random)
    return { files, edits: Array.from({ length: random.below(4) }, () => ({ at: random.below(Math.max(1, files.length)), text: random.pick(['x = 1\n', '', drawn(hostile, random), 'BASE: ctx@00000000\n', '@@ 1 +1\n']) })), asked: { ...randomAsked(random, files), budget: 100 + random.below(4000) } }
  },
  async fault({ files, edits, asked }) {
    const changed = files.map((file, at) => edits.reduce((now, edit) => (edit.at === at ? { ...now, content: now.content.slice(0, 40) + edit.text + now.content.slice(40) } : now), file))
    const [base, now] = [await packOf(files, asked), await packOf(changed, asked)]
    if (base === undefined || now === undefined) return undefined
    const count = (text: string): number => meterNamed(asked.meter).count(text)
    const told = answerSince(base, now, { base: base.id, exists: (path) => changed.some((file) => file.path === path), count })
    if (told.tokens > now.tokens || count(told.text) !== told.tokens) return `over: a delta of ${told.tokens} tokens (counted ${count(told.text)}) for a page of ${now.tokens}`
    if (told.delta !== undefined && applyDelta(base.text, told.text) !== now.text) return 'changed: base and delta do not give the page'
    return packFrom(JSON.stringify(now), now.id, digest) === undefined ? 'lost: a kept page is not read again' : undefined
  },
})

async function packOf(files: readonly ProjectFile[], asked: Asked): Promise<Pack | undefined> {
  const { parts, page, tokens } = await packEntries(entriesOf(files), requestFrom(asked), asked.format, meterNamed(asked.meter))
  const [text, format] = [[...parts].join(''), formatNamed(asked.format)]
  return text === '' ? undefined : { id: packId(text, digest), text, sections: sectionsOf(text, page, format), tokens, format: asked.format, meter: asked.meter, lens: asked.lens, at: '1970-01-01T00:00:00Z' }
}

const handles = property<{ files: readonly ProjectFile[]; picks: readonly number[] }>({
  family: 'round trip', name: 'handles', weight: 8,
  make(random) {
    return { files: randomFiles(random), picks: Array.from({ length: 6 }, () => random.below(1000)) }
  },
  async fault({ files, picks }) {
    const workspace = openWorkspace('.', { frozen: true })
    const entries = entriesOf(files.filter(({ path }) => !/[\n#]/.test(path)))
    const library = new Library(workspace, entries)
    for (const pick of picks) {
      const entry = entries[pick % Math.max(1, entries.length)]
      if (entry === undefined) return undefined
      const file = await library.file(entry)
      const blocks = [...walk(file)].filter((block) => block === file || block.name !== '')
      const block = blocks[pick % blocks.length] ?? file
      const handle = handleOf(block.id, library.shaOf({ entry, file, block }))
      const places = await resolveTarget(library, targetFrom(handle), { includeTests: true })
      if (!places.some((place) => place.entry.path === entry.path && place.block.start === block.start && place.block.end === block.end)) return `lost: ${handle}`
    }
    return undefined
  },
})

const plans = property<{ seed: number }>({
  family: 'round trip', name: 'plans of queries', weight: 25,
  make: (random) => ({ seed: random.below(2 ** 31) }),
  fault({ seed }) {
    const pick = dieOf(seed)
    const written = planFrom(JSON.stringify(randomPlan(pick, randomTables(pick))))
    const again = planFrom(planYaml(written))
    return same(written, again) ? undefined : `changed: ${JSON.stringify(again).slice(0, 400)} instead of ${JSON.stringify(written).slice(0, 400)}`
  },
})

/** Numbers below `n` from a seed that a plan is made of. */
function dieOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const lines = (random: Random): string => drawn(hostile, random)

const documents = property<{ task: string; handle: string; path: string; value: number; why: string }>({
  family: 'round trip', name: 'sessions and lessons', weight: 20,
  make: (random) => ({ task: lines(random), handle: lines(random), path: `f${lines(random)}`, value: random.next(), why: lines(random) }),
  fault({ task, handle, path, value, why }) {
    const session = { ...emptyCheckpoint('s'), user_request: task, fovea: { ...emptyCheckpoint('s').fovea, plan: [{ handle, level: 'full' as const }], zooms: [{ target: handle, level: 'shape' as const, handles: [task, handle] }], position: 1 } }
    if (!same(checkpointFrom(checkpointText(session), 's'), session)) return 'changed: the session'
    const store = learn(EMPTY_STORE, [{ kind: 'rated', path, value, why }, { kind: 'marked', path: `${path}2`, tags: [why] }], '2026-01-01T00:00:00Z')
    return storeText(storeFrom(storeText(store))) === storeText(store) ? undefined : 'changed: the lessons'
  },
})

export const ROUND_TRIP = [hostilePages, pages, wholes, containers, manifests, deltas, handles, plans, documents]
