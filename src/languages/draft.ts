// What is known of a definition before it is written: its rule, its name, where it begins and ends.
import type { Node } from './node.ts'
import type { Tile } from '../core/block.ts'
import type { Source } from './cuts.ts'
import type { Draft } from './forms.ts'
import type { Branch, Rule } from './language.ts'
import { find } from './language.ts'
import type { Place } from './seal.ts'
import { closing, fromLineStart, indentAt, isBlank, lineStart, toLineEnd } from './span.ts'

/** A node with the rule that holds for it; `inner` is what its wrappers wrap. */
export interface Found {
  readonly rule: Rule
  readonly inner: Node
}

/** The rule of a node, through its wrappers. */
export function resolve({ table }: Source, node: Node): Found | undefined {
  let inner = node
  for (let hops = 0; hops < 8; hops++) {
    const entry = table.blocks[inner.type]
    const rule = typeof entry === 'function' ? entry(inner) : entry
    if (rule === undefined) return undefined
    if (rule.wraps === undefined) return { rule, inner }
    const next = find(inner, rule.wraps)
    if (next === null) return undefined
    inner = next
  }
  return undefined
}

/** So many stand side by side in no file that people write. */
const MOST_BESIDE = 600

/** Whether a node holds so much that looking at all of it for each part would never end. */
export const isCrowded = (node: Node | null): boolean => (node?.childCount ?? 0) > MOST_BESIDE

/** The draft of a definition. */
export function draftOf(source: Source, { rule, inner }: Found, { outer, lead, place, end }: { outer: Node; lead: readonly Node[]; place: Place; end: number }): Draft {
  const { text } = source
  const around = rule.since === undefined ? null : outer.parent
  const since = around === null || isCrowded(around) ? undefined : rule.since
  const begin = since ?? withUnread(source, outer.startIndex, outer)
  const own = since ?? withUnread(source, ownStart(source, outer), outer)
  const start = fromLineStart(text, lead[0]?.startIndex ?? begin)
  const stop = closing(text, rule.until ?? end, rule.ends)
  const first = isBlank(text, lineStart(text, begin), begin) || start < begin
  return {
    rule, outer: since === undefined ? outer : around ?? outer, inner, lead, start, own, stop,
    kind: memberKind(rule.kind, place.member), name: nameOf(rule, inner), end: Math.max(stop, toLineEnd(text, stop)),
    indent: first ? indentAt(text, begin) : place.indent,
  }
}

/** Words that were kept from the grammar and stand directly before a place on its line belong to what stands there. */
function withUnread({ text, table, read }: Source, at: number, outer: Node): number {
  if (read === undefined) return at
  let from = at
  while (from > 0 && text[from - 1] !== '\n' && isBlank(read, from - 1, from)) from--
  while (from < at && isBlank(text, from, from + 1)) from++
  return table.conditions === undefined && endsCondition(text.slice(at, outer.endIndex)) ? withCondition(text, read, from) : from
}

/** Whether a condition goes on or ends in a text. Most texts have no `#`, which is known long before every line was looked at. */
const endsCondition = (text: string): boolean => text.includes('#') && /^[ \t]*#[ \t]*(?:el|endif)/m.test(text)

/** A hidden line above begins the condition that ends inside. */
function withCondition(text: string, read: string, from: number): number {
  const start = fromLineStart(text, from)
  const above = start > 1 && text[start - 1] === '\n' ? lineStart(text, start - 1) : start
  return above < start && isBlank(read, above, start) && /^[ \t]*#[ \t]*if/.test(text.slice(above, start)) ? withCondition(text, read, above) : from
}

/** Where the first word after decorators stands. */
function ownStart({ table }: Source, outer: Node): number {
  const skipped = [...table.marks ?? [], ...table.modifiers?.marks ?? []]
  if (skipped.length === 0) return outer.startIndex
  const first = (node: Node): number | undefined => {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      const type = child.type
      if (skipped.includes(type) || table.comments.includes(type)) continue
      const start = table.modifiers?.types.includes(type) === true ? first(child) : child.startIndex
      if (start !== undefined) return start
    }
    return undefined
  }
  return first(outer) ?? outer.startIndex
}

const memberKind = (kind: Tile['kind'], member: boolean): Tile['kind'] =>
  member && kind === 'function' ? 'method' : member && kind === 'constant' ? 'field' : kind

function nameOf(rule: Rule, inner: Node): string {
  const name = typeof rule.name === 'function' ? rule.name(inner) : inner.childForFieldName(rule.name ?? 'name')?.text ?? ''
  return name.replace(/^(["'`])(.*)\1$/s, '$2')
}

/** The draft of one branch of a statement. */
export function branchDraft({ text }: Source, { node, start, block, inside, next }: Branch & { node: Node; next: number | undefined }): Draft {
  const stop = next === undefined ? closing(text, node.endIndex) : inside === undefined ? block.endIndex : fromLineStart(text, inside.end)
  return {
    rule: { kind: 'module', holds: () => block, ...(inside === undefined ? {} : { opens: inside.start, closes: inside.end }) }, kind: 'module', name: '', outer: block.startIndex <= start ? block : node, inner: node, lead: [],
    start: fromLineStart(text, start), own: start, stop, end: toLineEnd(text, stop), indent: indentAt(text, node.startIndex),
  }
}
