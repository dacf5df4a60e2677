// Writes dist/playground/, a static folder that any web server can serve: the page, its worker, the vocabularies and the grammars. It is no part of the npm package.
//   node scripts/build-playground.mjs            builds it
//   node scripts/build-playground.mjs --serve    builds it and serves it at http://127.0.0.1:4175
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { noteLicences } from './licences.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const out = join(project, 'dist', 'playground')
const { noting, writing } = noteLicences()

// The runtime of the grammars has two calls of eval that no grammar of ours reaches; the page's policy forbids it anyway.
const rolldownOptions = { checks: { eval: false, pluginTimings: false, bundlerTimings: false } }

const config = {
  configFile: false,
  root: join(project, 'docs', 'playground'),
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [noting, writing],
  worker: { format: 'es', plugins: () => [noting], rolldownOptions },
  build: { outDir: out, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false }, reportCompressedSize: false, chunkSizeWarningLimit: 4000, assetsInlineLimit: 0, rolldownOptions },
}

await build(config)
for (const folder of ['vocab', 'grammars']) cpSync(join(project, 'dist', folder), join(out, folder), { recursive: true })
console.log('playground, in dist/playground')
if (process.argv.includes('--serve')) {
  const { resolvedUrls } = await preview({ ...config, preview: { host: '127.0.0.1', port: 4175 } })
  console.log(`open ${resolvedUrls?.local[0]} (Ctrl-C ends it)`)
}
