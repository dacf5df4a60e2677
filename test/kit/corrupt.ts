// A file as disks, editors, merges and other programs leave it: one damage at a time, the same ones on every run.
import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One damage: its name, and how it is done to a file that holds `bytes`. */
export interface Damage {
  readonly name: string
  /** The bytes of the file then; undefined when it is no plain file any more. */
  readonly bytes?: Buffer
  plant(file: string): void
}

const whole = (name: string, bytes: Buffer): Damage => ({ name, bytes, plant: (file) => put(file, bytes) })

function put(file: string, bytes: Buffer): void {
  rmSync(file, { recursive: true, force: true })
  writeFileSync(file, bytes)
}

/** So many places among the first `length`, the ends included. */
const spread = (length: number, most: number): number[] => [...new Set(Array.from({ length: Math.min(most, length) }, (_, i) => Math.floor((i * (length - 1)) / Math.max(1, Math.min(most, length) - 1))))]

/** Damages of bytes: cut, flipped, emptied, overwritten and grown. */
export function damagesOf(bytes: Buffer, { most = 24, other = Buffer.from('{"other":true}\n') }: { most?: number; other?: Buffer } = {}): Damage[] {
  return [
    ...spread(bytes.length, most).map((length) => whole(`cut after ${length} bytes`, bytes.subarray(0, length))),
    ...spread(bytes.length, most * 2).map((at, i) => whole(`bit ${i % 8} of byte ${at} flipped`, flipped(bytes, at, i % 8))),
    whole('zeros at its end', Buffer.concat([bytes.subarray(0, Math.floor(bytes.length / 2)), Buffer.alloc(Math.ceil(bytes.length / 2))])),
    whole('only zeros', Buffer.alloc(bytes.length)),
    whole('something behind its end', Buffer.concat([bytes, Buffer.from('\nx')])),
    whole('twice', Buffer.concat([bytes, bytes])),
    whole('the file of another store', other),
  ]
}

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] as number) ^ (1 << bit)
  return copy
}

/** Something else in the place of a file. */
export const PLACES: readonly Damage[] = [
  { name: 'a folder', plant: (file) => { rmSync(file, { force: true }); mkdirSync(file); writeFileSync(join(file, 'inside'), 'CANARY') } },
  { name: 'a pipe', plant: (file) => { rmSync(file, { force: true }); execFileSync('mkfifo', [file]) } },
  { name: 'a link to another file', plant: (file) => { rmSync(file, { force: true }); writeFileSync(join(dirname(file), 'target.txt'), 'CANARY'); symlinkSync('target.txt', file) } },
  { name: 'a link that leads nowhere', plant: (file) => { rmSync(file, { force: true }); symlinkSync('nowhere', file) } },
  { name: 'a huge file', plant: (file) => { rmSync(file, { force: true }); const handle = openSync(file, 'w'); ftruncateSync(handle, 3 * 2 ** 30); closeSync(handle) } },
]

const WRONG: readonly unknown[] = [null, 7, 'wrong', true, [7], { wrong: 7 }]
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

/** A JSON value with one part of it replaced by another type, for every part; and with names that objects have anyway. */
export function wronglyTyped(value: unknown): Damage[] {
  const all: Damage[] = []
  const visit = (part: unknown, path: readonly (string | number)[]): void => {
    const wrong = WRONG[(path.length + all.length) % WRONG.length]
    const other = kindOf(wrong) === kindOf(part) ? WRONG[(path.length + all.length + 1) % WRONG.length] : wrong
    all.push(json(`${kindOf(other)} at ${path.join('.') || 'the top'}`, replaced(value, path, other)))
    if (part !== null && typeof part === 'object') for (const [key, inner] of Object.entries(part)) visit(inner, [...path, Array.isArray(part) ? Number(key) : key])
  }
  visit(value, [])
  const poisoned = JSON.stringify(value, null, 1).replace('{', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},')
  return [...all, whole('__proto__ and constructor', Buffer.from(poisoned))]
}

const json = (name: string, value: unknown): Damage => whole(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`))

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], other: unknown): unknown {
  if (key === undefined) return other
  if (Array.isArray(value)) return value.map((part: unknown, i) => (i === key ? replaced(part, rest, other) : part))
  return Object.fromEntries(Object.entries(value as object).map(([name, part]: [string, unknown]) => [name, name === key ? replaced(part, rest, other) : part]))
}
