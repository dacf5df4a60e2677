import { flagWords, type Header, readHeader, type Seen, survey } from '../../blocks/codec/index.ts'
import { viewOf } from '../../blocks/view.ts'
import { flag } from '../../core/field.ts'
import { defineOperation } from '../operation.ts'
import { type Container, containerOf, reading, understood } from './container.ts'

/** Lists what a container holds. */
export const inspect = defineOperation({
  name: 'bcp inspect',
  title: 'List the frames of a container',
  doc: 'Where each block begins, how many bytes it has in the file and unpacked, its flags, and what it is. A block that cannot be understood is listed with its fault; exit code 1 says that there was one. Offsets of a packed payload count in the unpacked bytes.',
  examples: ['fovea bcp inspect context.bcp', 'fovea bcp inspect context.bcp --json | jq .frames[].type'],
  fields: { ...reading, json: flag('The list as JSON') },
  async run(input, context) {
    const container = await containerOf(input, context)
    const header = headerOf(container)
    const frames = understood(container.shown, () => Array.from(survey(container.bytes, container.options), rowOf))
    return {
      text: [`${about(header)}\n`, ...table(frames)], data: { header, file_bytes: container.bytes.length, frames },
      exit: frames.some(({ fault }) => fault !== undefined) ? 1 : 0,
    }
  },
})

/** The header of a container that was read. */
export const headerOf = ({ shown, bytes, options }: Container): Header => understood(shown, () => readHeader(bytes.subarray(0, 8), options.older))

/** A header in words. */
export const about = ({ major, minor, flags, older }: Header): string => `${older ? 'LCP' : 'BCP'} ${major}.${minor}, payload ${(flags & 1) === 0 ? 'not packed' : 'packed by zstd'}`

interface Row {
  readonly index: number
  readonly offset: number
  readonly type: string
  readonly code: number
  readonly flags: readonly string[]
  /** Bytes of the frame in the file, its head included. */
  readonly bytes: number
  /** Bytes of the body once it is unpacked. */
  readonly size: number
  readonly description?: string
  readonly fault?: string
}

function rowOf({ frame, block, size, fault }: Seen): Row {
  const { index, at: offset, code, head, length } = frame
  return {
    index, offset, type: block?.type ?? `0x${code.toString(16).padStart(2, '0')}`, code, flags: flagWords(frame), bytes: head + length, size,
    ...(block === undefined ? {} : { description: viewOf(block, undefined, (text) => text).description }),
    ...(fault === undefined ? {} : { fault: fault.message }),
  }
}

function table(rows: readonly Row[]): string[] {
  const cells = [['block', 'at', 'bytes', 'unpacked', 'type', 'flags', 'what'], ...rows.map(({ index, offset, bytes, size, type, flags, description, fault }) =>
    [index, offset, bytes, size, type, flags.join('+') || '-', fault ?? description ?? ''].map(String))]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] as string).length))) ?? []
  return cells.map((row) => `${row.map((cell, column) => (column < 4 ? cell.padStart(widths[column] ?? 0) : column === 6 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ').trimEnd()}\n`)
}
