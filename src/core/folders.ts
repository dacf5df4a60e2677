// The folders of a corpus as a tree. A chain of folders that hold nothing but one folder counts as one.

/** One folder: where it stands and what lies directly in it. */
export interface Folder {
  /** With a slash at the end; `./` for the root. */
  readonly path: string
  /** Index of the folder above; -1 for the root. */
  readonly parent: number
  /** Indices of files directly inside. */
  readonly files: number[]
}

/** Folders in reading order, parents first; the root comes first. */
export function foldersOf(paths: readonly string[]): readonly Folder[] {
  const folders: Folder[] = [{ path: './', parent: -1, files: [] }]
  const known = new Map<string, number>([['./', 0]])
  const branching = branchingFolders(paths)
  let inside = ''
  let parent = 0
  paths.forEach((path, file) => {
    // Files of one folder follow each other.
    if (file > 0 && isDirectlyIn(path, inside)) return void folders[parent]?.files.push(file)
    inside = path.slice(0, path.lastIndexOf('/') + 1)
    parent = 0
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash + 1)
      if (!branching.has(folder)) continue
      parent = known.get(folder) ?? add(folders, known, { path: folder, parent, files: [] })
    }
    folders[parent]?.files.push(file)
  })
  return folders
}

function add(folders: Folder[], known: Map<string, number>, folder: Folder): number {
  known.set(folder.path, folders.length)
  return folders.push(folder) - 1
}

const isDirectlyIn = (path: string, folder: string): boolean => path.startsWith(folder) && !path.includes('/', folder.length)

/** Folders that hold a file or more than one folder. */
function branchingFolders(paths: readonly string[]): ReadonlySet<string> {
  const children = new Map<string, Set<string>>()
  const direct = new Set<string>()
  let inside = '/'
  for (const path of paths) {
    if (isDirectlyIn(path, inside)) continue
    inside = path.slice(0, path.lastIndexOf('/') + 1)
    let above = './'
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash + 1)
      children.set(above, (children.get(above) ?? new Set()).add(folder))
      above = folder
    }
    direct.add(above)
  }
  return new Set([...new Set([...children.keys(), ...direct])].filter((folder) => direct.has(folder) || (children.get(folder)?.size ?? 0) > 1))
}
