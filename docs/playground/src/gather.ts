// From candidates to files: what an ignore file names is never read.
import { countedPaths, type VirtualFile } from '../../../src/browser/index.ts'
import type { Candidate } from './candidate.ts'
import { counted, megabytes, MOST_BYTES, MOST_FILES, MOST_OF_FILE, Refused } from './limits.ts'

/** Files that say which others count. */
const SPEAKS = /(?:^|\/)\.(?:gitignore|ignore|foveaignore|git)$|^fovea\.config\.json$/
const NOTHING = new Uint8Array()

/** Files that are asked for at once: a browser answers each question slowly and many quickly. */
const TOGETHER = 64

/** Reads the files that count. */
export async function gathered(candidates: readonly Candidate[], onProgress: (done: number, all: number) => void): Promise<VirtualFile[]> {
  const wanted = await wantedOf(candidates)
  const bytes = wanted.reduce((sum, { size }) => sum + Math.min(size, MOST_OF_FILE), 0)
  if (wanted.length > MOST_FILES) throw new Refused(`This folder has ${counted(wanted.length)} files that count, and ${counted(MOST_FILES)} is the most for a page: name more in .foveaignore, or use the command "fovea pack".`)
  if (bytes > MOST_BYTES) throw new Refused(`The files that count are ${megabytes(bytes)}, and ${megabytes(MOST_BYTES)} is the most for a page: name more in .foveaignore, or use the command "fovea pack".`)
  const files: VirtualFile[] = []
  for (let at = 0; at < wanted.length; at += TOGETHER) {
    files.push(...await Promise.all(wanted.slice(at, at + TOGETHER).map(fileOf)))
    onProgress(files.length, wanted.length)
  }
  return files
}

/** What counts, and what says that something else does not. */
async function wantedOf(candidates: readonly Candidate[]): Promise<Candidate[]> {
  const named = await Promise.all(candidates.map(async (one): Promise<VirtualFile> => (SPEAKS.test(one.path) ? fileOf(one) : { path: one.path, content: NOTHING, ...(one.link === true ? { link: true } : {}) })))
  const paths = new Set(countedPaths(named))
  return candidates.filter(({ path }) => paths.has(path) || SPEAKS.test(path) || path.endsWith('/.git/HEAD'))
}

async function fileOf({ path, size, link, read }: Candidate): Promise<VirtualFile> {
  return { path, content: await read(MOST_OF_FILE), size, ...(link === true ? { link } : {}) }
}
