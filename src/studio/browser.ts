// Opens the studio in the browser of whoever started it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pathOutside, programNamed } from '../workspace/index.ts'

/** A page that was opened. */
export interface Opened {
  /** Leaves nothing behind. */
  close(): void
}

/** Opens an address, where there is a screen. The arguments of a program can be read by everybody on a machine, so the browser is given a file of one's own that leads to it. */
export function openPage(url: string, root: string): Opened | undefined {
  const program = opener(root)
  if (program === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'fovea-ui-'))
  const file = join(folder, 'open.html')
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>Fovea</title><meta http-equiv="refresh" content="0; url=${url}"><p><a href="${url}">Open the studio</a>\n`, { mode: 0o600 })
  // What it starts in turn is no more to come from the folder that is shown than itself.
  const child = spawn(program, [pathToFileURL(file).href], { stdio: 'ignore', detached: true, cwd: folder, env: { ...process.env, PATH: pathOutside(root).join(delimiter) } })
  // Without such a program the address that was printed is enough.
  child.once('error', () => {})
  child.unref()
  return { close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The program of this system that opens a page; none where there is no screen. */
function opener(root: string): string | undefined {
  if (process.platform === 'darwin') return '/usr/bin/open'
  if (process.platform === 'win32') return join(process.env['SystemRoot'] ?? 'C:\\Windows', 'explorer.exe')
  return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] ? programNamed('xdg-open', root) : undefined
}
