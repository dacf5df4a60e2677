import { relative } from 'node:path'
import type { Shelf } from './files.ts'

/** The pattern that keeps sessions out of the context they describe: a folder of theirs inside the root would be packed with it. */
export function hiddenFor(root: string, { files }: Shelf): string[] {
  const inside = relative(root, files.folder).replaceAll('\\', '/')
  return inside === '' || inside.startsWith('..') || inside.startsWith('.fovea/') ? [] : [`/${inside.replace(/[*?[\]!# ]/g, '\\$&')}/`]
}
