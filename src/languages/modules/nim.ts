// Imports of Nim: `import a, b/c as d`, `import std/[os, math]`, `from x import y`, `include z`.
import type { Import } from '../../core/ports.ts'

const STATEMENT = /^[ \t]*(?:(?:import|include)\s+(?<list>[^\n#,[\]]+(?:\[[^\]]*\]|,\s*|[^\n#,[\]]+)*)|from[ \t]+(?<module>\S+)[ \t]+import[ \t]+(?<names>[^\n#]+))/gm
const ITEM = /(?<module>[^\s,[\]]+)(?:\[(?<inside>[^\]]*)\])?(?:[ \t]+as[ \t]+(?<as>\w+))?/g

/** The imports in some statements. A module is seen whole, and known by its name. */
export const imports = (statements: string): Import[] => [...statements.matchAll(STATEMENT)].flatMap(({ groups = {} }) => {
  if (groups['module'] === undefined) return [...(groups['list'] ?? '').matchAll(ITEM)].flatMap(({ groups: item = {} }) => itemsOf(item))
  return [{ module: groups['module'], names: (groups['names'] ?? '').split(',').map((name) => ({ name: name.trim(), as: name.trim() })), as: lastPart(groups['module']) }]
})

function itemsOf({ module = '', inside, as }: Readonly<Record<string, string | undefined>>): Import[] {
  if (inside !== undefined) return inside.split(',').flatMap((part) => itemsOf({ module: module + part.trim() }))
  return module === 'except' ? [] : [{ module, names: [] }, { module, names: [], as: as ?? lastPart(module) }]
}

const lastPart = (module: string): string => module.slice(module.lastIndexOf('/') + 1)
