// The pages of `fovea ui`, built once and shipped as they are.
import { defineConfig } from 'vite'
import { noteLicences } from '../scripts/licences.mjs'

const { noting, writing } = noteLicences()

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: '../dist/ui', emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false, assetsInlineLimit: 0 },
  plugins: [noting, writing],
  worker: { format: 'es', plugins: () => [noting] },
  logLevel: 'warn',
})
