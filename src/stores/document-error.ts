/** Why a document cannot be read or written, as the end of a sentence. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

/** The document is gone and its second copy is there: nothing takes its place before somebody says which of the two is right. */
export class OnlyCopyLeft extends DocumentError {}

/** Somebody else has written the document since it was read. */
export class LostUpdate extends DocumentError {
  constructor() {
    super('another process has saved it meanwhile; nothing was written')
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied', EPERM: 'permission denied', EROFS: 'the disk is read-only', ENOSPC: 'the disk is full', EISDIR: 'it is a folder', ELOOP: 'it is a link, and links are not followed',
  ENOTDIR: 'a part of its path is not a folder', ENAMETOOLONG: 'its name is longer than the system allows', EIO: 'the disk does not answer as it should', EMFILE: 'too many files are open', ENFILE: 'too many files are open',
  EDQUOT: 'your share of the disk is used up', EFBIG: 'it would be larger than the system allows', EXDEV: 'it lies on another disk',
}

/** What the system said, as the end of a sentence. */
export function causeOf(error: unknown): DocumentError {
  if (error instanceof DocumentError) return error
  return new DocumentError(wordsFor(error))
}

/** What the system said, in words. */
export function wordsFor(error: unknown): string {
  const code = (error as { code?: string } | null)?.code ?? ''
  return Object.hasOwn(CAUSES, code) ? (CAUSES[code] as string) : `the system said ${code || String(error)}`
}
