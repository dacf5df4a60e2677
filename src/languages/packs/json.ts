// JSON by its own scanner: keys two levels deep become entries, what lies deeper becomes a sketch. It reads comments and trailing commas,
// needs no grammar, and keeps no stack of calls, so nesting cannot hurt it.
import type { Form, Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { brief, form } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { asLines, fromLineStart, indentAt, toLineEnd } from '../span.ts'

/** A value and where it stands; objects and arrays know their members down to a depth. */
export interface Value {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  readonly start: number
  end: number
  readonly members: Member[]
  /** How many members there are, also where they were not kept. */
  count: number
}

/** One member of an object (with its key) or of an array. */
export interface Member {
  readonly key: string
  readonly start: number
  readonly value: Value
}

const DEEPEST = 6

/** Cuts a JSON text into its top-level entries. */
export function scanJson(text: string): Parsed {
  const { root, problem } = readJson(text)
  if (root === undefined) return { ...scanLines(text), problem: problem ?? 'no JSON value was found; shown as plain text' }
  const tiles = root.type === 'object' ? root.members.map((member) => entry(text, member, 1)) : [single(text, root)]
  return problem === undefined ? { tiles } : { tiles, problem }
}

function single(text: string, root: Value): Tile {
  const start = fromLineStart(text, root.start)
  const detail = fitting(text, root, `${sketch(text, root, { depth: 0, values: true })}\n`)
  const shape = `${sketch(text, root, { depth: 0, values: false })}\n`
  const tile = { kind: 'entry', name: '', start, end: toLineEnd(text, root.end), shape: form(shape.length <= detail.length ? shape : detail), detail: form(detail) } as const
  if (root.type !== 'array' || root.members.length < 2 || root.members.length > MOST_ITEMS) return tile
  const body = { start: root.start + 1, end: Math.max(root.start + 1, root.end - 1) }
  return { ...tile, body: { ...body, tiles: root.members.flatMap((member, i) => item(text, member, { index: i, end: body.end })) } }
}

const MOST_ITEMS = 5000
const NAMES = /^(?:name|id|key|title|slug)$/

/** An item of the outermost list can be asked for by its name or its number, but is part of no skeleton. */
function item(text: string, { start, value }: Member, { index, end }: { index: number; end: number }): Tile[] {
  const titled = value.members.find((inner) => NAMES.test(inner.key) && inner.value.type !== 'object' && inner.value.type !== 'array')?.value
  const name = titled === undefined ? '' : brief(text.slice(titled.start, titled.end).replaceAll('"', ''), 60)
  const stop = Math.min(end, value.end + Number(text[value.end] === ','))
  return stop <= start ? [] : [{ kind: 'entry', name: name || `item ${index + 1}`, start, end: stop, shape: form(''), detail: form('') }]
}

function fitting(text: string, { start, end }: { start: number; end: number }, sketched: string): string {
  const original = asLines(text.slice(start, end))
  return sketched.length <= original.length ? sketched : original
}

function entry(text: string, member: Member, depth: number): Tile {
  const { value, key } = member
  const start = fromLineStart(text, member.start)
  const stop = value.end + (/^[ \t]*,/.exec(text.slice(value.end, value.end + 20))?.[0].length ?? 0)
  const tile = { kind: 'entry', name: key, start, end: toLineEnd(text, stop) } as const
  const indent = start < member.start ? indentAt(text, member.start) : ''
  const opens = value.type === 'object' && depth < 2 && value.members.length > 0 && text.slice(value.start, value.end).includes('\n')
  if (!opens) return { ...tile, ...leaf(text, member, { depth, indent }) }
  const tiles = value.members.map((inner) => entry(text, inner, depth + 1))
  const bodyStart = toLineEnd(text, value.start + 1)
  // An object that is never closed reaches to the end of the text.
  const bodyEnd = /[}\]]/.test(text[value.end - 1] ?? '') ? fromLineStart(text, value.end - 1) : value.end
  const body = { start: bodyStart, end: Math.max(bodyStart, bodyEnd), tiles: tiles.filter((inner) => inner.start >= bodyStart && inner.end <= bodyEnd) }
  const frame = form(`${indent}${text.slice(member.start, value.start + 1)}\n`, `${indent}}\n`)
  return { ...tile, body, shape: frame, detail: frame }
}

/** At the top short values are kept at both levels; further down `shape` has the keys alone. */
function leaf(text: string, member: Member, { depth, indent }: { depth: number; indent: string }): { shape: Form; detail: Form } {
  const key = text.slice(member.start, member.value.start).replace(/\s*:\s*$/, '')
  const long = fitting(text, { start: member.start, end: member.value.end }, asLines(`${key}: ${sketch(text, member.value, { depth: 0, values: true })}`))
  const scalar = member.value.type !== 'object' && member.value.type !== 'array'
  const short = scalar ? (depth === 1 ? long : `${key}\n`) : `${key}: ${sketch(text, member.value, { depth: 0, values: false })}\n`
  return { detail: form(indent + long), shape: form(indent + (short.length <= long.length ? short : long)) }
}

const SHORT = 80
const MOST_KEYS = 40
const SKETCH_DEPTH = 3

