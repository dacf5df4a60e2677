// What was wrong with the references of a document, told once for all of them.
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Refs } from './refs.ts'
import { nameOf } from './tree.ts'

/** What a reader should know of references that were not followed. */
export function* refTroubles(refs: Refs, path: string): Iterable<Diagnostic> {
  if (refs.remote.size > 0) yield { code: 'schema/remote-ref', severity: 'warning', path, message: `${path} refers to ${counted(refs.remote, 'other document')}, which are never fetched: ${example(refs.remote)}`, hint: 'Bundle the document into one file.' }
  if (refs.broken.size > 0) yield { code: 'schema/broken-ref', severity: 'warning', path, message: `${path} has ${counted(refs.broken, 'reference')} that lead nowhere: ${example(refs.broken)}` }
  if (refs.exhausted) yield { code: 'schema/too-large', severity: 'warning', path, message: `${path} describes more than can be followed: fields of some operations are missing` }
}

const counted = ({ size }: ReadonlySet<string>, what: string): string => `${size >= 100 ? '100 or more' : size} ${what}${size === 1 ? '' : 's'}`

const example = (set: ReadonlySet<string>): string => nameOf([...set][0], 120) ?? ''
