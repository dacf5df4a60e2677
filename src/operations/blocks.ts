// Blocks from a file or from standard input, whatever they are written in.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { blocksFrom, ManifestError } from '../blocks/manifest.ts'
import { exactTextOf } from '../blocks/text.ts'
import type { TypedBlock } from '../blocks/typed.ts'
import { type Context, EXIT, Failure } from './operation.ts'

/** The most that is read at once. */
const MOST_BYTES = 256 << 20

/** The bytes of a file, or of standard input for `-`. */
export async function bytesFrom(name: string, context: Context): Promise<Uint8Array> {
  return name === '-' ? context.bytes() : readBytes(resolve(context.cwd, name), name)
}

/** Reads the blocks of a manifest that a file or standard input holds. */
export async function manifestFrom(bytes: Uint8Array, name: string, context: Context): Promise<TypedBlock[]> {
  const text = exactTextOf(bytes)
  const shown = name === '-' ? 'standard input' : name
  if (text === undefined) throw new Failure(`${shown} is no manifest: it is not UTF-8. For the output of a command add --as tool`)
  try {
    return blocksFrom(text, bringFrom(name === '-' ? context.cwd : dirname(resolve(context.cwd, name))))
  } catch (error) {
    throw error instanceof ManifestError ? new Failure(`${shown}: ${error.message}`, EXIT.usage) : error
  }
}

function readBytes(path: string, shown: string): Uint8Array {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new Failure(`${shown} does not exist`)
  if (!stat.isFile()) throw new Failure(`${shown} is not a file`)
  if (stat.size > MOST_BYTES) throw new Failure(`${shown} is larger than ${MOST_BYTES >> 20} MB`)
  return readFileSync(path)
}

/** A manifest may name files beside it and below, never elsewhere, not by a link either. */
const bringFrom = (folder: string) => (path: string): Uint8Array => {
  const full = resolve(folder, path)
  if (!isBelow(folder, full)) throw new ManifestError(`content_file ${JSON.stringify(path)} leads out of the folder of the manifest`)
  const bytes = readBytes(full, `content_file ${JSON.stringify(path)}`)
  if (!isBelow(realpathSync(folder), realpathSync(full))) throw new ManifestError(`content_file ${JSON.stringify(path)} is a link out of the folder of the manifest`)
  return bytes
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}
