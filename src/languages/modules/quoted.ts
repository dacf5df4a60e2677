// Imports that name a file: `#include "x.h"`, `require_relative 'x'`, `source ./x.sh`, `@import "x"`.
import type { Files, Found, Import, Language } from '../../core/ports.ts'
import { firstOf, folderOf, joined, likely, sure } from './paths.ts'

/** How one language writes such imports. */
export interface Quoted {
  /** One import; the groups `module` and, where there is another name, `as`. */
  readonly form: RegExp
  /** Endings that may be left out. */
  readonly endings?: readonly string[]
  /** Turns what is written into a path: `a.b` into `a/b`. */
  readonly path?: (module: string) => string
}

/** The ways of a language that imports files by their path. */
export const quoted = ({ form, endings = [], path = (module) => module }: Quoted): Required<Pick<Language, 'imports' | 'resolve'>> => ({
  imports: (statements) => [...statements.matchAll(form)].map(({ groups = {} }) => ({ module: groups['module'] as string, names: [], ...(groups['as'] === undefined ? {} : { as: groups['as'] }) })),
  resolve: ({ module }: Import, from: string, files: Files): readonly Found[] => resolve(path(module), from, { files, endings }),
})

/** Beside the file, below the root, else whatever ends so. */
function resolve(path: string, from: string, { files, endings }: { files: Files; endings: readonly string[] }): readonly Found[] {
  const spellings = (base: string | undefined): (string | undefined)[] => (base === undefined ? [] : [base, ...endings.map((ending) => base + ending)])
  const here = firstOf(files, [...spellings(joined(folderOf(from), path)), ...spellings(joined('', path))])
  if (here !== undefined) return sure([here])
  const plain = path.replace(/^(?:\.{0,2}\/)+/, '')
  const elsewhere = plain === '' ? [] : spellings(plain).flatMap((one) => (one === undefined ? [] : files.ending(one)))
  return likely([...new Set(elsewhere)], from)
}
