// The nodes of a syntax tree, as packs see them. The runtime writes the whole tree down once (flatten.wat), so a question about it is a look into a list: asked one by one, a node costs as much as parsing
// some dozen characters. A tree that was written down needs the runtime no more.
import { lineStarts } from './span.ts'

/** A tree as rows of eight numbers, in reading order, parents before children. */
export interface Rows {
  /** How many there are; the lists may be longer. */
  readonly count: number
  readonly cells: Int32Array
  /** The fields of all nodes, one after the other; a row tells up to where they are those of its node. */
  readonly fields: Int32Array
  readonly text: string
  /** The names of symbols, and the numbers of fields. */
  readonly types: readonly (string | undefined)[]
  readonly fieldNumbers: ReadonlyMap<string, number>
}

const WIDTH = 8
const PARENT = 3
const AFTER = 4
const FIELD = 5
const FIELDS = 6
const BEFORE = 7
const NAMED = 1 << 16
const MISSING = 1 << 17
const BROKEN = 1 << 18
const SYMBOL = 0xffff
/** A field that is one of the child's own, in the list of fields. */
const INHERITED = 1 << 16
const ERROR = 0xffff

/** What a question costs, in the units of the runtime. */
const QUESTION = 100
/** What each node of a list costs. */
const MAKING = 10
/** What it costs to pass a node that is not wanted: about what a turn of a loop costs in the runtime. */
const PASSING = 1

const NOTHING: readonly Node[] = []
const NONE: readonly string[] = []

/** A tree that is being read. */
export class Tree {
  readonly rows: Rows
  /** What may still be asked; below zero there was too much. */
  left: number
  /** The nodes that were made, by their rows. */
  private readonly nodes: (Node | undefined)[]
  /** Where lines begin; found when somebody asks. */
  private lines: readonly number[] | undefined

  constructor(rows: Rows, left: number, nodes: (Node | undefined)[]) {
    this.rows = rows
    this.left = left
    this.nodes = nodes
    if (nodes.length < rows.count) nodes.length = rows.count
  }

  get rootNode(): Node {
    return this.at(0)
  }

  /** The node of a row. */
  at(row: number): Node {
    return this.nodes[row] ??= new Node(this, row)
  }

  /** The line and the column of an offset, both from 0. */
  pointAt(offset: number): Point {
    this.spend(QUESTION)
    const lines = this.lines ??= lineStarts(this.rows.text)
    let [row, after] = [0, lines.length]
    while (after - row > 1) {
      const middle = (row + after) >> 1
      if ((lines[middle] as number) <= offset) row = middle
      else after = middle
    }
    return { row, column: offset - (lines[row] as number) }
  }

  /** Takes what a question costs from what is left. */
  spend(units: number): void {
    this.left -= units
    if (this.left < 0) throw new Error('too much is asked of a tree')
  }
}

/** Where something stands in a text. */
interface Point {
  readonly row: number
  readonly column: number
}

/** One node. */
export class Node {
  readonly tree: Tree
  readonly id: number
  readonly type: string
  readonly startIndex: number
  readonly endIndex: number
  private known: readonly Node[] | undefined
  private knownNamed: readonly Node[] | undefined

  constructor(tree: Tree, id: number) {
    const { cells, types } = tree.rows
    const at = id * WIDTH
    this.tree = tree
    this.id = id
    this.type = types[(cells[at] as number) & SYMBOL] ?? 'ERROR'
    this.startIndex = cells[at + 1] as number
    this.endIndex = cells[at + 2] as number
    this.known = undefined
    this.knownNamed = undefined
  }

  get text(): string {
    return this.tree.rows.text.slice(this.startIndex, this.endIndex)
  }

  get isNamed(): boolean {
    return this.is(NAMED)
  }

  get isMissing(): boolean {
    return this.is(MISSING)
  }

  get isError(): boolean {
    return (this.cell(0) & SYMBOL) === ERROR
  }

  get hasError(): boolean {
    return this.is(BROKEN)
  }

  get startPosition(): Point {
    return this.tree.pointAt(this.startIndex)
  }

  get endPosition(): Point {
    return this.tree.pointAt(this.endIndex)
  }

  get parent(): Node | null {
    return this.ask(this.cell(PARENT))
  }

