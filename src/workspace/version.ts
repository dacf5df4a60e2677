import { readFileSync } from 'node:fs'

/** The version in package.json: the one place where it is written. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
