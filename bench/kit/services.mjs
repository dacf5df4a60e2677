// The real servers of the tests, for benchmarks: they are written in TypeScript, which Node 20 does not read, so they are bundled first.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { PROJECT } from './places.mjs'

/** What `test/kit/services` exports. */
export async function services() {
  const file = join(PROJECT, 'node_modules', '.cache', 'fovea-bench', 'services.mjs')
  const build = await rolldown({ input: join(PROJECT, 'test', 'kit', 'services', 'index.ts'), platform: 'node', external: [/^[^./]/] })
  await build.write({ file, format: 'esm' })
  return import(pathToFileURL(file).href)
}
