// The pages of `fovea ui`, built once and shipped as they are.
import { defineConfig } from 'vite'
import { licencesOf, packagesOf } from '../scripts/licences.mjs'

const licences = {
  name: 'licences',
  generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: licencesOf(packagesOf(Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds))) })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: '../dist/ui', emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false, assetsInlineLimit: 0 },
  plugins: [licences],
  worker: { format: 'es' },
  logLevel: 'warn',
})
