import { closeSync, fsyncSync, openSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { draftFor } from './drafts.ts'

/**
 * Replaces a file in one step: whoever reads sees the old bytes or the new ones, also after a power cut. Throws what the system throws.
 * `ready` is asked at the last moment; false leaves everything as it was.
 */
export function writeWhole(file: string, text: string | Iterable<string | Uint8Array>, { ready = () => true, mode = 0o600 }: { ready?: () => boolean; mode?: number } = {}): boolean {
  const draft = draftFor(file)
  try {
    writeThrough(draft, text, mode)
    if (!ready()) {
      forget(draft)
      return false
    }
    renameSync(draft, file)
  } catch (error) {
    forget(draft)
    throw error
  }
  syncFolder(dirname(file))
  return true
}

/** Writes a new file and waits until its bytes are on the disk; one that could not be written whole is not left. */
export function writeThrough(file: string, text: string | Iterable<string | Uint8Array>, mode: number): void {
  const handle = openSync(file, 'wx', mode)
  try {
    writeInto(handle, text)
  } catch (error) {
    forget(file)
    throw error
  }
}

function writeInto(handle: number, text: string | Iterable<string | Uint8Array>): void {
  try {
    for (const part of typeof text === 'string' ? [text] : text) writeFileSync(handle, part)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Removes a file that may never have been made. */
export function forget(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // It was never made.
  }
}

/** Removes a folder of drafts that may never have been made, with everything in it. */
export function forgetFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Whoever writes here next removes it.
  }
}

/** Makes the rename itself last. Some systems cannot open a folder; they lose nothing but that. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // See above.
  }
}
