// Reads an OpenAPI 3 or Swagger 2 document and reports its operations.
import type { Descriptor } from '../../catalog/descriptor.ts'
import { type OpenSource, SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { dataOf, shownPlace, textOfSource } from '../documents/read.ts'
import { refTroubles } from '../schema/troubles.ts'
import { Refs } from '../schema/refs.ts'
import { isTree, member } from '../schema/tree.ts'
import { descriptorOf, operationsOf } from './operations.ts'

/** What an API offers by its document. */
export async function* scanOpenApi(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  yield* described(await dataOf(await textOfSource(source), shownPlace(source)), source, watch)
}

/** The operations of a document that was read. */
export function* described(document: unknown, source: OpenSource, watch: Watch): Iterable<Descriptor | Diagnostic> {
  mustBeOpenApi(document, shownPlace(source))
  const around = { document, source, refs: new Refs(document) }
  let found = 0
  for (const one of operationsOf(around)) {
    if (watch.signal?.aborted === true) throw watch.signal.reason
    if ('severity' in one) yield one
    else {
      yield descriptorOf(one, around)
      watch.progress((found += 1))
    }
  }
  if (found === 0) yield { code: 'openapi/no-operations', severity: 'warning', path: shownPlace(source), message: `${shownPlace(source)} has no operations: "paths" is missing or empty` }
  yield* refTroubles(around.refs, shownPlace(source))
}

function mustBeOpenApi(document: unknown, shown: string): void {
  const version = member(document, 'openapi') ?? member(document, 'swagger')
  if (!isTree(document) || (typeof version !== 'string' && typeof version !== 'number')) throw new SourceDown(`${shown} is no OpenAPI document: "openapi" or "swagger" with a version is missing at its top`)
  if (!/^(?:3\.|2(?:\.|$))/.test(String(version))) throw new SourceDown(`${shown} is OpenAPI ${String(version).slice(0, 20)}; versions 2.0, 3.0 and 3.1 are read`)
}
