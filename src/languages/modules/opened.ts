// Imports of modules that are files, with the names they bring: Haskell, Elm, Perl, Clojure, Elixir, OCaml and others.
import type { Files, Found, Import, Language } from '../../core/ports.ts'
import { found, sure } from './paths.ts'

/** How one language writes such imports. */
export interface Opened {
  /** One import; the groups `module`, `as`, `names` for a list, `all` when every name is seen, `closed` when none is. */
  readonly form: RegExp
  readonly endings: readonly string[]
  /** The path that belongs to a module: dots or colons become slashes unless told. */
  readonly path?: (module: string) => string
  /** How a file says which module it is, in its first group: then it may stand in any folder. */
  readonly declares?: RegExp
  /** Every name is seen unless the import says otherwise. */
  readonly open?: true
  /** The module is known by the last part of its name unless it gets another. */
  readonly known?: true
}

/** The ways of a language whose modules are files. */
export const opened = (way: Opened): Required<Pick<Language, 'imports' | 'resolve'>> => ({
  imports: (statements) => [...statements.matchAll(way.form)].flatMap(({ groups = {} }) => importsOf(groups, way)),
  resolve: ({ module }, from, files) => resolve(module, from, { ...way, files }),
})

function resolve(module: string, from: string, { path = slashed, endings, declares, files }: Opened & { files: Files }): Found[] {
  const at = path(module)
  const exact = found(files, endings.map((ending) => at + ending), from)
  if (exact.length > 0 || declares === undefined) return exact
  const name = at.slice(at.lastIndexOf('/') + 1)
  return sure(endings.flatMap((ending) => files.ending(name + ending)).filter((one) => declares.exec(files.read(one) ?? '')?.[1] === module))
}

const slashed = (module: string): string => module.replaceAll(/::|\./g, '/')

/** An import that both gives the module a name and opens it counts as two. */
function importsOf(groups: Readonly<Record<string, string | undefined>>, { open, known }: Opened): Import[] {
  const module = groups['module'] as string
  const as = groups['as'] ?? (known ? /[^./:]+$/.exec(module)?.[0] : undefined)
  const names = namesIn(groups['names'] ?? '')
  const all = groups['all'] !== undefined || (open === true && groups['names'] === undefined && groups['closed'] === undefined)
  const named = names.length > 0 || as !== undefined ? [{ module, names, ...(as === undefined ? {} : { as }) }] : []
  return all || named.length === 0 ? [...named, { module, names: [] }] : named
}

const NAME = /(?<![^\s,()[\]{}])(?:type\s+)?(?<name>[\p{L}_][^\s,()[\]{}.:/]*)(?:\s+as\s+(?<as>[\p{L}_][^\s,()[\]{}]*))?/gu

const namesIn = (list: string): Import['names'] => [...list.matchAll(NAME)].map(({ groups = {} }) => ({ name: groups['name'] as string, as: groups['as'] ?? groups['name'] as string }))

/** `MyApp.HTTPServer` as a path in lower case with lines between words: `my_app/http_server`. */
export const snaked = (module: string): string => slashed(module).replaceAll(/(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_').toLowerCase()

/** `HttpServer` as a file name that begins small: `httpServer`. */
export const uncapped = (module: string): string => module.charAt(0).toLowerCase() + module.slice(1)
