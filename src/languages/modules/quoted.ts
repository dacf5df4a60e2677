// Imports that name a file: `#include "x.h"`, `require_relative 'x'`, `source ./x.sh`, `@import "x"`.
import type { Files, Found, Import, Language } from '../../core/ports.ts'
import { firstOf, folderOf, joined, likely, sure } from './paths.ts'

/** How one language writes such imports. */
export interface Quoted {
  /** One import; the groups `module` and, where there is another name, `as`; `name` for what is taken out of it. */
  readonly form: RegExp
  /** Endings that may be left out. */
  readonly endings?: readonly string[]
  /** Turns what is written into a path: `a.b` into `a/b`. */
  readonly path?: (module: string) => string
  /** Folders at the root from which it may be meant: `lib`. */
  readonly roots?: readonly string[]
}

/** The ways of a language that imports files by their path. */
export const quoted = ({ form, ...places }: Quoted): Required<Pick<Language, 'imports' | 'resolve'>> => ({
  imports: (statements) => [...statements.matchAll(form)].map(({ groups = {} }) => importOf(groups)),
  resolve: located(places),
})

/** Where a path leads, for languages that write their imports in another way. */
export const located = ({ endings = [], roots = [], path = (module) => module }: Omit<Quoted, 'form'>): Required<Language>['resolve'] =>
  ({ module }, from, files) => resolve(path(module), from, { files, endings, roots })

function importOf({ module = '', as, name }: Readonly<Record<string, string | undefined>>): Import {
  return { module, names: name === undefined ? [] : [{ name, as: as ?? name }], ...(as === undefined ? {} : { as }) }
}

interface Where extends Required<Pick<Quoted, 'endings' | 'roots'>> {
  readonly files: Files
}

/** Beside the file, below the root, else whatever ends so; `<x>` is never beside the file. */
function resolve(path: string, from: string, { files, endings, roots }: Where): readonly Found[] {
  const spellings = (base: string | undefined): string[] => (base === undefined ? [] : [base, ...endings.map((ending) => base + ending)])
  const away = path.startsWith('<')
  const here = away ? undefined : firstOf(files, [folderOf(from), '', ...roots].flatMap((folder) => spellings(joined(folder, path))))
  if (here !== undefined) return sure([here])
  const plain = away ? path.slice(1, -1) : path.replace(/^(?:\.{0,2}\/)+/, '')
  const elsewhere = plain === '' ? [] : spellings(plain).flatMap((one) => files.ending(one))
  return likely([...new Set(elsewhere)], from)
}

/** A path in a script: what variables and commands say before it is left out, `"$(dirname "$0")/lib.sh"` is `lib.sh`. */
export function scripted(module: string): string {
  const rest = module.replaceAll('\\', '/').replace(/^.*(?:\$[\w:]+|[)}"'])\//s, '')
  return /[^\s"'();&|]+/.exec(rest)?.[0] ?? ''
}

/** `#include "x.h"`, `#include <x.h>`, `#import "x.h"`. */
export const included = quoted({ form: /^[ \t]*#[ \t]*(?:include|import)[ \t]*(?:"(?!<)|(?=<))(?<module>[^"\n>]+>?)/gm, roots: ['include', 'src'] })
