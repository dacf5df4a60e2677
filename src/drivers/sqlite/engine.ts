import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The file of the SQLite that is WebAssembly: beside the bundle, or a package when the sources run. */
export function engine(): string {
  const near = ['./', '../', '../bin/', '../../bin/'].map((folder) => fileURLToPath(new URL(`${folder}node-sqlite3-wasm.cjs`, import.meta.url)))
  return near.find((place) => existsSync(place)) ?? createRequire(import.meta.url).resolve('node-sqlite3-wasm')
}

interface Sqlite {
  readonly Database: new (path: string) => { exec(sql: string): void; all(sql: string): unknown; close(): void }
}

/** That SQLite in this thread, for databases in memory. */
export const sqliteHere = (): Sqlite => createRequire(import.meta.url)(engine()) as Sqlite
