// What every lock file says, however it is written: packages with versions, and which of them were asked for.
import type { Line } from '../leaf.ts'
import type { Span } from '../span.ts'

/** One locked package and where it stands. */
export interface Package extends Span {
  readonly name: string
  readonly version: string
  /** Names of the packages it needs. */
  readonly needs: readonly string[]
  /** It is the project itself or a part of it. */
  readonly own?: boolean
}

/** What a lock file says. */
export interface Lock {
  /** Who wrote it: `npm`. */
  readonly manager: string
  /** The version of its format, where it has one. */
  readonly version?: string
  readonly packages: readonly Package[]
  /** Names of what the project asks for, where the file says so. */
  readonly direct?: readonly string[]
}

/** One way to write a lock file. */
export interface LockFormat {
  /** Whether a file that begins so is one of its own. */
  readonly owns: (head: string) => boolean
  readonly read: (text: string) => Lock
}

/** What the project asks for: said by the file, or needed by its own packages, or at least needed by no other package. */
export function topOf({ packages, direct }: Lock): { readonly word: 'direct' | 'top'; readonly names: readonly string[] } {
  const own = packages.filter((one) => one.own === true)
  const mine = new Set(own.map(({ name }) => name))
  if (direct !== undefined || own.length > 0) return { word: 'direct', names: distinct(direct ?? own.flatMap(({ needs }) => needs)).filter((name) => !mine.has(name)) }
  const needed = new Set(packages.flatMap(({ name, needs }) => needs.filter((need) => need !== name)))
  const links = packages.some(({ needs }) => needs.length > 0)
  return { word: 'top', names: links ? distinct(packages.map(({ name }) => name)).filter((name) => !needed.has(name)) : [] }
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)]

/** Lines in groups: each begins where `begins` says and ends before the next one, or before a line that is not indented. */
export function groupsOf(lines: readonly Line[], begins: RegExp): Line[][] {
  const groups: Line[][] = []
  let open: Line[] | undefined
  for (const line of lines) {
    if (begins.test(line.text)) groups.push(open = [line])
    else if (/^\S/.test(line.text)) open = undefined
    else if (line.text !== '') open?.push(line)
  }
  return groups
}

/** Where a group of lines stands. */
export const spanOf = (lines: readonly Line[]): Span => ({ start: lines[0]?.start ?? 0, end: lines.at(-1)?.end ?? 0 })

/** What the first group of a pattern finds in each line, where it finds something. */
export const foundIn = (lines: readonly Line[], pattern: RegExp): string[] => lines.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])

/** The lines below the titles that match, up to the next line that is not indented. */
export const sectionsOf = (lines: readonly Line[], title: RegExp): Line[] => groupsOf(lines, title).flatMap((group) => group.slice(1))
