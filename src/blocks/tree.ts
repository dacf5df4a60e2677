// What a plan only lists, as one tree.
import type { Plan } from '../core/plan.ts'
import type { FileTreeBlock, TreeEntry } from './typed.ts'

interface Branch { readonly folders: Map<string, Branch>; readonly files: Map<string, number> }

const branch = (): Branch => ({ folders: new Map(), files: new Map() })

/** The files of a plan that have only a line, with their sizes, and the folders that stand for more; none when there are none. */
export function treeOf(plan: Plan): FileTreeBlock | undefined {
  const root = branch()
  for (const { file, listed, opened } of plan.files) if (listed && !opened) plant(root, file.entry.path, file.entry.bytes)
  for (const folder of plan.folders) if (folder !== './') folderAt(root, folder.replace(/\/$/, '').split('/'))
  const entries = entriesOf(root)
  return entries.length === 0 ? undefined : { type: 'file_tree', root: './', entries }
}

function plant(root: Branch, path: string, size: number): void {
  const parts = path.split('/')
  folderAt(root, parts.slice(0, -1)).files.set(parts.at(-1) as string, size)
}

function folderAt(root: Branch, parts: readonly string[]): Branch {
  return parts.reduce((at, part) => {
    const known = at.folders.get(part) ?? branch()
    at.folders.set(part, known)
    return known
  }, root)
}

const entriesOf = ({ folders, files }: Branch): TreeEntry[] => [
  ...[...folders].map(([name, inner]): TreeEntry => ({ name, kind: 'dir', size: 0, children: entriesOf(inner) })),
  ...[...files].map(([name, size]): TreeEntry => ({ name, kind: 'file', size, children: [] })),
]
