// What the targets of a task import, and what imports them. Only files that could are parsed: a file that imports a target has the target's name in it.
import { filesOf, linksOf } from '../links.ts'
import type { Entry, Parser } from '../ports.ts'
import { fileBlock } from '../tile.ts'

/** Imports of targets and importers of targets, by target. */
export interface Links {
  readonly imports: ReadonlyMap<string, readonly string[]>
  readonly importers: ReadonlyMap<string, readonly string[]>
}

/** More files with a name in them say that the name is common. */
const MOST_CANDIDATES = 80
/** Longer files are parsed for their own sake, not for a guess. */
const LONGEST = 300_000

/** The links around some targets. */
export async function linksAround(targets: readonly string[], entries: readonly Entry[], parser: Parser): Promise<Links> {
  const files = filesOf(entries)
  const leads = async (entry: Entry): Promise<string[]> => (await linksIn(entry, parser))(files)
  const imports = new Map<string, readonly string[]>()
  const importers = new Map<string, string[]>(targets.map((target) => [target, []]))
  for (const entry of entries.filter(({ path }) => targets.includes(path))) imports.set(entry.path, [...new Set(await leads(entry))])
  for (const entry of candidates(targets, entries)) {
    for (const found of new Set(await leads(entry))) importers.get(found)?.push(entry.path)
  }
  return { imports, importers }
}

/** Parses one file for its imports; the files they lead to are asked for afterwards. */
async function linksIn(entry: Entry, parser: Parser): Promise<(files: ReturnType<typeof filesOf>) => string[]> {
  const { path, text } = entry
  const language = parser.languageOf(path, text)
  if (language?.imports === undefined || text.length > LONGEST || entry.stub !== undefined) return () => []
  await parser.prepare(language, text)
  const block = fileBlock(path, text, parser.parse(language, text).tiles)
  return (files) => linksOf({ path, text, block, language }, files).flatMap(({ found }) => found.map((one) => one.path))
}

/** Files with the name of a target, or of its folder where the target stands for it, in their text. */
function candidates(targets: readonly string[], entries: readonly Entry[]): Entry[] {
  const names = new Set(targets.flatMap(namesOf))
  return entries.filter((entry) => !targets.includes(entry.path) && [...names].some((name) => entry.text.includes(name))).slice(0, MOST_CANDIDATES)
}

function namesOf(path: string): string[] {
  const segments = path.split('/')
  const stem = (segments.at(-1) as string).replace(/\.[^.]+$/, '')
  const name = /^(?:index|__init__|mod|main|lib)$/.test(stem) ? segments.at(-2) : stem
  return name === undefined || name.length < 2 ? [] : [name]
}
