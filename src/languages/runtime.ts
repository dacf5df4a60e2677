// The tree-sitter runtime, with a way back. A text that nests deeply in an ambiguous place can run the runtime out of its small stack; the stack
// then grows into its data, and every later parse would fail. Between two parses the runtime holds nothing but its grammars, so its memory is
// remembered at such a moment and put back after a failure: one hostile file costs itself, never its neighbours.
import type { Language as Grammar, Range, Tree as Handle } from 'web-tree-sitter'
import { moduleOf, type ModuleMemory } from '../core/wasm.ts'
import { FLATTEN } from './flatten-module.ts'
import { type Node, type Rows, Tree } from './node.ts'
import { LOOK, PIECE, type Work } from './work.ts'

/** Where grammars come from: each function gives the bytes of one .wasm file. */
export interface Grammars {
  readonly load: (grammar: string) => Promise<Uint8Array>
  readonly runtime: () => Promise<Uint8Array>
  /** Stands around the compilation of a grammar, where a platform has to be told how. */
  readonly compiling?: <T>(wasm: Uint8Array, compile: () => Promise<T>) => Promise<T>
}

/** The platform's WebAssembly, as far as it is needed; a pure room has no types for it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: Imports): Promise<{ readonly instance: { readonly exports: Exports }; readonly module: unknown }>
}

/** What is used of the runtime itself. */
interface Exports {
  readonly fuel?: Fuel
  readonly malloc: (bytes: number) => number
  readonly free: (at: number) => void
}

/** What the runtime may still do: it counts down at every turn of a loop, and traps below zero. A number of 32 bits. */
interface Fuel {
  value: number
}

const MOST_FUEL = 0x7fffffff

interface Imports {
  readonly env: { readonly memory: ModuleMemory; readonly __stack_pointer: { value: number } }
}

/** The one runtime of this program: web-tree-sitter keeps a single instance, whoever asks for it. */
const machine: Machine = { library: undefined, imports: undefined, exports: undefined, writer: undefined, started: undefined, saved: undefined }

interface Machine {
  /** The library arrives with the first grammar: most runs parse nothing. */
  library: TreeSitter | undefined
  imports: Imports | undefined
  exports: Exports | undefined
  writer: Writer | undefined
  started: Promise<TreeSitter> | undefined
  saved: Saved | undefined
}

type TreeSitter = typeof import('web-tree-sitter')

/** The module beside the runtime, in the same memory (flatten.wat). */
interface Writer {
  /** Writes the rows of a tree; gives how many there are, or -1 when there is not enough room. */
  flatten(tree: number, rows: number, most: number, fields: number, fieldsEnd: number, stack: number, stackEnd: number): number
  /** Up to where the memory holds anything. */
  used(end: number): number
}

interface Saved {
  readonly bytes: Uint8Array
  readonly stack: number
}

/** Starts the runtime once and loads one grammar. */
export async function loadGrammar({ load, runtime, compiling = (_, compile) => compile() }: Grammars, name: string): Promise<Grammar> {
  machine.started ??= runtime().then(start)
  const library = await machine.started
  const wasm = await load(name)
  const grammar = await compiling(wasm, () => library.Language.load(wasm))
  machine.saved = undefined
  return grammar
}

async function start(wasmBinary: Uint8Array): Promise<TreeSitter> {
  const instantiateWasm = (imports: Imports, done: (instance: unknown, module: unknown) => void): void => {
    machine.imports = imports
    void WebAssembly.instantiate(wasmBinary, imports).then(({ instance, module }) => {
      machine.exports = instance.exports
      done(instance, module)
    })
  }
  const library = await import('web-tree-sitter')
  // What it prints when it breaks down is for its makers.
  const silent = (): void => undefined
  await library.Parser.init({ wasmBinary, instantiateWasm, print: silent, printErr: silent } as Parameters<typeof library.Parser.init>[0])
  if (machine.exports?.fuel === undefined) throw new Error('the runtime of tree-sitter does not count its work: it must be the one that "npm run build" puts into dist/grammars')
  machine.writer = moduleOf<Writer>(FLATTEN, { memory: machine.imports?.env.memory })
  machine.library = library
  return library
}

