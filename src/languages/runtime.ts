// The tree-sitter runtime, with a way back. A text that nests deeply in an ambiguous place can run the runtime out of its small stack; the stack
// then grows into its data, and every later parse would fail. Between two parses the runtime holds nothing but its grammars, so its memory is
// remembered at such a moment and put back after a failure: one hostile file costs itself, never its neighbours.
import type { Language as Grammar, Range, Tree } from 'web-tree-sitter'
import { PIECE, type Progress, type Work } from './work.ts'

/** Where grammars come from: each function gives the bytes of one .wasm file. */
export interface Grammars {
  readonly load: (grammar: string) => Promise<Uint8Array>
  readonly runtime: () => Promise<Uint8Array>
  /** Stands around the compilation of a grammar, where a platform has to be told how. */
  readonly compiling?: <T>(wasm: Uint8Array, compile: () => Promise<T>) => Promise<T>
}

/** The platform's WebAssembly, as far as it is needed; a pure room has no types for it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: Imports): Promise<{ readonly instance: unknown; readonly module: unknown }>
}

interface Imports {
  readonly env: { readonly memory: { readonly buffer: ArrayBuffer }; readonly __stack_pointer: { value: number } }
}

/** The one runtime of this program: web-tree-sitter keeps a single instance, whoever asks for it. */
const machine: Machine = { library: undefined, imports: undefined, started: undefined, saved: undefined }

interface Machine {
  /** The library arrives with the first grammar: most runs parse nothing. */
  library: TreeSitter | undefined
  imports: Imports | undefined
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
    void WebAssembly.instantiate(wasmBinary, imports).then(({ instance, module }) => done(instance, module))
  }
  const library = await import('web-tree-sitter')
  await library.Parser.init({ wasmBinary, instantiateWasm } as Parameters<typeof library.Parser.init>[0])
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
  if (machine.library === undefined) throw new Error('no grammar was loaded')
  remember()
  const parser = new machine.library.Parser()
  let tree: Tree | null = null
  try {
    parser.setLanguage(grammar)
    const { given, pieces } = piecesOf(text, work)
    const look = (progress: Progress): boolean => work.look(progress)
    tree = parser.parse(pieces, null, { progressCallback: look as (progress: Progress) => void, ...(within === undefined ? {} : { includedRanges: [rangeOf(within)] }) })
    const result = tree === null || !given() ? undefined : read(tree)
    tree?.delete()
    parser.delete()
    return result
  } catch (error) {
    abandon(tree, parser)
    recover()
    throw error
  }
}

/** The text piece by piece, while there is work left; then it ends, and so does the parse. Whoever reads the tree is given as much as he wants. */
function piecesOf(text: string, work: Work): { given: () => boolean; pieces: (at: number) => string } {
  let [most, isWhole] = [PIECE, true]
  const pieces = (at: number): string => {
    if (isWhole && most === PIECE) isWhole = !work.read()
    return isWhole ? text.slice(at, at + most) : ''
  }
  const given = (): boolean => {
    most = Infinity
    return isWhole
  }
  return { given, pieces }
}

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
