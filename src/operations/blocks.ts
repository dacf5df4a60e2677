// Blocks from a file or from standard input, whatever they are written in.
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CodecError, decode } from '../blocks/codec/index.ts'
import { blocksFrom, ManifestError } from '../blocks/manifest.ts'
import { exactTextOf } from '../blocks/text.ts'
import type { TypedBlock } from '../blocks/typed.ts'
import { bytesInside, nodeZstd, PathError } from '../workspace/index.ts'
import { type Context, EXIT, Failure } from './operation.ts'

/** The most that is read at once. */
const MOST_BYTES = 256 << 20

/** The bytes of a file, or of standard input for `-`. */
export async function bytesFrom(name: string, context: Context): Promise<Uint8Array> {
  return name === '-' ? context.bytes() : readBytes(resolve(context.cwd, name), name)
}

/** Reads blocks, whether they are written as a manifest or lie in a container. */
export const blocksIn = (bytes: Uint8Array, name: string, context: Context): Promise<TypedBlock[]> => (isContainer(bytes, name) ? contained(bytes, name) : manifestFrom(bytes, name, context))

const isContainer = (bytes: Uint8Array, name: string): boolean => /\.[bl]cp$/.test(name) || isMarked(bytes)

const isMarked = (bytes: Uint8Array): boolean => /^[BL]CP\0/.test(String.fromCharCode(...bytes.subarray(0, 4)))

/** The blocks of a container; its name or standard input may hold the older mark. */
async function contained(bytes: Uint8Array, name: string): Promise<TypedBlock[]> {
  try {
    return decode(bytes, { zstd: await nodeZstd(), older: name === '-' || name.endsWith('.lcp') })
  } catch (error) {
    throw error instanceof CodecError ? new Failure(`${name === '-' ? 'standard input' : name}: ${error.message}`) : error
  }
}

/** Reads the blocks of a manifest that a file or standard input holds. */
export async function manifestFrom(bytes: Uint8Array, name: string, context: Context): Promise<TypedBlock[]> {
  const text = exactTextOf(bytes)
  const shown = name === '-' ? 'standard input' : name
  if (isMarked(bytes)) throw new Failure(`${shown} is a container already: fovea bcp decode makes a manifest of it`, EXIT.usage)
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
  try {
    const bytes = bytesInside(folder, path, MOST_BYTES)
    if (bytes === undefined) throw new Failure(`content_file ${JSON.stringify(path)} is larger than ${MOST_BYTES >> 20} MB`)
    return bytes
  } catch (error) {
    throw error instanceof PathError ? new ManifestError(`content_file ${error.message.replace('below the root', 'in the folder of the manifest or below')}`) : error
  }
}