/** A text to parse: all of it, or the part within. Offsets in the tree are those of the whole text either way. */
export interface Job {
  readonly text: string
  readonly work: Work
  readonly within?: { readonly start: number; readonly end: number }
}

/** Parses a text and hands the tree to `read`; undefined when the parse was stopped. Whatever fails, the runtime stays sound. */
export function withTree<T>(grammar: Grammar, { text, work, within }: Job, read: (tree: Tree) => T): T | undefined {
  const { library, exports } = machine
  if (library === undefined || exports?.fuel === undefined) throw new Error('no grammar was loaded')
  remember()
  const meter = meterOf(exports.fuel, work)
  let handle: Handle | null = null
  let parser: InstanceType<TreeSitter['Parser']> | null = null
  let rows: Rows | undefined
  try {
    parser = new library.Parser()
    parser.setLanguage(grammar)
    meter.start()
    handle = parser.parse(piecesOf(text, meter), null, { progressCallback: meter.look as (progress: Progress) => void, ...(within === undefined ? {} : { includedRanges: [rangeOf(within)] }) })
    meter.stop()
    rows = handle === null ? undefined : rowsOf(handle, grammar, text)
    handle?.delete()
    parser.delete()
  } catch (error) {
    const wasTooMuch = meter.isOver()
    abandon(handle, parser)
    recover()
    meter.stop()
    if (wasTooMuch) return undefined
    throw error
  }
  return rows === undefined ? undefined : readBy(rows, work, read)
}

/** Reads a tree that was written down, as far as the work goes. */
function readBy<T>(rows: Rows, work: Work, read: (tree: Tree) => T): T | undefined {
  work.turn()
  const given = Math.min(work.left(), MOST_FUEL)
  const isFirst = !shelf.isTaken
  const tree = new Tree(rows, given, isFirst ? shelf.nodes : [])
  shelf.isTaken = true
  try {
    return read(tree)
  } catch (error) {
    if (tree.left < 0) return undefined
    throw error
  } finally {
    work.spend(given - tree.left)
    if (isFirst) giveBack(rows.count)
  }
}

function giveBack(count: number): void {
  shelf.isTaken = false
  if (count * (ROOM.row / 4) > LONGEST_SHELF) shelf.nodes = []
  else shelf.nodes.fill(undefined, 0, count)
}

/** The bytes of a row, what is kept for its fields, and for the way down to it. Only hostile text is deeper: it gets more room, a few times. */
const ROOM = { row: 32, fields: 8, way: 96_000, most: 256 }

/** The whole tree, written down. */
function rowsOf(handle: Handle, grammar: Grammar, text: string): Rows {
  const { exports, writer, imports } = machine
  if (exports === undefined || writer === undefined || imports === undefined) throw new Error('trees cannot be read: the platform has no WebAssembly')
  const tree = (handle as unknown as { readonly 0: number })[0]
  const most = countOf(imports.env.memory, tree)
  const [fields, way] = [most * ROOM.row, most * (ROOM.row + ROOM.fields)]
  for (let times = 1; times <= ROOM.most; times *= 4) {
    const room = way + ROOM.way * times
    const start = exports.malloc(room)
    if (start === 0) break
    const count = writer.flatten(tree, start, most, start + fields, start + way, start + way, start + room)
    const rows = count < 0 ? undefined : { count, ...copied(imports.env.memory, start, [count, fields]), text, ...namesOf(grammar) }
    exports.free(start)
    if (rows !== undefined) return rows
  }
  throw new Error('there is no room for the tree')
}

/** The rows and the fields that were written. */
function copied({ buffer }: ModuleMemory, start: number, [count, fields]: readonly [number, number]): Pick<Rows, 'cells' | 'fields'> {
  const cells = new Int32Array(buffer, start, count * (ROOM.row / 4))
  const listed = new Int32Array(buffer, start + fields, cells.at(-2))
  return { cells: shelf.put('cells', cells), fields: shelf.put('fields', listed) }
}

