// Imports that name a thing by dots or colons, where folders follow the names: Java, Kotlin, Scala, Groovy, Haskell, Elm, Perl and others.
import type { Files, Found, Import, Language } from '../../core/ports.ts'
import { likely, sure } from './paths.ts'

/** How one language writes such imports. */
export interface Dotted {
  /** One import; the groups `module` and, where there is another name, `as`. */
  readonly form: RegExp
  readonly endings: readonly string[]
  /** Between the parts of a name: `.` unless told. */
  readonly between?: string
}

/** The ways of a language whose folders follow its names. */
export const dotted = ({ form, endings, between = '.' }: Dotted): Required<Pick<Language, 'imports' | 'resolve'>> => ({
  imports: (statements) => [...statements.matchAll(form)].map(({ groups = {} }) => importOf(groups, between)),
  resolve: (wanted, from, files) => resolve(wanted, from, { files, endings, between }),
})

function importOf(groups: Readonly<Record<string, string | undefined>>, between: string): Import {
  const parts = (groups['module'] ?? '').split(between).map((part) => part.trim()).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  if (last === '*' || last === '_') return { module: parts.slice(0, -1).join(between), names: [] }
  return { module: parts.join(between), names: [{ name: last, as: groups['as'] ?? last }], as: groups['as'] ?? last }
}

interface Where {
  readonly files: Files
  readonly endings: readonly string[]
  readonly between: string
}

/** The file that is named; the file of the class around it; the files of the package. The same path in two places is a guess. */
function resolve({ module }: Import, from: string, { files, endings, between }: Where): readonly Found[] {
  const parts = module.split(between)
  for (const length of [parts.length, parts.length - 1]) {
    const path = parts.slice(0, length).join('/')
    if (path === '') break
    const found = endings.flatMap((ending) => files.ending(path + ending))
    if (found.length === 1) return sure(found)
    if (found.length > 1) return likely(found, from)
    const inside = packageFiles(files, path, endings)
    if (inside.length > 0) return inside.length > MOST ? inside.slice(0, MOST).map(({ path: one }) => ({ path: one, certain: false })) : inside
  }
  return []
}

/** A package with more files than this is not followed: an edge to everything says nothing. */
const MOST = 200

function packageFiles(files: Files, path: string, endings: readonly string[]): Found[] {
  return files.folders(path).flatMap((folder) => sure(files.within(folder).filter((one) => endings.some((ending) => one.endsWith(ending)))))
}
