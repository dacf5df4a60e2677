// The browser build as a page gets it: bundled for browsers, served with its assets, and run in a tab.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { isBuiltin } from 'node:module'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** Bundles what is shipped as fovea/browser: the files, and who asked for a module of Node. */
export async function bundled() {
  const asked = []
  const watching = { name: 'watching', resolveId: (id, importer) => void (isBuiltin(id) && asked.push({ id, by: importer?.replace(/.*\/node_modules\//, '') ?? '' })) }
  const bundle = await rolldown({ input: join(dist, 'browser', 'index.js'), platform: 'browser', plugins: [watching], checks: { eval: false } })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  return { output, asked }
}

// Runs in the page. It is served as a file, because tests are rewritten before they run.
const PACK_ALL = `import { assetsAt, openFiles } from './index.js'
const decoded = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const load = assetsAt(location.origin + '/assets/')
let open
globalThis.openAll = (files) => { open = openFiles(files.map(({ base64, ...file }) => ({ ...file, content: decoded(base64) })), { load }) }
globalThis.openFrom = async (folder) => {
  const [list, bytes] = await Promise.all([fetch(folder + 'list.json').then((answer) => answer.json()), fetch(folder + 'bytes').then((answer) => answer.arrayBuffer())])
  let at = 0
  open = openFiles(list.map(({ size, ...file }) => ({ ...file, content: new Uint8Array(bytes, (at += size) - size, size) })), { load })
}
globalThis.pack = async (run) => (await open.pack(run)).parts.join('')
globalThis.hashOfPack = async (run) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(await globalThis.pack(run)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
`
const PAGE = '<!doctype html><html lang="en"><title>Bundle</title><link rel="icon" href="data:,"><script type="module" src="/pack-all.js"></script>'

/** Packs files in a tab that shows the page of a bundle: one text a run. */
export async function packedIn(page, { files, runs }) {
  await page.evaluate((given) => globalThis.openAll(given), files)
  const texts = []
  for (const run of runs) texts.push(await page.evaluate((how) => globalThis.pack(how), run))
  return texts
}

/** Writes the bundle into a folder with a page that packs what it is given. */
export async function bundledInto(folder) {
  const { output } = await bundled()
  mkdirSync(folder, { recursive: true })
  for (const { fileName, code } of output) writeFileSync(join(folder, fileName), code)
  writeFileSync(join(folder, 'pack-all.js'), PACK_ALL)
  writeFileSync(join(folder, 'index.html'), PAGE)
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' }

/** Serves folders by their prefix on a free port, as any web server would. */
export async function served(folders) {
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url ?? '/', 'http://x').pathname)
    const file = fileFor(folders, path)
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(file ?? '')] ?? 'application/octet-stream' }).end(file === undefined ? '' : readFileSync(file))
  })
  await new Promise((done) => { server.listen(0, '127.0.0.1', done) })
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

function fileFor(folders, path) {
  const prefix = Object.keys(folders).filter((one) => path.startsWith(one)).sort((a, b) => b.length - a.length)[0]
  if (prefix === undefined) return undefined
  const inside = normalize(`/${path.slice(prefix.length)}`)
  const file = join(folders[prefix], inside.endsWith('/') ? `${inside}index.html` : inside)
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined
}

/** What the library fetches. */
export const ASSETS = { '/assets/vocab/': join(dist, 'vocab'), '/assets/grammars/': join(dist, 'grammars'), '/assets/zstd/': join(dist, 'zstd') }
