// Imports that name a thing by its package, where folders follow the names: Java, Kotlin, Scala, C#, PHP and others.
import type { Files, Found, Import, Language } from '../../core/ports.ts'
import { found, likely, sure } from './paths.ts'

/** How one language writes such imports. */
export interface Dotted {
  /** One import; the groups `module`, which may end in a list in braces, and, where there is another name, `as`. */
  readonly form: RegExp
  readonly endings: readonly string[]
  /** Between the parts of a name: `.` unless told. */
  readonly between?: string
  /** How a file says which package it belongs to, in its first group: then folders need not follow the names from the start. */
  readonly declares?: RegExp
  /** What is named is a package, brought in as a whole. */
  readonly wholly?: true
}

/** The ways of a language whose folders follow its names. */
export const dotted = (way: Dotted): Required<Pick<Language, 'imports' | 'resolve'>> => ({
  imports: (statements) => [...statements.matchAll(way.form)].flatMap(({ groups = {} }) => importsOf(groups, way)),
  resolve: (wanted, from, files) => resolve(wanted, from, { ...way, files }),
})

function importsOf({ module = '', as }: Readonly<Record<string, string | undefined>>, way: Dotted): Import[] {
  const brace = module.indexOf('{')
  if (brace < 0) return [importOf(module, as, way)]
  return module.slice(brace + 1).replace(/\}\s*$/, '').split(',').flatMap((item) => {
    const [, name, other] = /^\s*(?:(?:function|const|given)\s+)?([^\s=]+)(?:\s*(?:=>|\bas\b)\s*([^\s]+))?/.exec(item) ?? []
    return name === undefined ? [] : [importOf(module.slice(0, brace) + name, other, way)]
  })
}

function importOf(module: string, as: string | undefined, { between = '.', wholly }: Dotted): Import {
  const parts = module.replaceAll('`', '').split(between).map((part) => part.trim()).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  if (last === '*' || last === '_') return { module: parts.slice(0, -1).join(between), names: [] }
  if (wholly && as === undefined) return { module: parts.join(between), names: [] }
  return { module: parts.join(between), names: [{ name: last, as: as ?? last }], as: as ?? last }
}

interface Where extends Dotted {
  readonly files: Files
}

/** What is named; the class or package around it; the class around that. A package brought in as a whole is named itself. */
function resolve({ module, names }: Import, from: string, where: Where): readonly Found[] {
  const parts = module.split(where.between ?? '.')
  for (let length = parts.length; length > 0 && length >= parts.length - (names.length === 0 ? 0 : 2); length--) {
    const named = parts.slice(0, length)
    const leads = [fileOf, ...(length < parts.length - 1 ? [] : [packageOf])].map((way) => way(named, from, where)).find((some) => some.length > 0)
    if (leads !== undefined) return leads
  }
  return []
}

/** The file at that path, else one of that name that says it belongs to the package. */
function fileOf(parts: readonly string[], from: string, where: Where): Found[] {
  const { files, endings } = where
  const exact = found(files, endings.map((ending) => parts.join('/') + ending), from)
  if (exact.length > 0 && parts.length > 1) return exact
  const name = parts.at(-1) ?? ''
  const others = endings.flatMap((ending) => files.ending(name + ending)).filter((path) => declares(path, parts.slice(0, -1), where))
  return others.length === 1 ? sure(others) : others.length > 1 ? likely(others, from) : exact
}

/** A package with more files than this is not followed: an edge to everything says nothing. */
const MOST = 200

function packageOf(parts: readonly string[], _from: string, where: Where): Found[] {
  const inside = (folder: string): readonly string[] => where.files.within(folder).filter((path) => where.endings.some((ending) => path.endsWith(ending)))
  const exact = where.files.folders(parts.join('/')).flatMap(inside)
  const all = exact.length > 0 && parts.length > 1 ? exact : packageFolders(parts, where.files).flatMap(inside).filter((path) => declares(path, parts, where))
  return all.slice(0, MOST).map((path) => ({ path, certain: all.length <= MOST }))
}

/** The most parts that the name of one folder has. */
const DEEPEST = 8

/** Folders named after the last part, or after the last parts as they are written: `Company.Product`. */
function packageFolders(parts: readonly string[], files: Files): string[] {
  const last = parts.slice(-DEEPEST)
  return [...new Set(last.flatMap((_, at) => files.folders(last.slice(at).join('.'))))]
}

/** Without a word from the file itself, a folder of that name is not enough. */
function declares(path: string, parts: readonly string[], { files, between = '.', declares: form }: Where): boolean {
  const said = form?.exec(files.read(path) ?? '')?.[1]
  return said !== undefined && said.replaceAll(/\s/g, '') === parts.join(between)
}
