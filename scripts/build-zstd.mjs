#!/usr/bin/env node
// Puts zstd next to the built code, gzipped: what unpacks comes from `zstddec`, what packs from `@bokuweb/zstd-wasm`, with the licences of both.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const out = join(root, 'dist', 'zstd')
/** The folders of the two packages, wherever they were installed. */
const unpackFolder = new URL('../', import.meta.resolve('zstddec/stream'))
const packFolder = new URL('../../', import.meta.resolve('@bokuweb/zstd-wasm'))
const read = (file, folder) => readFileSync(new URL(file, folder))

/** Compresses one file; a fixed header keeps the bytes the same on every machine. */
function put(name, bytes) {
  const packed = gzipSync(bytes, { level: 9 })
  packed[9] = 255
  writeFileSync(join(out, `${name}.wasm.gz`), packed)
  return packed.length
}

/** zstddec carries its module as base64. */
function unpacking() {
  const found = /["'`](AGFzbQ[A-Za-z0-9+/=]+)["'`]/.exec(read('dist/zstddec-stream.mjs', unpackFolder).toString())
  if (found === null) throw new Error('zstddec holds its module in another way: look at scripts/build-zstd.mjs')
  return needs(Buffer.from(found[1], 'base64'), ['memory', 'malloc', 'free', 'ZSTD_createDCtx', 'ZSTD_freeDCtx', 'ZSTD_decompressStream'])
}

/** The exports that src/blocks/codec/zstd.ts asks for by their short names, and what they must be. */
const SHORT = { h: '_ZSTD_isError', i: '_ZSTD_compressBound', m: '_ZSTD_compress', s: '_malloc', t: '_free' }

function packing() {
  const glue = read('dist/common/zstd.js', packFolder).toString()
  const changed = Object.entries(SHORT).filter(([short, name]) => !glue.includes(`Module['${name}'] = wasmExports['${short}']`))
  if (changed.length > 0) throw new Error(`@bokuweb/zstd-wasm names ${changed.map(([, name]) => name).join(', ')} in another way: look at src/blocks/codec/zstd.ts`)
  return needs(read('dist/common/zstd.wasm', packFolder), ['f', 'g', ...Object.keys(SHORT)])
}

function needs(bytes, names) {
  const there = new Set(WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name))
  const missing = names.filter((name) => !there.has(name))
  if (missing.length > 0) throw new Error(`a module of zstd has no ${missing.join(', ')}: look at scripts/build-zstd.mjs`)
  return bytes
}

function named(folder) {
  const { name, version } = JSON.parse(read('package.json', folder))
  return `${name} ${version}`
}

mkdirSync(out, { recursive: true })
const total = put('unpack', unpacking()) + put('pack', packing())
writeFileSync(join(out, 'NOTICE'), [
  `unpack.wasm.gz is zstd as ${named(unpackFolder)} compiled it, pack.wasm.gz as ${named(packFolder)} (MIT) did, both unchanged.`,
  `The licences of zstddec and of zstd itself:`, read('LICENSE', unpackFolder).toString().trim(), '',
].join('\n\n'))
process.stdout.write(`zstd, ${Math.round(total / 1000)} kB, in dist/zstd\n`)
