// Which language a file is written in: by its whole name, by its ending, by the first line of a script. Where several could read it, the one
// that claims the text wins, then the first one that claims nothing.
import { once } from '../core/once.ts'
import type { Language } from '../core/ports.ts'

/** As much of a text as a language may look at to claim it. */
const HEAD = 20_000

/** Finds a language for a file, or by a word that names it. */
export interface Finder<L extends Language> {
  ofFile(path: string, text: string): L | undefined
  /** By its name alone; undefined when the text has a say. */
  ofName(path: string): L | undefined
  /** By its name or an ending without the dot: `python`, `py`. */
  named(word: string): L | undefined
}

/** A finder over some languages; `text` reads what no other does. */
export function finderOf<L extends Language>(packs: readonly L[]): Finder<L> {
  // Made with the first question: a page that was given before is given again without one.
  const tables = once(() => tablesOf(packs))
  const choices = (name: string): readonly L[] => {
    const { names, beginnings, endings } = tables()
    return names.get(name) ?? begun(beginnings, name) ?? ended(endings, name) ?? []
  }
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return {
    ofName(path) {
      const found = choices(nameOf(path))
      return found.length > 1 || found[0]?.owns !== undefined ? undefined : found[0]
    },
    ofFile(path, text) {
      const name = nameOf(path)
      const found = choices(name)
      return claimed(found.length > 0 ? found : tables().interpreters.get(interpreterIn(text)) ?? [], { name, text }) ?? tables().byName.get('text')?.[0]
    },
    named: (word) => tables().byName.get(word.toLowerCase())?.[0] ?? claimed(tables().endings.get(`.${word.toLowerCase()}`) ?? [], { name: `.${word.toLowerCase()}`, text: '' }),
  }
}

interface Beginning<L> {
  readonly word: string
  readonly pack: L
}

interface Tables<L> {
  readonly names: ReadonlyMap<string, readonly L[]>
  readonly beginnings: readonly Beginning<L>[]
  readonly endings: ReadonlyMap<string, readonly L[]>
  readonly interpreters: ReadonlyMap<string, readonly L[]>
  readonly byName: ReadonlyMap<string, readonly L[]>
}

const tablesOf = <L extends Language>(packs: readonly L[]): Tables<L> => ({
  names: grouped(packs, (pack) => (pack.filenames ?? []).filter((name) => !name.endsWith('*')).map((name) => name.toLowerCase())),
  beginnings: packs.flatMap((pack) => (pack.filenames ?? []).filter((name) => name.endsWith('*')).map((name) => ({ word: name.slice(0, -1).toLowerCase(), pack }))),
  endings: grouped(packs, (pack) => pack.extensions),
  interpreters: grouped(packs, (pack) => pack.interpreters ?? []),
  byName: grouped(packs, (pack) => [pack.name]),
})

function grouped<L>(packs: readonly L[], keysOf: (pack: L) => readonly string[]): Map<string, L[]> {
  const groups = new Map<string, L[]>()
  for (const pack of packs) for (const key of keysOf(pack)) groups.set(key, [...groups.get(key) ?? [], pack])
  return groups
}

function begun<L>(beginnings: readonly Beginning<L>[], name: string): readonly L[] | undefined {
  // This is asked of every file, and true of hardly any.
  let found: L[] | undefined
  for (let i = 0; i < beginnings.length; i++) {
    const { word, pack } = beginnings[i] as Beginning<L>
    if (name.startsWith(word)) (found ??= []).push(pack)
  }
  return found
}

/** The longest ending that is known: `.d.ts` before `.ts`. */
function ended<L>(endings: ReadonlyMap<string, readonly L[]>, name: string): readonly L[] | undefined {
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const found = endings.get(name.slice(dot))
    if (found !== undefined) return found
  }
  return undefined
}

function claimed<L extends Language>(packs: readonly L[], { name, text }: { name: string; text: string }): L | undefined {
  if (packs.length < 2 && packs[0]?.owns === undefined) return packs[0]
  const head = text.slice(0, HEAD)
  return packs.find(({ owns }) => owns !== undefined && (owns instanceof RegExp ? owns.test(head) : owns(head, name))) ?? packs.find((pack) => pack.owns === undefined)
}

/** `bash` in `#!/usr/bin/env -S bash -e`; a version at its end does not count. */
function interpreterIn(text: string): string {
  const [, program = '', argument = ''] = /^#![ \t]*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(text.slice(0, 200)) ?? []
  const base = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  return (base(program) === 'env' ? base(argument) : base(program)).replace(/[\d.]+$/, '')
}
