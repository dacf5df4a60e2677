// Imports of Dart: a path beside the file, or `package:` of a package in the workspace, whose name its pubspec says.
import type { Files, Found, Import } from '../../core/ports.ts'
import { below, firstOf, folderOf, joined, sure } from './paths.ts'

const DIRECTIVE = /\b(?:import|export|part(?:\s+of)?)\s+['"](?<module>[^'"\n]+)['"](?<rest>[^;]*)/g

/** The imports in some statements. */
export const imports = (statements: string): Import[] => [...statements.matchAll(DIRECTIVE)].map(({ groups = {} }) => {
  const rest = groups['rest'] as string
  const as = /\bas\s+(\w+)/.exec(rest)?.[1]
  const names = (/\bshow\s+([\w\s,$]+?)(?:\bhide\b|$)/.exec(rest)?.[1] ?? '').split(',').map((name) => name.trim()).filter((name) => name !== '')
  return { module: groups['module'] as string, names: names.map((name) => ({ name, as: name })), ...(as === undefined ? {} : { as }) }
})

/** Where an import leads. */
export function resolve({ module }: Import, from: string, files: Files): Found[] {
  const [, name, path = ''] = /^package:([^/]+)\/(.+)$/.exec(module) ?? []
  if (name === undefined) return sure([firstOf(files, [joined(folderOf(from), module)])])
  const manifests = files.ending('pubspec.yaml').filter((manifest) => /^name:[ \t]*['"]?(\w+)/m.exec(files.read(manifest) ?? '')?.[1] === name)
  return sure([firstOf(files, manifests.map((manifest) => joined(below(folderOf(manifest), 'lib'), path)))])
}
