// Which comments belong to what: to the definition below or above, to the file, to what they stand in, or to nothing.
import type { Node } from './node.ts'
import type { Tile } from '../core/block.ts'
import { holdsCondition } from './conditions.ts'
import type { Source } from './cuts.ts'
import { firstDocLine } from './doc.ts'
import type { Row } from './row.ts'
import type { Place } from './seal.ts'
import { asLines, fromLineStart, hasBlankLine, indentAt, isBlank, lineStart, toLineEnd } from './span.ts'

/** The comments that stand between the opening of an indented block and its first line. */
export function leadOf({ text, table }: Source, holder: Node): Node[] {
  const lead: Node[] = []
  if (table.indented !== true || holder.isError) return lead
  for (let before = holder.previousSibling; before !== null && table.comments.includes(before.type); before = before.previousSibling) {
    if (fromLineStart(text, before.startIndex) === before.startIndex) break
    lead.unshift(before)
  }
  return lead
}

/** Takes a comment: it trails a tile, documents one, or waits for the next definition. */
export function comment({ text, table }: Source, row: Row, { node, place }: { node: Node; place: Place }): void {
  const last = row.tiles.at(-1)
  if (row.lead.length === 0 && last !== undefined && trails(text, last, node)) {
    row.tiles[row.tiles.length - 1] = { ...last, end: toLineEnd(text, node.endIndex) }
    return
  }
  if (last !== undefined && row.lead.length === 0 && documentsAbove({ text, table }, last, node)) return docBelow(text, row, node)
  if (table.innerDoc?.test(text.slice(node.startIndex, node.startIndex + 4)) === true) return innerDoc(text, row, node)
  const before = row.lead.at(-1)
  if (before !== undefined && table.comments.includes(before.type) && hasBlankLine(text, before.endIndex - 1, node.startIndex)) header({ text, table }, row, place)
  row.lead.push(node)
}

const trails = (text: string, last: Tile, node: Node): boolean =>
  text[last.end - 1] !== '\n' && isBlank(text, last.end, node.startIndex) && !text.slice(last.end, node.startIndex).includes('\n')
  && (text[node.endIndex - 1] === '\n' || toLineEnd(text, node.endIndex) > node.endIndex)

/** Whether a comment documents the definition that ends right above it. */
function documentsAbove({ text, table }: Source, last: Tile, node: Node): boolean {
  if (table.docBelow !== true || last.body !== undefined || last.kind === 'import' || !table.doc.test(text.slice(node.startIndex, node.startIndex + 8))) return false
  const next = node.nextSibling
  return isBlank(text, last.end, node.startIndex) && !hasBlankLine(text, last.end - 1, node.startIndex)
    && (next === null || !next.isNamed || hasBlankLine(text, node.endIndex, next.startIndex))
}

function docBelow(text: string, row: Row, node: Node): void {
  const last = row.tiles.pop() as Tile
  const end = toLineEnd(text, node.endIndex)
  const source = asLines(text.slice(lineStart(text, node.startIndex), end))
  const doc = asLines(indentAt(text, node.startIndex) + firstDocLine(text.slice(node.startIndex, node.endIndex)))
  row.tiles.push({ ...last, end, detail: { ...last.detail, head: last.detail.head + (doc.length <= source.length ? doc : source) } })
}

function innerDoc(text: string, row: Row, node: Node): void {
  const last = row.tiles.at(-1)
  const end = toLineEnd(text, text[node.endIndex - 1] === '\n' ? node.endIndex - 1 : node.endIndex)
  if (last?.kind === 'doc' && isBlank(text, last.end, node.startIndex)) row.tiles[row.tiles.length - 1] = { ...last, end }
  else row.tiles.push(docTile(text, fromLineStart(text, node.startIndex), end))
}

const docTile = (text: string, start: number, end: number): Tile => ({
  kind: 'doc', name: '', start, end, shape: { head: '', tail: '' },
  detail: { head: asLines(indentAt(text, start) + firstDocLine(text.slice(start, end))), tail: '' },
})

/** A documentation comment at the head of a file that belongs to no definition documents the file. */
export function header({ text, table }: Source, row: Row, place: Place): void {
  const [first] = row.lead
  const comments = row.lead.filter((node) => table.comments.includes(node.type))
  row.lead = []
  if (first === undefined || place.depth > 0 || row.tiles.length > row.opened || row.begun || comments.length === 0) return
  row.begun = true
  const doc = comments.find((node) => documentsFile(table, text.slice(node.startIndex, node.endIndex)))
  if (doc === undefined) return
  row.run = false
  row.tiles.push(docTile(text, fromLineStart(text, doc.startIndex), toLineEnd(text, doc.endIndex)))
}

const documentsFile = ({ fileDoc }: Source['table'], comment: string): boolean => (fileDoc ?? /^\/\*\*/).test(comment) && !/copyright|licen[cs]e/i.test(comment)

/** Comments that an indented block took in, though they stand no deeper than its definition: they belong to the next one. */
export function commentsBelow({ text, table }: Source, node: Node): Node[] {
  const found: Node[] = []
  if (table.indented !== 'mixed') return found
  let last = node.lastNamedChild
  while (last !== null && isBlank(text, last.endIndex, found[0]?.startIndex ?? node.endIndex)) {
    const isComment = table.comments.includes(last.type)
    if (isComment && last.startPosition.column > node.startPosition.column) break
    if (isComment) found.unshift(last)
    last = isComment ? last.previousNamedSibling : last.lastNamedChild
  }
  return found
}

/** Whether a condition stands between two nodes. */
export const isApart = ({ text, table }: Source, from: number, to: number): boolean => table.conditions !== undefined && holdsCondition(text, from, to)

/** Takes the comments and decorators that stand directly above a node. */
export function attached({ text, table }: Source, row: Row, node: Node): Node[] {
  // At the head of a file it is rather the file that is documented.
  const reaches = (above: Node): boolean => table.docApart === true && row.tiles.length > 0 && table.doc.test(text.slice(above.startIndex, above.startIndex + 4))
  let below = node
  let from = row.lead.length
  while (from > 0) {
    const above = row.lead[from - 1] as Node
    const gap = hasBlankLine(text, above.endIndex - 1, below.startIndex) && !reaches(above)
    // A line of words between them opens or closes a block, and the comment belongs to that.
    const blocked = !isBlank(text, above.endIndex, lineStart(text, below.startIndex))
    if (table.comments.includes(above.type) && (gap || blocked || isApart({ text, table }, above.endIndex, below.startIndex))) break
    below = above
    from--
  }
  return row.lead.splice(from)
}
