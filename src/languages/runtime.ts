// The tree-sitter runtime, with a way back. A text that nests deeply in an ambiguous place can run the runtime out of its small stack; the stack
// then grows into its data, and every later parse would fail. Between two parses the runtime holds nothing but its grammars, so its memory is
// remembered at such a moment and put back after a failure: one hostile file costs itself, never its neighbours.
import type { Language as Grammar, Range, Tree } from 'web-tree-sitter'
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
  instantiate(bytes: Uint8Array, imports: Imports): Promise<{ readonly instance: { readonly exports: { readonly fuel?: Fuel } }; readonly module: unknown }>
}

/** What the runtime may still do: it counts down at every turn of a loop, and traps below zero. A number of 32 bits. */
interface Fuel {
  value: number
}

const MOST_FUEL = 0x7fffffff

interface Imports {
  readonly env: { readonly memory: { readonly buffer: ArrayBuffer }; readonly __stack_pointer: { value: number } }
}

/** The one runtime of this program: web-tree-sitter keeps a single instance, whoever asks for it. */
const machine: Machine = { library: undefined, imports: undefined, fuel: undefined, started: undefined, saved: undefined }

interface Machine {
  /** The library arrives with the first grammar: most runs parse nothing. */
  library: TreeSitter | undefined
  imports: Imports | undefined
  fuel: Fuel | undefined
  started: Promise<TreeSitter> | undefined
  saved: Saved | undefined
}

type TreeSitter = typeof import('web-tree-sitter')

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
      machine.fuel = instance.exports.fuel
      done(instance, module)
    })
  }
  const library = await import('web-tree-sitter')
  // What it prints when it breaks down is for its makers.
  const silent = (): void => undefined
  await library.Parser.init({ wasmBinary, instantiateWasm, print: silent, printErr: silent } as Parameters<typeof library.Parser.init>[0])
  if (machine.fuel === undefined) throw new Error('the runtime of tree-sitter does not count its work: it must be the one that "npm run build" puts into dist/grammars')
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
  const { library, fuel } = machine
  if (library === undefined || fuel === undefined) throw new Error('no grammar was loaded')
  remember()
  const meter = meterOf(fuel, work)
  let tree: Tree | null = null
  let parser: InstanceType<TreeSitter['Parser']> | null = null
  try {
    parser = new library.Parser()
    parser.setLanguage(grammar)
    meter.start()
    tree = parser.parse(piecesOf(text, meter), null, { progressCallback: meter.look as (progress: Progress) => void, ...(within === undefined ? {} : { includedRanges: [rangeOf(within)] }) })
    meter.read()
    const result = tree === null ? undefined : read(tree)
    meter.stop()
    tree?.delete()
    parser.delete()
    return result
  } catch (error) {
    const wasTooMuch = meter.isOver()
    abandon(tree, parser)
    recover()
    meter.stop()
    if (wasTooMuch) return undefined
    throw error
  }
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
  /** The parse is done, and its tree is going to be read. */
  read(): void
  isOver(): boolean
  /** What follows is not counted. */
  stop(): void
}

function meterOf(fuel: Fuel, work: Work): Meter {
  let isParsing = true
  let given = 0
  const give = (): void => {
    given = Math.floor(Math.min(work.left(), MOST_FUEL))
    fuel.value = given
  }
  const settle = (more = 0): void => work.spend(given - fuel.value + more)
  return {
    start: give,
    piece() {
      if (!isParsing) return Infinity
      fuel.value -= PIECE.units
      return PIECE.characters
    },
    look({ currentOffset }) {
      settle(LOOK)
      work.pass(currentOffset)
      give()
      return given < 0
    },
    read() {
      settle()
      isParsing = false
      work.turn()
      give()
    },
    isOver: () => fuel.value < 0,
    stop() {
      settle()
      fuel.value = MOST_FUEL
    },
  }
}

/** The text piece by piece. Whoever reads the tree is given as much as he wants. */
const piecesOf = (text: string, meter: Meter) => (at: number): string => text.slice(at, at + meter.piece())

/** Lines and columns are never asked for, so they need not be true. */
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
  if (machine.saved !== undefined || machine.imports === undefined) return
  const { memory, __stack_pointer: stack } = machine.imports.env
  const words = new Int32Array(memory.buffer)
  let used = words.length
  while (used > 0 && words[used - 1] === 0) used--
  machine.saved = { bytes: new Uint8Array(memory.buffer.slice(0, used * 4)), stack: stack.value }
}

function recover(): void {
  if (machine.saved === undefined || machine.imports === undefined) return
  const memory = new Uint8Array(machine.imports.env.memory.buffer)
  memory.fill(0, machine.saved.bytes.length)
  memory.set(machine.saved.bytes)
  machine.imports.env.__stack_pointer.value = machine.saved.stack
}
