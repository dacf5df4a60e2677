// Lock files by their packages: how many there are and which of them the project asked for. Each package can be asked for by its name.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { counted, form, holder } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { indentedLocks } from '../locks/indented.ts'
import { jsonLock } from '../locks/json.ts'
import { type Lock, type LockFormat, type Package, topOf } from '../locks/lock.ts'
import { tomlLock } from '../locks/toml.ts'

const HEAD = 4000
const FORMATS: readonly LockFormat[] = [jsonLock, tomlLock, ...indentedLocks]

/** Reads a lock file of any manager. */
export function scanLock(text: string): Parsed {
  const head = text.slice(0, HEAD).replace(/^\uFEFF/, '')
  const lock = FORMATS.find((format) => format.owns(head))?.read(text)
  if (lock === undefined || lock.packages.length === 0) return scanLines(text)
  const shape = `${titleOf(lock)}\n`
  const detail = `${shape}${topLine(lock)}`
  // A file this short says more by itself.
  if (detail.length > text.length) return scanLines(text)
  const body = { start: 0, end: text.length, tiles: tilesOf(lock.packages) }
  return { tiles: [holder({ kind: 'entry', name: '', start: 0, end: text.length }, body, { detail: form(detail), shape: form(shape) })] }
}

const foreign = ({ packages }: Lock): readonly Package[] => packages.filter(({ own }) => own !== true)

function titleOf(lock: Lock): string {
  const own = lock.packages.length - foreign(lock).length
  const parts = own > 1 ? ` for ${own} of its own` : ''
  return `${lock.manager} lock file${lock.version === undefined || lock.version === '' ? '' : ` v${lock.version}`}: ${counted(foreign(lock).length, 'package')}${parts}`
}

const MOST_NAMES = 80

function topLine(lock: Lock): string {
  const { word, names } = topOf(lock)
  if (names.length === 0) return ''
  const versions = new Map<string, string>()
  for (const { name, version } of lock.packages) if (!versions.has(name)) versions.set(name, version)
  const shown = names.slice(0, MOST_NAMES).map((name) => (versions.get(name) ? `${name}@${versions.get(name)}` : name))
  return `${word}: ${shown.join(', ')}${names.length > shown.length ? `, ${names.length - shown.length} more` : ''}\n`
}

/** Packages can be asked for, but are not part of any skeleton. */
const tilesOf = (packages: readonly Package[]): Tile[] =>
  packages.map(({ name, start, end }) => ({ kind: 'entry', name, start, end, detail: form(''), shape: form('') }))

/** Lock files. */
export default defineScanner({
  name: 'lockfile', title: 'Lock file', family: 'data', extensions: ['.lock'],
  filenames: ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'packages.lock.json', 'go.sum', 'go.work.sum'],
  remark: ['# ', ''], scan: scanLock,
})