/** A value in few words: short scalars when `values` is set, else keys and counts. */
export function sketch(text: string, value: Value, { depth, values }: { depth: number; values: boolean }): string {
  if (value.type === 'object') return objectSketch(text, value, { depth, values })
  if (value.type === 'array') return arraySketch(text, value, { depth, values })
  const source = text.slice(value.start, value.end)
  return values && source.length <= SHORT ? source : value.type
}

function objectSketch(text: string, value: Value, { depth, values }: { depth: number; values: boolean }): string {
  if (value.count === 0) return '{}'
  if (depth >= SKETCH_DEPTH) return `{ ${value.count} }`
  const shown = value.members.slice(0, MOST_KEYS).map(({ key, value: inner }) => {
    if (values) return `${key}: ${sketch(text, inner, { depth: depth + 1, values })}`
    return inner.type === 'object' || inner.type === 'array' ? `${key}${sketch(text, inner, { depth: depth + 1, values })}` : key
  })
  const rest = value.count - shown.length
  return `{ ${shown.join(', ')}${rest > 0 ? `, ${rest} more` : ''} }`
}

/** An array of objects is its length and the keys of all of them; a short array of scalars is kept where values are. */
function arraySketch(text: string, value: Value, { depth, values }: { depth: number; values: boolean }): string {
  if (value.count === 0) return '[]'
  const objects = value.members.filter((member) => member.value.type === 'object')
  if (objects.length > 0 && depth < SKETCH_DEPTH) return `[${value.count} × { ${mergedKeys(objects, values)} }]`
  const source = text.slice(value.start, value.end)
  if (values && source.length <= SHORT && !source.includes('\n') && value.members.every((member) => member.value.members.length === 0)) return source
  return values ? `[${value.count} × ${value.members[0]?.value.type ?? 'value'}]` : `[${value.count}]`
}

/** The keys of several objects, with a question mark where some of them lack one. */
export function mergedKeys(objects: readonly Member[], values: boolean): string {
  const keys = new Map<string, { type: string; count: number }>()
  for (const { value } of objects) {
    for (const { key, value: inner } of value.members) {
      const known = keys.get(key)
      if (known === undefined) keys.set(key, { type: typeWords(inner), count: 1 })
      else keys.set(key, { type: joinedType(known.type, typeWords(inner)), count: known.count + 1 })
    }
  }
  const shown = [...keys].slice(0, MOST_KEYS).map(([key, { type, count }]) => `${key}${count < objects.length ? '?' : ''}${values ? `: ${type}` : ''}`)
  return shown.join(', ') + (keys.size > shown.length ? `, ${keys.size - shown.length} more` : '')
}

/** What a value is, in one word or little more. */
function typeWords({ type, members }: Value): string {
  if (type === 'array') return `[${members[0]?.value.type ?? ''}]`
  return type === 'object' ? `{ ${members.slice(0, 6).map(({ key }) => key).join(', ')}${members.length > 6 ? ', …' : ''} }` : type
}

/** Two types of the same key: the more telling one, or both. */
function joinedType(one: string, other: string): string {
  if (one === other || other === '[]' || one.split(' | ').includes(other) || (one.startsWith('{') && other.startsWith('{'))) return one
  return one === '[]' ? other : `${one} | ${other}`
}

interface Reading {
  readonly root: Value | undefined
  readonly problem?: string
}

// What is opened and never closed is one token, so that no character is looked at twice.
const TOKEN = /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|[{}[\]:,]|[^\s{}[\]:,"'/]+|\S/g

/** Reads a JSON text as far as it goes. */
export function readJson(text: string): Reading {
  const open: Value[] = []
  let root: Value | undefined
  let pending: { key: string; start: number } | undefined
  let last: { text: string; start: number } | undefined
  const place = (value: Value): void => {
    const parent = open.at(-1)
    if (parent === undefined) root ??= value
    else {
      parent.count++
      if (open.length <= DEEPEST) parent.members.push({ key: pending?.key ?? '', start: pending?.start ?? value.start, value })
    }
    pending = undefined
  }
  const settle = (): void => {
    if (last !== undefined) place({ type: scalarType(last.text), start: last.start, end: last.start + last.text.length, members: [], count: 0 })
    last = undefined
  }
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0]
    if (token.startsWith('//') || token.startsWith('/*') || token === '\uFEFF') continue
    if (token === ':') {
      if (last !== undefined) pending = { key: last.text.replace(/^["']|["']$/g, ''), start: last.start }
      last = undefined
    } else if (token === ',') settle()
    else if (token === '{' || token === '[') {
      const value: Value = { type: token === '{' ? 'object' : 'array', start: match.index, end: text.length, members: [], count: 0 }
      place(value)
      open.push(value)
    } else if (token === '}' || token === ']') {
      settle()
      const closed = open.pop()
      if (closed !== undefined) closed.end = match.index + 1
    } else last = { text: token, start: match.index }
  }
  settle()
  return open.length === 0 ? { root } : { root, problem: 'the text ends before its brackets are closed' }
}

function scalarType(token: string): Value['type'] {
  if (token.startsWith('"') || token.startsWith("'")) return 'string'
  if (token === 'true' || token === 'false') return 'boolean'
  return token === 'null' ? 'null' : /^[-+\d.]/.test(token) ? 'number' : 'string'
}

/** JSON, also with comments. */
export default defineScanner({ name: 'json', title: 'JSON', family: 'data', extensions: ['.json', '.jsonc', '.json5', '.webmanifest'], remark: ['// ', ''], scan: scanJson })
