// Containers of blocks as files: read with what unpacks them, written in one step.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { CodecError, type Zstd } from '../../blocks/codec/index.ts'
import { flag, text, UsageError } from '../../core/field.ts'
import type { Parts } from '../../core/parts.ts'
import { nodeZstd } from '../../workspace/index.ts'
import { bytesFrom } from '../blocks.ts'
import { type Context, Failure } from '../operation.ts'
import { writeTo } from '../pack.ts'

/** Inputs of every operation that reads a container. */
export const reading = {
  file: text('A container of blocks (.bcp), or - for standard input', { place: 'one', sign: 'FILE' }),
  lcp: flag('Also read containers that begin with the older mark LCP; a name that ends in .lcp says so too'),
}

/** The input that says where a result goes. */
export const writing = { output: text('Write to a file instead of standard output', { short: 'o', sign: 'FILE' }) }

/** A container that was read. */
export interface Container {
  /** Its name for people. */
  readonly shown: string
  readonly bytes: Uint8Array
  /** How it is decoded. */
  readonly options: { readonly zstd: Zstd; readonly older: boolean }
}

/** Reads the container that was named. */
export async function containerOf({ file, lcp }: { file: string | undefined; lcp: boolean }, context: Context): Promise<Container> {
  if (file === undefined) throw new UsageError('name a container: context.bcp, or - for standard input')
  const bytes = await bytesFrom(file, context)
  return { shown: file === '-' ? 'standard input' : file, bytes, options: { zstd: await nodeZstd(), older: lcp || file.endsWith('.lcp') } }
}

/** Runs what may find a fault; it becomes a failure that names the file. */
export function understood<T>(shown: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof CodecError ? new Failure(`${shown}: ${error.message}`) : error
  }
}

/** Bytes as an answer. */
export const binary = (bytes: Uint8Array): Parts => ({ length: 1, join: () => '', bytes: () => [bytes], *[Symbol.iterator]() {} })

/** A container is not for a terminal: says so before any work is done. */
export function refuseTerminal({ output, json }: { output: string | undefined; json: boolean }): void {
  if (output !== undefined && output !== '-') return
  if (json) throw new UsageError('--json tells about the container: name a file for it with -o FILE')
  if (process.stdout.isTTY === true) throw new UsageError('a container is binary: write it to a file with -o FILE, or pipe it')
}

/** What is read must not be replaced by what is made of it, whatever name or link it has. */
export function refuseOwn(input: string | undefined, output: string | undefined, { cwd }: Context): void {
  if (input === undefined || output === undefined || input === '-' || output === '-') return
  if (realOf(resolve(cwd, input)) === realOf(resolve(cwd, output))) throw new UsageError(`${output} is what is read: name another file with -o`)
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Writes an answer to the file that was named; gives what is left for standard output. */
export function written(parts: Parts, output: string | undefined, context: Context): Parts {
  if (output === undefined || output === '-') return parts
  writeTo(resolve(context.cwd, output), output, parts)
  return []
}
