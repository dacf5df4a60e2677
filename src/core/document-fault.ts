/** Why a text is not a document that can be used. The message ends a sentence that begins with the file. */
export class DocumentFault extends Error {
  override readonly name: string = 'DocumentFault'

  /** `newer`: nothing is wrong with it, a later version of Fovea wrote it. */
  constructor(message: string, readonly newer = false) {
    super(message)
  }
}

/** A version that this one does not know yet. */
export const newerVersion = (found: number | string, known: number | string): string => `a newer Fovea wrote it (version ${found}; this one reads ${known})`

/** What to do about a document that cannot be used, as the end of a sentence. */
export const nextStep = ({ newer }: { readonly newer: boolean }): string =>
  (newer ? 'It was left as it is: update Fovea to use it' : 'It was left as it is: "fovea doctor --repair" keeps it beside and saves what can be read, of its copy too')
