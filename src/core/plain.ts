// What reading and printing ask of a text, found out from its bytes (plain.wat): nearly every text is plain, and then nobody has to read it as a string.
import { once } from './once.ts'
import { PLAIN } from './plain-module.ts'
import { Desk, moduleOf, type ModuleMemory } from './wasm.ts'

/** A text from outside. */
export interface Plain {
  readonly lineFeeds: number
  /** Nothing but printable ASCII, tabs and line feeds. */
  readonly isPlain: boolean
  /** Nothing acts or hides in it: `visible` (visible.ts) gives it back as it is, and it has line feeds only. Text without carriage returns that is called wild may be tame all the same. */
  readonly isTame: boolean
  /** Whether `]]>` stands in it. */
  readonly closes: boolean
  /** False when `generated` does not begin in its first 6,144 bytes, in letters of any case: those hold 2,048 units. */
  readonly maySayGenerated: boolean
}

interface Module {
  readonly memory: ModuleMemory
  look(length: number): number
}

const TEXT = 0x40
/** The module writes so many bytes behind a text. */
const SLACK = 32

const looker = once(() => {
  const module = moduleOf<Module>(PLAIN)
  return module && { module, desk: new Desk(module.memory, TEXT, SLACK) }
})

/** Looks at a text in UTF-8; undefined where WebAssembly cannot run. Of other bytes it says rightly that they are plain, and nothing else. */
export function plainOf(utf8: Uint8Array): Plain | undefined {
  const by = looker()
  if (by === undefined) return undefined
  const told = by.module.look(by.desk.put(utf8))
  return { lineFeeds: told >>> 4, isPlain: (told & 1) === 0, isTame: (told & 2) === 0, closes: (told & 4) !== 0, maySayGenerated: (told & 8) !== 0 }
}
