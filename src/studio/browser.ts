// Opens the studio in the browser of whoever started it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A page that was opened. */
export interface Opened {
  /** Leaves nothing behind. */
  close(): void
}

/** Opens an address, where there is a screen. The arguments of a program can be read by everybody on a machine, so the browser is given a file of one's own that leads to it. */
export function openPage(url: string): Opened | undefined {
  const program = opener()
  if (program === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'fovea-ui-'))
  const file = join(folder, 'open.html')
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>Fovea</title><meta http-equiv="refresh" content="0; url=${url}"><p><a href="${url}">Open the studio</a>\n`, { mode: 0o600 })
  const [command, ...args] = program
  const child = spawn(command, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true })
  // Without such a program the address that was printed is enough.
  child.once('error', () => {})
  child.unref()
  return { close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The program of this system that opens a page; none where there is no screen. */
function opener(): readonly [string, ...string[]] | undefined {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['explorer']
  return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}
