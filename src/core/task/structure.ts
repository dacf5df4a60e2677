// The folders of a workspace as a tree of names, as deep as asked and never longer than its share.

/** One line of a tree. */
export interface TreeLine {
  readonly depth: number
  /** A folder ends in a slash; one that is not opened says how many files it holds. */
  readonly text: string
}

/** How deep a tree goes when nobody says. */
export const STRUCTURE_DEPTH = 3

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: string[]
  count: number
}

/** How a tree gets shorter, in this order: fewer files in each folder, then folders alone, then fewer levels. */
const FILES_SHOWN = [Infinity, 12, 4, 0]

/** The tree of some paths, in the most telling form that fits. */
export function structureOf(paths: readonly string[], { depth = STRUCTURE_DEPTH, fits = () => true }: { depth?: number; fits?: (text: string) => boolean } = {}): readonly TreeLine[] {
  const root = treeOf(paths)
  for (let levels = depth; levels > 0; levels--) {
    for (const files of FILES_SHOWN) {
      const lines = linesOf(root, { levels, files, depth: 0 })
      if (fits(treeText(lines))) return lines
    }
  }
  return []
}

/** A tree as text. A line end in a name would forge a line. */
export const treeText = (lines: readonly TreeLine[]): string => lines.map(({ depth, text }) => `${'  '.repeat(depth)}${text.replace(/[\r\n]/g, '?')}\n`).join('')

function treeOf(paths: readonly string[]): Folder {
  const root: Folder = { folders: new Map(), files: [], count: 0 }
  for (const path of paths) {
    let folder = root
    const names = path.split('/')
    for (const name of names.slice(0, -1)) {
      folder.count++
      folder = folder.folders.get(name) ?? addFolder(folder, name)
    }
    folder.count++
    folder.files.push(names.at(-1) as string)
  }
  return root
}

function addFolder(parent: Folder, name: string): Folder {
  const folder: Folder = { folders: new Map(), files: [], count: 0 }
  parent.folders.set(name, folder)
  return folder
}

function linesOf(folder: Folder, shown: { readonly levels: number; readonly files: number; readonly depth: number }): TreeLine[] {
  const { levels, files, depth } = shown
  const folders = [...folder.folders].toSorted(byName).flatMap(([name, inner]) => (levels > 1
    ? [{ depth, text: `${name}/` }, ...linesOf(inner, { ...shown, levels: levels - 1, depth: depth + 1 })]
    : [{ depth, text: `${name}/ (${count(inner.count)})` }]))
  const named = folder.files.toSorted().slice(0, files)
  const rest = folder.files.length - named.length
  return [...folders, ...named.map((text) => ({ depth, text })), ...(rest > 0 ? [{ depth, text: named.length === 0 ? `(${count(rest)})` : `(${rest} more)` }] : [])]
}

const byName = ([a]: [string, Folder], [b]: [string, Folder]): number => (a < b ? -1 : a > b ? 1 : 0)

const count = (files: number): string => (files === 1 ? '1 file' : `${files} files`)
