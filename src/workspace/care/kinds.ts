// The documents that people made, by what they hold: how one is judged, and what can be kept of one that cannot be used. Formats are those of the core and of the catalogue; nothing is decided here but what comes first: a record
// that is whole in the file itself, because somebody may have mended it by hand; then one of the last good copy; then what is left of a record.
import { consentsFrom, consentsIn, consentsText, CONSENTS_VERSION, olderConsents } from '../../catalog/consents.ts'
import { aliasesIn, REGISTRY_VERSION, registryFrom, registryText } from '../../core/ctx/registry.ts'
import { EMPTY_STORE, type ContextStore, lessonsIn, storeFrom, storeText, STORE_VERSION } from '../../core/learn/store.ts'
import { joined } from '../../core/learn/joined.ts'
import { counted } from '../../core/names.ts'
import { type Readable, readable } from '../../core/readable.ts'
import { type Checkpoint, CHECKPOINT_VERSION, checkpointFrom, checkpointText, sessionIn } from '../../core/session/checkpoint.ts'

/** What a document holds, in words and numbers. */
export interface Look {
  readonly version: string
  readonly records: number
  readonly holds: string
}

/** A text that can be used, and where it comes from. */
export interface Saved {
  readonly text: string
  /** Records that could be read of the file itself, and those that only the last good copy had. */
  readonly read: number
  readonly brought: number
}

/** A kind of document. */
export interface Kind {
  readonly name: 'memory' | 'session' | 'aliases' | 'consent'
  /** What it holds; throws a DocumentFault when it cannot be used. */
  look(text: string, id: string): Look
  /** What can be kept; undefined when that is nothing. Texts that are not there are undefined. */
  save(broken: string | undefined, lastGood: string | undefined, id: string): Saved | undefined
  /** The version of a text that an older Fovea wrote. */
  older?(text: string): number | undefined
}

const NOTHING: Readable = { value: undefined, isCut: () => false }
const partsOf = (text: string | undefined): Readable => (text === undefined ? NOTHING : readable(text))

/** What a last good copy says, or nothing: it may be broken too. */
function goodOr<T>(otherwise: T, read: () => T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const memory: Kind = {
  name: 'memory',
  look: (text) => {
    const store = storeFrom(text)
    return { version: STORE_VERSION, records: recordsOf(store), holds: `${counted(store.files.size, 'file')}, ${counted(store.lenses.size, 'lens', 'lenses')}, ${counted(store.journal.length, 'lesson')}` }
  },
  save: (broken, lastGood) => {
    const { value, isCut } = partsOf(broken)
    const [read, whole] = [lessonsIn(value), lessonsIn(value, isCut)]
    const good = lastGood === undefined ? EMPTY_STORE : goodOr(lessonsIn(partsOf(lastGood).value), () => storeFrom(lastGood))
    const all = withoutTwins(joined(joined(read, good), whole))
    return recordsOf(all) === 0 ? undefined : { text: storeText(all), read: recordsOf(read), brought: Math.max(0, recordsOf(all) - recordsOf(read)) }
  },
}

/** The same lesson of two copies is one. */
const withoutTwins = (store: ContextStore): ContextStore => ({ ...store, journal: [...new Map(store.journal.map((entry) => [JSON.stringify(entry), entry])).values()] })

const recordsOf = ({ files, lenses, journal }: ContextStore): number => files.size + lenses.size + journal.length

const session: Kind = {
  name: 'session',
  look: (text, id) => {
    const { fovea } = checkpointFrom(text, id)
    return { version: String(CHECKPOINT_VERSION), records: partsIn(checkpointFrom(text, id)), holds: `revision ${fovea.revision}, ${counted(fovea.plan.length, 'handle')}, ${counted(fovea.zooms.length, 'zoom')}` }
  },
  save: (broken, lastGood, id) => {
    const good = lastGood === undefined ? undefined : goodOr<Checkpoint | undefined>(sessionIn(partsOf(lastGood).value, id), () => checkpointFrom(lastGood, id))
    const { value, isCut } = partsOf(broken)
    const read = good === undefined ? sessionIn(value, id) : sessionIn(value, id, { ground: good, skip: isCut })
    const whole = read ?? good
    if (whole === undefined) return undefined
    // What the broken text says by itself; the rest stands only in the copy.
    const alone = sessionIn(value, id)
    const own = alone === undefined ? 0 : Math.min(partsIn(alone), partsIn(whole))
    return { text: checkpointText(whole), read: own, brought: partsIn(whole) - own }
  },
}

/** The request, what was shown and what was zoomed. */
const partsIn = ({ fovea: { plan, zooms } }: Checkpoint): number => 1 + plan.length + zooms.length

const aliases: Kind = {
  name: 'aliases',
  look: (text) => ({ version: String(REGISTRY_VERSION), records: registryFrom(text).size, holds: counted(registryFrom(text).size, 'alias', 'aliases') }),
  save: (broken, lastGood) => {
    const { value, isCut } = partsOf(broken)
    const read = aliasesIn(value)
    const whole = new Map([...read, ...aliasesIn(partsOf(lastGood).value), ...aliasesIn(value, isCut)])
    return whole.size === 0 ? undefined : { text: registryText(whole), read: read.size, brought: whole.size - read.size }
  },
}

const consent: Kind = {
  name: 'consent',
  look: (text) => {
    const { keys } = consentsFrom(text)
    return { version: String(olderConsents(text) ?? CONSENTS_VERSION), records: keys.length, holds: counted(keys.length, 'source that you agreed to', 'sources that you agreed to') }
  },
  save: (broken, lastGood) => {
    const [read, good] = [consentsIn(partsOf(broken).value), consentsIn(partsOf(lastGood).value)]
    const keys = [...new Set([...read.keys, ...good.keys])]
    const isOlder = broken !== undefined && olderConsents(broken) !== undefined
    return keys.length === 0 && !isOlder ? undefined : { text: consentsText({ keys, other: { ...good.other, ...read.other } }), read: new Set(read.keys).size, brought: keys.length - new Set(read.keys).size }
  },
  older: olderConsents,
}

/** All kinds. */
export const KINDS = { memory, session, aliases, consent } as const
