// Looking up what a target names. Names match from the end: `closeAll` finds `Sessions.closeAll`, `Sessions.closeAll` finds `app.Sessions.closeAll`.
import { type Block, isDefinition, qualifiedName, walk } from './block.ts'
import type { Target } from './handle.ts'

const CALLABLE = new Set(['function', 'method'])
const TYPES = new Set(['class', 'interface', 'enum', 'type', 'module'])

/** The blocks of a file that a target names, in reading order. */
export function findBlocks(file: Block, target: Target): Block[] {
  return [...walk(file)].filter((block) => (isDefinition(block) ? fitsKind(block, target.kind) && fitsName(block, target.name) : isHandleOf(target, block)))
}

/** People who give a name mean what is defined; a handle with its pin was given for one block, be it an import. */
const isHandleOf = ({ path, pin, name }: Target, block: Block): boolean => path !== undefined && pin !== undefined && qualifiedName(block) === name

/** The blocks of a file that a name means: those that are called just so, else those whose name ends so. */
export function blocksNamed(file: Block, name: string): Block[] {
  const found = findBlocks(file, { kind: 'any', name })
  const exact = found.filter((block) => plainName(block) === name || qualifiedName(block) === name)
  return exact.length > 0 ? exact : found
}

/** A qualified name without the numbers that keep overloads apart. */
export const plainName = (block: Block): string => qualifiedName(block).replace(/~\d+/g, '')

function fitsName(block: Block, name: string): boolean {
  if (name === '') return false
  const plain = plainName(block)
  return plain === name || plain.endsWith(`.${name}`) || qualifiedName(block) === name || plain.endsWith(`::${name}`)
}

function fitsKind(block: Block, kind: Target['kind']): boolean {
  if (kind === 'function') return CALLABLE.has(block.kind) || block.kind === 'constant' || block.kind === 'field'
  if (kind === 'class') return TYPES.has(block.kind)
  return kind === 'module' ? block.kind === 'module' : true
}

/** Whether a path is the module of this name: `auth.ts`, `auth/index.ts`, `auth/mod.rs`, `auth/__init__.py`, its tests, or lies in a folder `auth/`. */
export function isModule(path: string, name: string): boolean {
  const wanted = name.replaceAll('.', '/')
  const stem = path.replace(/\.[^./]+$/, '').replace(/\/(?:index|mod|__init__|lib)$/, '').replace(/[._](?:test|spec)$/, '').replace(/(^|\/)test_([^/]+)$/, '$1$2')
  return stem === wanted || stem.endsWith(`/${wanted}`) || `/${path}`.includes(`/${wanted}/`)
}

/** The last line (from 0) of the innermost definition that begins on a line: blank lines after it belong to it. */
export function blockEndLine(file: Block, text: string, line: number): number | undefined {
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length - 1
  const block = [...walk(file)].findLast((candidate) => isDefinition(candidate) && lineOf(candidate.start) === line)
  if (block === undefined) return undefined
  const end = text.slice(block.start, block.end)
  const newline = end.lastIndexOf('\n')
  return newline < 0 ? lineOf(block.end) : lineOf(block.start + newline)
}

/** A file that holds only some blocks, each below the heads of what encloses it: the same line with a closer root. */
export function onlyBlocks(file: Block, wanted: ReadonlySet<Block>): Block {
  const kept = file.children.flatMap((child) => {
    if (wanted.has(child)) return [child]
    const inner = onlyBlocks(child, wanted)
    return inner.children.length > 0 ? [inner] : []
  })
  return { ...file, children: kept }
}
