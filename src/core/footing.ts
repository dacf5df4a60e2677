// What a page for a task stands on. Of most files it follows only roughly: that they are there, about how large they are, and that they are far from the task. Such a file may change,
// and as long as it is as large and as far as before, and nothing moved that all files are held against, a page made anew would be the same to the byte. Whatever a page follows from
// otherwise is not left to this file: everything that anybody asked of an entry makes it near (watched.ts).
import type { Meter } from './ports.ts'
import { farness } from './rank/far.ts'
import { BESIDES, firstWorth, type Gauge, meanOf, saidIn, weighingsOf } from './rank/gauge.ts'
import type { Scan, Sought } from './rank/scan.ts'
import type { Watched } from './watched.ts'

/** What all files were held against, and how far a file must be not to have been looked into. */
export interface Ground {
  readonly sought: Sought
  readonly gauge: Gauge
  /** The most that any file says in words and in names. */
  readonly most: { readonly words: number; readonly names: number }
  /** What the whole of the most is at the second look, where the nearest file is 1. */
  readonly scale: number
  /** Whoever is as near as this may have been looked into. */
  readonly least: number
  /** The same for a text that is one block and needs no parser. */
  readonly leastText: number
}

/** What a corpus stands on; by file, in its order. */
export interface Footing {
  readonly ground: Ground
  /** Those of which something was asked are near. It may become true as long as the corpus is used. */
  readonly entries: readonly Watched[]
  /** What sizes were told by. */
  readonly bytesPerToken: Meter['bytesPerToken']
  readonly looks: Float64Array
  readonly languages: readonly string[]
  /** What was found in each, as `scanText` tells it. */
  readonly scans: readonly string[]
}

/** What is said of a far file. */
export interface Sighting {
  readonly scan: Scan
  readonly language: string
  /** About how many tokens. */
  readonly about: number
}

/** A far file that is not what it was. */
export interface Change {
  readonly path: string
  /** How near it was. */
  readonly look: number
  readonly before: Sighting
  readonly now: Sighting
}

/** Whether a page would be the same after these changes, of files of which nothing was asked when it was made. */
export function stands(ground: Ground, changes: readonly Change[]): boolean {
  const isSame = unmoved(ground)
  let { words } = ground.gauge
  for (const change of changes) {
    const { before, now } = change
    if (before.about !== now.about || before.language !== now.language || !isSame(change)) return false
    words += now.scan.words - before.scan.words
  }
  return meanOf({ ...ground.gauge, words }) === meanOf(ground.gauge)
}

/** Numbers that were kept with fewer digits, and sums in another order, are off by less than this. */
const SLACK = 1e-6

/** Whether a file is as far as it was and counts as it did in what all files are held against. */
function unmoved({ sought, gauge, most, scale, least, leastText }: Ground): (change: Change) => boolean {
  const weighings = weighingsOf(gauge, sought)
  return ({ path, look, before: { scan: was }, now: { scan: is, language } }) => {
    if (!holdsSame(was.terms, is.terms) || !holdsSame(was.names, is.names)) return false
    const [before, after] = [saidIn(was, weighings), saidIn(is, weighings)]
    if (before.words === after.words && before.names === after.names) return true
    if (leads(before.words, after.words, most.words) || leads(before.names, after.names, most.names)) return false
    const moved = look + scale * firstWorth(path) * (part(after.words - before.words, most.words) + BESIDES * part(after.names - before.names, most.names))
    if (Math.max(look, moved) + SLACK >= (language === 'text' ? Math.min(least, leastText) : least)) return false
    return [look + SLACK, moved - SLACK, moved + SLACK].every((one) => farness(one) === farness(look - SLACK))
  }
}

/** Whether the same things are found in both: how rare something is follows from how many files hold it. */
const holdsSame = (was: Float64Array, is: Float64Array): boolean => was.every((count, i) => (count > 0) === ((is[i] as number) > 0))

/** Whether a value that changed was or became the largest. */
const leads = (was: number, is: number, most: number): boolean => was !== is && Math.max(was, is) >= most

const part = (value: number, most: number): number => (most > 0 ? value / most : 0)

/** What was found in a text, in few letters: how many words it has, then pairs of a number and a count. A term counts from 0, a name from -1 downwards. */
export function scanText({ words, terms, names }: Scan): string {
  let text = String(words)
  for (let i = 0; i < terms.length; i++) if ((terms[i] as number) > 0) text += ` ${i} ${terms[i]}`
  for (let i = 0; i < names.length; i++) if ((names[i] as number) > 0) text += ` ${-1 - i} ${names[i]}`
  return text
}

/** The same again, for what was sought. */
export function scanFrom(text: string, { terms, names }: Sought): Scan {
  const [words = 0, ...pairs] = text.split(' ').map(Number)
  const scan = { words, terms: new Float64Array(terms.length), names: new Float64Array(names.length) }
  for (let i = 0; i < pairs.length; i += 2) {
    const number = pairs[i] as number
    if (number < 0) scan.names[-1 - number] = pairs[i + 1] as number
    else scan.terms[number] = pairs[i + 1] as number
  }
  return scan
}
