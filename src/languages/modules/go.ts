// Imports of Go: a package is a folder, found by the module path of the nearest go.mod.
import type { Files, Found, Import } from '../../core/ports.ts'
import { folderOf, joined, sure } from './paths.ts'

const SPEC = /(?:^|[\s(;])(?:(?<as>[\p{L}_.][\p{L}\p{N}_]*)[ \t]+)?"(?<module>[^"\n]+)"/gu

/** The imports in some statements. The name of a package is the last part of its path, a version aside. */
export const imports = (statements: string): Import[] => [...statements.matchAll(SPEC)].map(({ groups = {} }) => {
  const module = groups['module'] as string
  const as = groups['as'] === 'import' ? undefined : groups['as']
  return { module, names: [], ...(as === '.' || as === '_' ? {} : { as: as ?? lastPart(module) }) }
})

const lastPart = (module: string): string => /([^/]+?)(?:\/v\d+)?$/.exec(module)?.[1]?.replace(/^go-|[-.]go$/g, '') ?? module

/** The files of the package, tests aside. */
export function resolve({ module }: Import, _from: string, files: Files): Found[] {
  for (const manifest of files.ending('go.mod')) {
    const name = /^module[ \t]+"?([^\s"]+)/m.exec(files.read(manifest) ?? '')?.[1]
    if (name === undefined || (module !== name && !module.startsWith(`${name}/`))) continue
    const folder = joined(folderOf(manifest), module.slice(name.length)) ?? ''
    return sure(files.within(folder).filter((path) => path.endsWith('.go') && !path.endsWith('_test.go')))
  }
  return []
}
