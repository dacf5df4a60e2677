// Where a project keeps its aliases and what is made of them: `.fovea`, or the folder of the protocol, `.ado`. The names of the files are the same in both.
import { relative, resolve } from 'node:path'
import { type Alias, type Registry, RegistryError, registryFrom, registryText } from '../../core/ctx/registry.ts'
import { nextStep } from '../../core/document-fault.ts'
import { withoutSecrets } from '../../guards/kept.ts'
import { DocumentError, type Documents, documentsIn, OnlyCopyLeft } from '../../stores/documents.ts'

/** Folders that are looked into when none is named, first come first served. */
export const FOLDERS = ['.fovea', '.ado'] as const

/** The files that a project keeps about its context. */
export interface CtxPlace {
  /** As people are told of it: `.ado`. */
  readonly shown: string
  registry(): Registry
  /** Replaces the registry by what becomes of it. Nobody else writes it meanwhile. */
  change(by: (before: Registry) => Registry): Registry
  /** A text by its file name below the place: `prompt.pack`, `cards/A.ADR1.md`; undefined when there is none. */
  read(file: string): string | undefined
  write(file: string, text: string): void
  remove(file: string): boolean
  /** The names of the files in a folder of the place that end so, without the ending. */
  names(folder: string, ending: string): string[]
}

/** Why something of a context cannot be used; the message is a whole sentence with what to do. */
export class CtxError extends Error {
  override readonly name = 'CtxError'
}

/** The place of a project: the folder that was named, else the one that has a registry, else `.fovea`. */
export function ctxPlace(root: string, dir?: string): CtxPlace {
  const folder = dir ?? FOLDERS.find((name) => hasRegistry(root, name)) ?? FOLDERS[0]
  const shown = shownAs(root, folder)
  const documents = (file: string): { files: Documents; id: string } => {
    const { folder: inner, id, ending } = partsOf(file)
    return { files: documentsIn(root, resolve(root, folder, inner), { advice: ': name another folder with --dir', ending, keepsLast: file === REGISTRY && shown === FOLDERS[0], loose: file !== REGISTRY }), id }
  }
  const told = <T>(file: string, what: string, act: (files: Documents, id: string) => T): T => {
    const { files, id } = documents(file)
    try {
      return act(files, id)
    } catch (error) {
      throw worded(error, `${shown}/${file}`, what)
    }
  }
  const registry = (): Registry => told(REGISTRY, 'used', (files, id) => withoutSecrets(registryFrom(files.read(id))))
  return {
    shown,
    registry,
    change: (by) => {
      // What is there and cannot be read is no trouble of writing: its next step is another.
      registry()
      return told(REGISTRY, 'written', (files, id) => changed(files, id, by))
    },
    read: (file) => told(file, 'read', (files, id) => files.read(id)),
    write: (file, text) => told(file, 'written', (files, id) => { if (files.read(id) !== text) files.update(id, () => text) }),
    remove: (file) => told(file, 'removed', (files, id) => files.remove(id)),
    names: (inner, ending) => told(`${inner}/x${ending}`, 'listed', (files) => files.names()),
  }
}

const REGISTRY = 'aliases.json'

function changed(files: Documents, id: string, by: (before: Registry) => Registry): Registry {
  let after: Registry = new Map<string, Alias>()
  files.update(id, (text) => {
    after = withoutSecrets(by(registryFrom(text)))
    return registryText(after)
  })
  return after
}

/** Without links: a folder that leads elsewhere is told of when it is used. */
function hasRegistry(root: string, folder: string): boolean {
  try {
    return documentsIn(root, folder).names().includes('aliases')
  } catch (error) {
    if (error instanceof DocumentError) return false
    throw error
  }
}

/** `cards/A.ADR1.md` is the document `A.ADR1` with the ending `.md` in the folder `cards`. */
function partsOf(file: string): { folder: string; id: string; ending: string } {
  const slash = file.lastIndexOf('/')
  const dot = file.lastIndexOf('.')
  return { folder: file.slice(0, Math.max(0, slash)), id: file.slice(slash + 1, dot), ending: file.slice(dot) }
}

function shownAs(root: string, folder: string): string {
  const inside = relative(root, resolve(root, folder)).replaceAll('\\', '/')
  return inside === '' ? '.' : inside.startsWith('..') ? folder : inside
}

function worded(error: unknown, file: string, what: string): unknown {
  if (error instanceof RegistryError) return new CtxError(`${file} cannot be used: ${error.message}. ${nextStep(error)}`)
  if (!(error instanceof DocumentError)) return error
  return new CtxError(`${file} cannot be ${what}: ${error.message}${what === 'used' || error instanceof OnlyCopyLeft ? `. ${nextStep({ newer: false })}` : ''}`)
}