  get children(): readonly Node[] {
    return this.known ??= this.list(0)
  }

  get namedChildren(): readonly Node[] {
    return this.knownNamed ??= this.list(NAMED)
  }

  get childCount(): number {
    return this.children.length
  }

  get namedChildCount(): number {
    return this.namedChildren.length
  }

  get firstChild(): Node | null {
    return this.ask(this.id + 1 < this.cell(AFTER) ? this.id + 1 : -1)
  }

  get lastChild(): Node | null {
    return this.children.at(-1) ?? null
  }

  get firstNamedChild(): Node | null {
    return this.ask(this.namedFrom(this.id + 1, this.cell(AFTER)))
  }

  get lastNamedChild(): Node | null {
    return this.namedChildren.at(-1) ?? null
  }

  get previousSibling(): Node | null {
    return this.ask(this.cell(BEFORE))
  }

  get previousNamedSibling(): Node | null {
    const { cells } = this.tree.rows
    let row = this.cell(BEFORE)
    for (; row >= 0 && ((cells[row * WIDTH] as number) & NAMED) === 0; row = cells[row * WIDTH + BEFORE] as number) this.tree.spend(PASSING)
    return this.ask(row)
  }

  get nextSibling(): Node | null {
    return this.ask(this.later(0))
  }

  get nextNamedSibling(): Node | null {
    return this.ask(this.later(NAMED))
  }

  /** The first child that a field leads to; that may be a child's child whose field is said to be its own. */
  childForFieldName(name: string): Node | null {
    const field = this.tree.rows.fieldNumbers.get(name)
    const row = field === undefined ? -1 : this.leading(this.id, field)
    return this.ask(row)
  }

  /** Every child that belongs to a field. */
  childrenForFieldName(name: string): Node[] {
    const { cells, fieldNumbers } = this.tree.rows
    const field = fieldNumbers.get(name)
    return field === undefined ? [] : this.children.filter(({ id }) => cells[id * WIDTH + FIELD] === field)
  }

  /** Itself and what stands below it, of some types, in reading order. What stands in one part of it, or below a node of some types, may be passed over. */
  descendantsOfType(types: string | readonly string[], { apart = -1, closed = NONE }: { readonly apart?: number | undefined; readonly closed?: readonly string[] | undefined } = {}): Node[] {
    const { cells, types: names } = this.tree.rows
    const end = this.cell(AFTER)
    this.tree.spend(QUESTION + (end - this.id) * PASSING)
    const isWanted = symbolsOf(names, typeof types === 'string' ? [types] : types)
    const isClosed = symbolsOf(names, closed)
    const found: Node[] = []
    for (let row = this.id; row < end;) {
      const symbol = (cells[row * WIDTH] as number) & SYMBOL
      if (row !== apart && isWanted[symbol] === 1) found.push(this.tree.at(row))
      row = row === apart || isClosed[symbol] === 1 ? cells[row * WIDTH + AFTER] as number : row + 1
    }
    this.tree.spend(found.length * MAKING)
    return found
  }

  /** The smallest node around a stretch. */
  descendantForIndex(start: number, end: number): Node {
    const { cells } = this.tree.rows
    this.tree.spend(QUESTION)
    let around = this.id
    for (let row = around + 1; row < (cells[around * WIDTH + AFTER] as number);) {
      const [from, to] = [cells[row * WIDTH + 1] as number, cells[row * WIDTH + 2] as number]
      if (to >= end && (from === to ? to >= start : to > start)) {
        if (start < from) break
        around = row++
      } else row = cells[row * WIDTH + AFTER] as number
      this.tree.spend(PASSING)
    }
    return this.tree.at(around)
  }

  /** A way through what stands below it. */
  walk(): Cursor {
    return new Cursor(this)
  }

  private is(known: number): boolean {
    return (this.cell(0) & known) !== 0
  }

  private cell(column: number): number {
    return this.tree.rows.cells[this.id * WIDTH + column] as number
  }