/** Where rows lie while they are read. Trees are read one after the other, so they share the room: each by itself would be garbage beside the heap, and collected late. A tree that is read inside another one gets its own. */
const shelf = {
  cells: new Int32Array(0),
  fields: new Int32Array(0),
  /** Nodes that were made; all are forgotten before the next tree. */
  nodes: [] as (Node | undefined)[],
  isTaken: false,

  put(what: 'cells' | 'fields', numbers: Int32Array): Int32Array {
    if (this.isTaken || numbers.length > LONGEST_SHELF) return numbers.slice()
    if (this[what].length < numbers.length) this[what] = new Int32Array(Math.min(LONGEST_SHELF, numbers.length * 2))
    this[what].set(numbers)
    return this[what]
  },
}

/** A million numbers: larger trees are rare, and their room is given back. */
const LONGEST_SHELF = 1_000_000

/** How many nodes a tree has, as its root says. */
function countOf({ buffer }: ModuleMemory, tree: number): number {
  const words = new Int32Array(buffer)
  const root = words[tree >> 2] as number
  return (root & 1) === 1 || words[(root + 36) >> 2] === 0 ? 1 : 1 + (words[(root + 56) >> 2] as number)
}

const names = new WeakMap<Grammar, Pick<Rows, 'types' | 'fieldNumbers'>>()

/** The names of a grammar. */
function namesOf(grammar: Grammar): Pick<Rows, 'types' | 'fieldNumbers'> {
  const known = names.get(grammar) ?? { types: grammar.types, fieldNumbers: new Map(grammar.fields.map((name, number) => [name ?? '', number])) }
  names.set(grammar, known)
  return known
}

/** Where a parse is. */
interface Progress {
  readonly currentOffset: number
}

/** Between the count of the runtime and what a parse may spend. */
interface Meter {
  /** The parse begins. */
  start(): void
  /** A piece of text is asked for: how many characters it may have. */
  readonly piece: () => number
  /** A look at the parse, after a fixed number of steps; true when it should end. */
  readonly look: (progress: Progress) => boolean
  isOver(): boolean
  /** What follows is not counted. */
  stop(): void
}

function meterOf(fuel: Fuel, work: Work): Meter {
  let given = 0
  const give = (): void => {
    given = Math.floor(Math.min(work.left(), MOST_FUEL))
    fuel.value = given
  }
  const settle = (more = 0): void => work.spend(given - fuel.value + more)
  return {
    start: give,
    piece() {
      fuel.value -= PIECE.units
      return PIECE.characters
    },
    look({ currentOffset }) {
      settle(LOOK)
      work.pass(currentOffset)
      give()
      return given < 0
    },
    isOver: () => fuel.value < 0,
    stop() {
      settle()
      given = MOST_FUEL
      fuel.value = given
    },
  }
}

/** The text piece by piece. */
const piecesOf = (text: string, meter: Meter) => (at: number): string => text.slice(at, at + meter.piece())

/** Lines and columns are found in the text, so they need not be true here. */
const rangeOf = ({ start, end }: { start: number; end: number }): Range =>
  ({ startIndex: start, endIndex: end, startPosition: { row: 0, column: 0 }, endPosition: { row: 0, column: 0 } })

/** Forgets objects whose memory is about to be put back, so that no finalizer frees it later. */
function abandon(...objects: readonly ({ delete(): void } | null)[]): void {
  for (const object of objects) {
    try {
      object?.delete()
    } catch {
      // The runtime is broken at this moment; what counts is that the object no longer owns anything.
    }
  }
}

function remember(): void {
  const { saved, imports, writer } = machine
  if (saved !== undefined || imports === undefined || writer === undefined) return
  const { memory, __stack_pointer: stack } = imports.env
  machine.saved = { bytes: new Uint8Array(memory.buffer.slice(0, writer.used(memory.buffer.byteLength))), stack: stack.value }
}

function recover(): void {
  if (machine.saved === undefined || machine.imports === undefined) return
  const memory = new Uint8Array(machine.imports.env.memory.buffer)
  memory.fill(0, machine.saved.bytes.length)
  memory.set(machine.saved.bytes)
  machine.imports.env.__stack_pointer.value = machine.saved.stack
}
