// What an answer for a task stands on, as it is kept: the digest of every file, and of those that are far from the task what was said of them, unless they are only named on any page. After an edit the changed files alone are
// held against that; where each of them is as far and as large as it was, the answer is what it would be.
import { type Change, type Footing, type Ground, scanFrom, type Sighting, stands } from '../core/footing.ts'
import { keptJson } from '../core/kept-json.ts'
import type { Learnt } from '../core/known.ts'
import type { Entry } from '../core/ports.ts'
import { scannerFor } from '../core/rank/scan.ts'
import { aboutTokens } from '../core/rough.ts'

/** More changed files than this are too many to be looked at one by one. */
const MOST_CHANGED = 64
/** As many hex digits of a digest as tell files apart. */
const DIGITS = 32
/** How near a file is of which more was asked than this file can compare, and one that is a line on every page and of which nobody asked more than its name and what it is. */
const NEAR = Infinity
const NAMED = -1

/** A footing as it is kept. Columns have a value for each entry that was read, in their order. */
interface Kept {
  /** What the answer is kept under, and what this is kept under: of both the name of a file has the beginning only. */
  readonly origin: string
  readonly under: string
  readonly ground: Ground
  /** What sizes were told by: a meter need not be made to compare them. */
  readonly bytesPerToken?: number | undefined
  /** The beginnings of their digests, one after the other. */
  readonly digests: string
  /** Columns of numbers, as the base64 of their bytes. */
  readonly looks: string
  readonly abouts: string
  readonly languages: string
  readonly names: readonly string[]
  /** What was found in each file, with commas between them. */
  readonly scans: string
}

/** A footing as a text. Everything that was made of the corpus must have been made by now. */
export function footingText({ ground, entries: watched, bytesPerToken, looks, languages, scans }: Footing, { origin, ground: under, entries }: { origin: string; ground: string; entries: readonly Entry[] }): string {
  const far = new Map(watched.flatMap((one, i) => (one.isTouched ? [] : [[one.entry, i] as const])))
  const names = [...new Set(languages)]
  const numbers = new Map(names.map((name, number) => [name, number]))
  const columns = { looks: new Float32Array(entries.length).fill(NEAR), abouts: new Uint32Array(entries.length), languages: new Uint8Array(entries.length) }
  const found = entries.map((entry, place) => {
    const i = far.get(entry)
    if (i === undefined) return ''
    if (entry.stub !== undefined) {
      columns.looks[place] = NAMED
      return ''
    }
    columns.looks[place] = looks[i] as number
    columns.abouts[place] = aboutTokens(entry.bytes, { bytesPerToken })
    columns.languages[place] = numbers.get(languages[i] as string) as number
    return scans[i]
  })
  return JSON.stringify({
    origin, under, bytesPerToken, ground: { ...ground, gauge: { ...ground.gauge, rarity: { terms: Array.from(ground.gauge.rarity.terms), names: Array.from(ground.gauge.rarity.names) } } },
    digests: entries.map(({ sha256 }) => sha256.slice(0, DIGITS)).join(''), looks: base64Of(columns.looks), abouts: base64Of(columns.abouts), languages: base64Of(columns.languages), names, scans: found.join(),
  } satisfies Kept)
}

const base64Of = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string => Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64')

/** What is asked about which files, and how to know one. */
interface Asking {
  readonly ground: string
  readonly entries: readonly Entry[]
  known(entry: Entry): Learnt
}

/** What the answer lies under that still is what it would be, for the files as they are now; undefined when it has to be made. */
export function standingOrigin(text: string, { ground, entries, known }: Asking): string | undefined {
  const kept = keptJson<Partial<Kept>>(text)
  if (kept === undefined || kept === null || !isWhole(kept) || kept.under !== ground || kept.digests.length !== entries.length * DIGITS) return undefined
  const changed: number[] = []
  for (let place = 0; place < entries.length; place++) if (!kept.digests.startsWith((entries[place] as Entry).sha256.slice(0, DIGITS), place * DIGITS) && changed.push(place) > MOST_CHANGED) return undefined
  const before = rowsIn(kept)
  const changes: Change[] = []
  for (const place of changed) {
    const row = before(place)
    // Before anything is read.
    if (row.look === NEAR) return undefined
    if (row.look === NAMED) continue
    const entry = entries[place] as Entry
    changes.push({ path: entry.path, look: row.look, before: row, now: sightingOf(entry, known(entry), kept) })
  }
  return stands(kept.ground, changes) ? kept.origin : undefined
}

const sightingOf = ({ bytes }: Entry, { language, words }: Learnt, kept: Kept): Sighting => ({ scan: scannerFor(kept.ground.sought).kept({ text: '', words }), language, about: aboutTokens(bytes, kept) })

const isWhole = (kept: Partial<Kept>): kept is Kept => (['origin', 'digests', 'looks', 'abouts', 'languages', 'scans'] as const).every((name) => typeof kept[name] === 'string') && kept.ground?.sought !== undefined && Array.isArray(kept.names)

/** What was said of the file at a place. */
function rowsIn({ ground: { sought }, looks, abouts, languages, names, scans }: Kept): (place: number) => Sighting & { look: number } {
  const [look, about, language] = [bytesOf(looks), bytesOf(abouts), bytesOf(languages)]
  const lines = scans.split(',')
  return (place) => ({ look: look.getFloat32(place * 4, true), about: about.getUint32(place * 4, true), language: names[language.getUint8(place)] ?? '', scan: scanFrom(lines[place] ?? '', sought) })
}

function bytesOf(base64: string): DataView {
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, 'base64')
  return new DataView(buffer, byteOffset, byteLength)
}
