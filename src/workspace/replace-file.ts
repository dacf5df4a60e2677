import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Writes a file all or not at all: under a temporary name beside it, synced, then renamed. */
export function replaceFile(path: string, parts: Iterable<string>): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  const file = openSync(draft, 'wx', 0o644)
  try {
    for (const part of parts) writeAll(file, Buffer.from(part, 'utf8'))
    fsyncSync(file)
    closeSync(file)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}
