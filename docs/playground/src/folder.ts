// Folders as a page gets them: dropped, picked through the File System Access API, or chosen in a file input. Names come first, bytes later.
import { isOpen, mayMatter, type Named } from './candidate.ts'
import { counted, MOST_NAMES, Refused } from './limits.ts'

/** A folder that somebody chose. */
export interface Chosen {
  readonly name: string
  readonly files: readonly Named[]
}

function checked(files: Named[]): Named[] {
  if (files.length > MOST_NAMES) throw new Refused(`This folder has more than ${counted(MOST_NAMES)} files: choose a folder inside it, or use the command "fovea pack".`)
  return files
}

/** The files of an input with `webkitdirectory`; their paths begin with the folder that was chosen. */
export function filesInInput(files: Iterable<File>): Chosen {
  const all = [...files]
  const name = all[0]?.webkitRelativePath.split('/')[0] ?? ''
  const pathOf = (file: File): string => file.webkitRelativePath.slice(file.webkitRelativePath.indexOf('/') + 1) || file.name
  return { name, files: checked(all.map((file) => ({ path: pathOf(file), file })).filter(({ path }) => mayMatter(path))) }
}

/** The files of a folder that was picked. */
export async function filesInHandle(folder: FileSystemDirectoryHandle): Promise<Chosen> {
  const found: Named[] = []
  const open: [string, FileSystemDirectoryHandle][] = [['', folder]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [base, handle] = next
    for await (const [name, inner] of handle.entries()) {
      if (inner.kind === 'file') found.push({ path: base + name, file: await (inner as FileSystemFileHandle).getFile() })
      else if (isOpen(name)) open.push([`${base}${name}/`, inner as FileSystemDirectoryHandle])
      else if (name === '.git' && base !== '') found.push(...await headOf(`${base}.git/HEAD`, inner as FileSystemDirectoryHandle))
    }
    checked(found)
  }
  return { name: folder.name, files: found }
}

async function headOf(path: string, git: FileSystemDirectoryHandle): Promise<Named[]> {
  const head = await git.getFileHandle('HEAD').catch(() => undefined)
  return head === undefined ? [] : [{ path, file: await head.getFile() }]
}

/** The files of what was dropped. One folder stands for itself; several things keep their names. */
export async function filesInDrop(dropped: readonly FileSystemEntry[]): Promise<Chosen> {
  const alone = dropped.length === 1 && dropped[0]?.isDirectory === true ? dropped[0] as FileSystemDirectoryEntry : undefined
  const found: Named[] = []
  const open: [string, FileSystemEntry][] = (alone === undefined ? dropped : await inside(alone)).map((entry) => ['', entry])
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [base, entry] = next
    const path = base + entry.name
    if (entry.isFile) {
      if (mayMatter(path)) found.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
    } else if (isOpen(entry.name) || (entry.name === '.git' && base !== '')) open.push(...(await inside(entry as FileSystemDirectoryEntry)).filter((one) => isOpen(entry.name) || one.name === 'HEAD').map((one): [string, FileSystemEntry] => [`${path}/`, one]))
    checked(found)
  }
  return { name: alone?.name ?? `${dropped.length} things`, files: found }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, fail) => { entry.file(done, fail) })

/** A folder tells of a hundred entries at a time, and of none when it has told of all. */
async function inside(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => { reader.readEntries(done, fail) })
    if (some.length === 0) return all
    all.push(...some)
  }
}
