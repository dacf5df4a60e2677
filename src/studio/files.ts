// The pages themselves: what the build put into `dist/ui`. They are read once and served from a list, so that no path leads anywhere else.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Failure } from '../operations/index.ts'

/** One file as it is served. */
export interface Served {
  readonly type: string
  readonly body: Buffer
  /** Its name tells its content, so it never changes. */
  readonly forever: boolean
}

const TYPES: Readonly<Record<string, string>> = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml', woff2: 'font/woff2', json: 'application/json' }

/** Beside the compiled code, or in `dist/` when the sources run directly. */
const PLACES = ['../ui/', '../../dist/ui/'].map((place) => fileURLToPath(new URL(place, import.meta.url)))

/** Everything by its address: `/index.html`, `/assets/main-3f9a.js`. */
export function servedFiles(): ReadonlyMap<string, Served> {
  for (const place of PLACES) {
    const names = namesIn(place)
    if (names.length > 0) return new Map(names.map((name) => [`/${name}`, { type: TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream', body: readFileSync(`${place}${name}`), forever: name.startsWith('assets/') }]))
  }
  throw new Failure('the pages of the studio are missing beside the program: run "npm run build", or install fovea again')
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`.slice(place.length).replaceAll('\\', '/').replace(/^\//, ''))
  } catch {
    return []
  }
}
