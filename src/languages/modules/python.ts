// Imports of Python, and where they lead: relative by dots, absolute from any folder that could be on the path.
import type { Files, Found, Import } from '../../core/ports.ts'
import { below, firstOf, folderOf, sure, upward } from './paths.ts'

const STATEMENT = /^[ \t]*(?:from[ \t]+(?<from>\.*[\p{L}\p{N}_.]*)[ \t]+import[ \t]*(?:\((?<many>[^)]*)\)|(?<some>[^\n#;\\]*(?:\\\r?\n[^\n#;\\]*)*))|import[ \t]+(?<modules>[^\n#;\\]*(?:\\\r?\n[^\n#;\\]*)*))/gmu

/** The imports in some statements. */
export function imports(statements: string): Import[] {
  return [...statements.matchAll(STATEMENT)].flatMap(({ groups = {} }) => {
    const module = groups['from']
    if (module === undefined) return namesIn(groups['modules'] ?? '').map(({ name, as }) => ({ module: name, names: [], as }))
    const names = namesIn(groups['many'] ?? groups['some'] ?? '')
    return [{ module, names: names.filter(({ name }) => name !== '*') }]
  })
}

const namesIn = (list: string): { name: string; as: string }[] => [...list.replace(/#[^\n]*/g, '').matchAll(/(\*|[\p{L}_][\p{L}\p{N}_.]*)(?:\s+as\s+([\p{L}_][\p{L}\p{N}_]*))?/gu)]
  .map(([, name = '', as]) => ({ name, as: as ?? name }))

/** Where an import leads. A name may be a module of the package that is named. */
export function resolve({ module, names }: Import, from: string, files: Files): Found[] {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0
  const path = module.slice(dots).replaceAll('.', '/')
  const roots = dots > 0 ? [[...upward(folderOf(from))][dots - 1]] : [...upward(folderOf(from)), 'src', 'lib']
  for (const root of roots) {
    if (root === undefined) continue
    const found = moduleAt(files, path === '' ? root : below(root, path), names)
    if (found.length > 0) return sure(found)
  }
  return []
}

function moduleAt(files: Files, path: string, names: Import['names']): string[] {
  const own = firstOf(files, [`${path}.py`, `${path}.pyi`, below(path, '__init__.py')])
  const inside = names.flatMap(({ name }) => firstOf(files, [below(path, `${name}.py`), below(path, `${name}/__init__.py`)]) ?? [])
  return [...new Set([...inside, ...(own === undefined ? [] : [own])])]
}
