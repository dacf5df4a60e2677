// The files of a plan as a tree of areas, and the definitions of one file as the same.
import type { PlanFiles, WhyView } from '../../../../src/studio/contract.ts'

/** Something that has an area on the map. */
export interface Area {
  readonly name: string
  /** `src/`, `src/a.ts`, `src/a.ts#Sessions`; empty for the whole. */
  readonly path: string
  readonly kind: 'folder' | 'file' | 'block'
  /** Its place in the columns of the plan, or in the definitions of the file; -1 for neither. */
  readonly place: number
  /** Tokens of its own lines, where it stands for what a file or definition holds besides definitions. */
  readonly own?: number
  readonly areas: Area[]
}

/** Folders and files, in the order of the paths. */
export function treeOf(paths: readonly string[]): Area {
  const root: Area = { name: '', path: '', kind: 'folder', place: -1, areas: [] }
  const folders = new Map([['', root]])
  const folderAt = (path: string): Area => {
    const known = folders.get(path)
    if (known !== undefined) return known
    const made: Area = { name: path.slice(path.lastIndexOf('/', path.length - 2) + 1, -1), path, kind: 'folder', place: -1, areas: [] }
    folders.set(path, made)
    folderAt(path.slice(0, path.lastIndexOf('/', path.length - 2) + 1)).areas.push(made)
    return made
  }
  paths.forEach((path, place) => {
    const cut = path.lastIndexOf('/') + 1
    folderAt(path.slice(0, cut)).areas.push({ name: path.slice(cut), path, kind: 'file', place, areas: [] })
  })
  return root
}

/** Definitions inside one another. What a class or a file holds besides them, such as imports, is an area too. */
export function insideOf(path: string, { blocks, tokens }: Pick<WhyView, 'blocks' | 'tokens'>): Area {
  const root: Area = { name: path.slice(path.lastIndexOf('/') + 1), path, kind: 'file', place: -1, areas: [] }
  const open: Area[] = [root]
  blocks.forEach(({ id, name, depth }, place) => {
    const above = Math.min(depth, open.length - 1)
    const area: Area = { name, path: id, kind: 'block', place, areas: [] }
    open.length = above + 1
    open[above]?.areas.push(area)
    open.push(area)
  })
  const sizeOf = ({ place }: Area): number => blocks[place]?.tokens ?? tokens
  for (const area of [root, ...insides(root)]) {
    if (area.areas.length === 0) continue
    const own = sizeOf(area) - area.areas.reduce((sum, inner) => sum + sizeOf(inner), 0)
    if (own > 0) area.areas.push({ name: area === root ? 'between definitions' : `${area.name}: its own lines`, path: `${area.path}#`, kind: 'block', place: area.place, own, areas: [] })
  }
  return root
}

const insides = (area: Area): Area[] => area.areas.flatMap((inner) => [inner, ...insides(inner)])

/** The area of a path, or none. */
export function areaAt(root: Area, path: string): Area | undefined {
  let at: Area | undefined = root
  while (at !== undefined && at.path !== path) at = at.areas.find((area) => area.path === path || (area.kind === 'folder' && path.startsWith(area.path)))
  return at
}

/** All files of an area, or all definitions. */
export function* leavesOf(area: Area): Generator<Area> {
  if (area.areas.length === 0) yield area
  for (const inner of area.areas) yield* leavesOf(inner)
}

/** Folders from the whole down to a path, for a line that leads back. */
export function crumbsOf(path: string): { readonly name: string; readonly path: string }[] {
  return [...path.matchAll(/[^/]+\/?/g)].map(({ 0: name, index }) => ({ name: name.replace(/\/$/, ''), path: path.slice(0, index) + name }))
}

/** The folder above a path; the whole has none. */
export const above = (path: string): string => path.slice(0, path.lastIndexOf('/', path.length - 2) + 1)

/** Whether two plans are about the same files: then the map keeps its shape, and only colours change. */
export const sameFiles = (a: PlanFiles, b: PlanFiles): boolean => a === b || (same(a.path, b.path) && same(a.tokens, b.tokens))

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((one, i) => one === b[i])
