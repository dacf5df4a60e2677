// Why a file is not in a context at all, and what would bring it back: for people.
import { type Absence, absenceOf, type LookedAt, type Settings, type Workspace } from '../workspace/index.ts'

/** A file that is not there. */
export interface Absent {
  readonly path: string
  readonly reason: Absence['reason']
  /** One sentence: what keeps it out. */
  readonly why: string
  /** One sentence: what to do about it. */
  readonly next: string
  /** Options that bring it back. */
  readonly add?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] }
  /** The option that keeps it out. */
  readonly drop?: { readonly name: 'exclude' | 'level' | 'lens'; readonly value: string }
}

/** What is said of a path; undefined when the context knows it, and at a commit, of which the disk tells nothing. */
export function absentFrom(workspace: Pick<Workspace, 'root' | 'frozen' | 'commit'>, looked: LookedAt, path: string): Absent | undefined {
  const absence = workspace.commit === undefined ? absenceOf(workspace, looked, path) : undefined
  return absence && { path, reason: absence.reason, ...SAYINGS[absence.reason]({ path, absence, settings: looked.settings }) }
}

interface Case {
  readonly path: string
  readonly absence: Absence
  readonly settings: Settings
}

type Said = Omit<Absent, 'path' | 'reason'>

const SAYINGS: Readonly<Record<Absence['reason'], (of: Case) => Said>> = {
  gone: ({ path }) => ({ why: `There is no file ${path} below this folder.`, next: 'Look for a part of its name.' }),
  never: ({ absence: { at } }) => ({ why: `${at} is never looked into.`, next: at.endsWith('node_modules') ? `Pack the part that you need by itself: fovea ${at}/NAME.` : 'It belongs to another program.' }),
  ignored: ({ path, absence }) => ({ why: `${called(path, absence.at)} is ignored: ${causeIn(absence)}.`, next: '--exclude with an exclamation mark brings it back.', add: { exclude: broughtBack(path, absence.at) } }),
  excluded: ({ path, absence, settings }) => excluded(path, absence, settings),
  'not included': ({ path, settings }) => ({ why: `Only ${settings.include.value.join(', ')} is included${from(settings.include.origin)}.`, next: 'Include it too.', add: { include: [rooted(path)] } }),
  link: ({ absence: { at } }) => ({ why: `${at} is a link, and links are not followed.`, next: 'Look for what it leads to.' }),
  repository: ({ absence: { at } }) => ({ why: `${at} is a repository of its own.`, next: `Pack it by itself: fovea ${at}.` }),
  special: ({ absence: { at } }) => ({ why: `${at} is a pipe, a socket or a device, not a file.`, next: 'Nothing of it can be shown.' }),
  lens: ({ absence }) => ({ why: `The lens ${wordsIn(absence)} does not look at it.`, next: 'Choose another lens.', drop: { name: 'lens', value: wordsIn(absence) } }),
  rule: ({ absence }) => ({ why: `A rule hides it (${wordsIn(absence)}).`, next: 'Take the rule back, or change it in the configuration.', ...levelIn(wordsIn(absence)) }),
  unread: ({ absence }) => ({ why: wordsIn(absence), next: 'When that is mended, it is in the next plan.' }),
}

const wordsIn = (absence: Absence): string => ('words' in absence ? absence.words : '')

/** The file itself, or a folder above it. */
const called = (path: string, at: string): string => (path === at ? 'It' : `${at}/`)

function causeIn(absence: Absence): string {
  const cause = 'cause' in absence ? absence.cause : undefined
  return cause === undefined ? 'a pattern names it' : `${cause.file ?? '--exclude'} line ${cause.line} says "${cause.pattern}"`
}

function excluded(path: string, absence: Absence, settings: Case['settings']): Said {
  const cause = 'cause' in absence ? absence.cause : undefined
  const value = settings.exclude.value[(cause?.line ?? 0) - 1] ?? ''
  return { why: `${called(path, absence.at)} is excluded: "${value}" names it${from(settings.exclude.origin)}.`, next: 'Take that pattern back.', drop: { name: 'exclude', value } }
}

const from = (origin: string): string => (origin === 'flags' ? '' : ` (${origin})`)

function levelIn(words: string): Pick<Absent, 'drop'> {
  const value = /(?:^|; )level: (\S+=none)(?:;|$)/.exec(words)?.[1]
  return value === undefined ? {} : { drop: { name: 'level', value } }
}

/** One path as a pattern of ignore files. */
const rooted = (path: string): string => `/${path.replace(/[\\*?[\]!#{} ]/g, '\\$&')}`

/** Patterns that open an ignored folder for one file only: the folder comes back, everything in it stays out, the next part comes back. */
function broughtBack(path: string, at: string): string[] {
  const below = path.slice(at.length).split('/').slice(1)
  const patterns = [`!${rooted(at)}`]
  below.reduce((folder, part) => {
    patterns.push(`${rooted(folder)}/*`, `!${rooted(`${folder}/${part}`)}`)
    return `${folder}/${part}`
  }, at)
  return patterns
}
