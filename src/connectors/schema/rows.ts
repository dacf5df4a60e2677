// Where the rows are in an answer: `[…]`, `{ data: […] }`, `{ response: { items: […] } }`, `{ total_count, artifacts: […] }`.
import type { Refs } from './refs.ts'
import { type Shape, shapeOf } from './shape.ts'

/** The rows of an answer. */
export interface Rows {
  /** The names that lead to them; empty when the answer itself is the list or the row. */
  readonly path: readonly string[]
  /** What one row is. */
  readonly row: Shape
  readonly many: boolean
}

const WRAPPERS = ['data', 'items', 'results', 'records', 'rows', 'entries', 'values', 'value', 'list', 'content', 'hits', 'objects', 'elements', 'resources', 'members', 'result', 'response', 'payload', '_embedded', 'collection', 'docs', 'documents']
/** What stands beside a list to say how it goes on, and is no content. */
const ASIDE = /^(?:_?links?|_?meta(?:data)?|paging|pagination|page_?info|pages?|page_.*|per_?page|total.*|count|.*_count|.*Count|next.*|prev.*|first|last|self|cursor.*|offset|limit|size|has_?more|has_?next.*|incomplete_results|object|kind|etag|url|href|status.*|success|ok|error.*|message|code|version|took|request_?id|warnings?|response_metadata|marker|is_?truncated|start.*|max_?results|batchcomplete|.*token)$/i
const DEEPEST = 3

/** Finds the rows of an answer by its shape. */
export function rowsOf(answer: Shape, refs: Refs, depth = 0): Rows {
  if (isList(answer)) return { path: [], row: shapeOf(answer.items, refs), many: true }
  const inner = depth < DEEPEST ? wrapped(answer, refs, depth) : undefined
  return inner ?? { path: [], row: answer, many: false }
}

const isList = (shape: Shape): boolean => shape.type === 'array' && shape.items !== undefined

function wrapped(answer: Shape, refs: Refs, depth: number): Rows | undefined {
  for (const name of candidates(answer, refs)) {
    const found = rowsOf(shapeOf(answer.properties.get(name), refs), refs, depth + 1)
    if (found.row.properties.size > 0) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}

/** The members that can hold the rows: a known wrapper, or the only list of objects among what stands aside. A wrapper beside other content is content itself. */
function candidates(answer: Shape, refs: Refs): string[] {
  const names = [...answer.properties.keys()]
  const content = names.filter((name) => !ASIDE.test(name))
  const lists = content.filter((name) => isListOfObjects(answer, name, refs))
  const wrapper = WRAPPERS.filter((name) => lists.includes(name))
  if (wrapper.length === 1) return wrapper
  return content.length === 1 && (lists.length === 1 || WRAPPERS.includes(content[0] ?? '')) ? content : []
}

function isListOfObjects(answer: Shape, name: string, refs: Refs): boolean {
  const shape = shapeOf(answer.properties.get(name), refs)
  return isList(shape) && shapeOf(shape.items, refs).properties.size > 0
}