  /** The next sibling of which something is known. As the runtime has it, one that is only missed in the text is none. */
  private later(known: number): number {
    const { cells } = this.tree.rows
    const parent = this.cell(PARENT)
    const end = parent < 0 ? 0 : cells[parent * WIDTH + AFTER] as number
    for (let row = this.cell(AFTER); row < end; row = cells[row * WIDTH + AFTER] as number) {
      if ((cells[row * WIDTH + 2] as number) > this.endIndex && ((cells[row * WIDTH] as number) & known) === known) return row
      this.tree.spend(PASSING)
    }
    return -1
  }

  private leading(from: number, field: number): number {
    const { cells, fields } = this.tree.rows
    const end = cells[from * WIDTH + AFTER] as number
    for (let row = from + 1; row < end; row = cells[row * WIDTH + AFTER] as number) {
      this.tree.spend(PASSING)
      const last = cells[row * WIDTH + FIELDS] as number
      for (let i = cells[(row - 1) * WIDTH + FIELDS] as number; i < last; i++) {
        if (fields[i] === field) return row
        const below = fields[i] === (field | INHERITED) ? this.leading(row, field) : -1
        if (below >= 0) return below
      }
    }
    return -1
  }

  private namedFrom(from: number, end: number): number {
    const { cells } = this.tree.rows
    let row = from
    for (; row < end && ((cells[row * WIDTH] as number) & NAMED) === 0; row = cells[row * WIDTH + AFTER] as number) this.tree.spend(PASSING)
    return row < end ? row : -1
  }

  private ask(row: number): Node | null {
    this.tree.spend(QUESTION)
    return row < 0 ? null : this.tree.at(row)
  }

  /** Its children, of which something is known. */
  private list(known: number): readonly Node[] {
    const { cells } = this.tree.rows
    const end = this.cell(AFTER)
    this.tree.spend(QUESTION)
    if (this.id + 1 >= end) return NOTHING
    const list: Node[] = []
    for (let row = this.id + 1; row < end; row = cells[row * WIDTH + AFTER] as number) {
      if (known === 0 || ((cells[row * WIDTH] as number) & known) !== 0) list.push(this.tree.at(row))
    }
    this.tree.spend(list.length * MAKING)
    return list
  }
}

/** Goes through a tree node by node, without making them. */
export class Cursor {
  private readonly tree: Tree
  private readonly cells: Int32Array
  private readonly root: number
  private row: number

  constructor({ tree, id }: Node) {
    this.tree = tree
    this.cells = tree.rows.cells
    this.root = id
    this.row = id
  }

  get currentNode(): Node {
    return this.tree.at(this.row)
  }

  get nodeType(): string {
    return this.tree.rows.types[(this.cells[this.row * WIDTH] as number) & SYMBOL] ?? 'ERROR'
  }

  get nodeIsNamed(): boolean {
    return ((this.cells[this.row * WIDTH] as number) & NAMED) !== 0
  }

  get startIndex(): number {
    return this.cells[this.row * WIDTH + 1] as number
  }

  get endIndex(): number {
    return this.cells[this.row * WIDTH + 2] as number
  }

  gotoFirstChild(): boolean {
    this.tree.spend(QUESTION)
    if (this.row + 1 >= (this.cells[this.row * WIDTH + AFTER] as number)) return false
    this.row++
    return true
  }

  gotoNextSibling(): boolean {
    this.tree.spend(QUESTION)
    if (this.row === this.root) return false
    const next = this.cells[this.row * WIDTH + AFTER] as number
    if (next >= (this.cells[(this.cells[this.row * WIDTH + PARENT] as number) * WIDTH + AFTER] as number)) return false
    this.row = next
    return true
  }

  gotoParent(): boolean {
    this.tree.spend(QUESTION)
    if (this.row === this.root) return false
    this.row = this.cells[this.row * WIDTH + PARENT] as number
    return true
  }
}

const tables = new WeakMap<object, WeakMap<object, Uint8Array>>()

/** Which symbols of a grammar have one of some names: a list that is asked for again is answered once. */
function symbolsOf(names: Rows['types'], wanted: readonly string[]): Uint8Array {
  const known = tables.get(names) ?? new WeakMap<object, Uint8Array>()
  tables.set(names, known)
  const before = known.get(wanted)
  if (before !== undefined) return before
  const isWanted = Uint8Array.from(names, (name) => Number(name !== undefined && wanted.includes(name)))
  known.set(wanted, isWanted)
  return isWanted
}
