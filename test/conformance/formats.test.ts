// One suite judges every format: what is read back from a page is what was written on it, whatever the names and the content are.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FileView, Format } from '../../src/core/format.ts'
import { singleLine } from '../../src/core/visible.ts'
import { xmlAttribute } from '../../src/formats/escape.ts'
import { FORMATS, claudeXml, json, plusminus, plusminusClassic, xml } from '../../src/formats/index.ts'
import { hostile, hostileFile, hostilePage } from './format-pages.ts'
import { PROMISES, type Promised } from './format-readers.ts'
import { fileView, pageView, print } from './format-samples.ts'

const RUNS = { seed: 20_250_101, numRuns: 500 }
// What must never reach a terminal: controls other than tab and line ends, and everything that reorders or hides.
const ACTS = new RegExp(String.raw`[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFFFE\uFFFF\u{E0000}-\u{E007F}\p{Surrogate}]|\r(?!\n)`, 'u')

const bodyAt = (text: string): FileView => fileView({ body: text })

function formatBehaves(format: Format): void {
  const { read, name, content } = PROMISES.get(format) as Promised

  test('gives back the files that were written, whatever they hold', () => {
    fc.assert(fc.property(hostilePage, fc.boolean(), (page, brief) => {
      expect(read(print(format, page, brief))).toEqual(page.files.map((view) => ({ path: name(view.path), content: content(view.body) })))
    }), RUNS)
  })

  test('leaves ordinary text alone', () => {
    const text = 'héllo → wörld 你好 🎉 👩‍💻 می‌خواهم\n\tx = a[b[0]] > 1 && "c" < \'d\'\n\n--- \n+++\n----------\n| a |\n'
    expect(read(print(format, pageView({ files: [fileView({ path: 'docs/ü b (1) [x].md', body: text })] })))[0]?.content).toBe(text)
  })

  test('prints nothing that acts on a terminal or hides', () => {
    fc.assert(fc.property(hostilePage, (page) => { expect(print(format, page)).not.toMatch(ACTS) }), RUNS)
  })

  test('encodes line by line', () => {
    fc.assert(fc.property(hostile, hostile, (a, b) => {
      const view = bodyAt(`${a}\n${b}`)
      expect(format.body(`${a}\n${b}`, view)).toBe(format.body(`${a}\n`, view) + format.body(b, view))
    }), RUNS)
  })

  test('writes a line made to be slow to its end', () => {
    const lines = ['--- ', '---------- d41d8cd98f00b204e9800998ecf8427e ', '++++++++++ ', '[omitted: ] ', '`', '\\', ']]', ' ', '\uFEFF', '---------- ', 'd41d8cd98f00b204e9800998ecf8427e ']
    // In time that grows with the square these take many minutes: the test would be stopped.
    for (const line of lines) {
      for (const opener of ['', '--- ', '---------- ', '++++++++++ ', '[omitted: ']) {
        const body = opener + line.repeat(200_000 / line.length)
        expect(format.body(body, fileView()).length).toBeGreaterThanOrEqual(body.length)
      }
    }
  })

  test('is the same for the same page', () => {
    fc.assert(fc.property(hostilePage, (page) => { expect(print(format, page)).toBe(print(format, structuredClone(page))) }), { ...RUNS, numRuns: 20 })
  })

  test('prints an empty page', () => {
    for (const brief of [false, true]) expect(read(print(format, pageView(), brief))).toEqual([])
  })

  test('brief is never longer', () => {
    fc.assert(fc.property(hostilePage, (page) => { expect(print(format, page, true).length).toBeLessThanOrEqual(print(format, page).length) }), { ...RUNS, numRuns: 100 })
  })

  test('frames are whole lines', () => {
    if (format === json) return
    fc.assert(fc.property(hostilePage, hostileFile, (page, view) => {
      const { head } = format.file(view)
      for (const part of [head, format.open(page, false), format.close(page, false), ...page.lines.map(format.line), ...page.folders.map(format.folder)]) {
        expect(part === '' || part.endsWith('\n')).toBe(true)
      }
    }), { ...RUNS, numRuns: 100 })
  })

  test('has words', () => expect(format.doc).toMatch(/^[A-Z].*\.$/))
}

for (const format of FORMATS) describe(format.name, () => formatBehaves(format))

test('every format is judged', () => expect([...PROMISES.keys()].map(({ name }) => name).sort()).toEqual(FORMATS.map(({ name }) => name).sort()))

test('an outline line is one line', () => {
  fc.assert(fc.property(hostile, hostile, (path, stub) => {
    for (const format of FORMATS) {
      const line = format.line(fileView({ path, stub, level: 'line' })) + format.folder({ path, files: 1, tokens: 2 })
      expect(line.split('\n').length).toBeLessThanOrEqual(3)
    }
    expect(singleLine(path)).not.toMatch(/[\n\r\t]/)
    expect(xmlAttribute(path)).not.toMatch(/[\n\r\t<>"']/)
  }), RUNS)
})

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

describe.skipIf(!hasXmllint)('xmllint accepts every document (skipped without it: apt-get install libxml2-utils)', () => {
  test.each([claudeXml, xml])('$name', (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'fovea-xml-'))
    try {
      const pages = fc.sample(hostilePage, RUNS)
      pages.forEach((page, at) => writeFileSync(join(folder, `${at}.xml`), print(format, page, at % 5 === 0)))
      const checked = spawnSync('xmllint', ['--noout', ...readdirSync(folder).map((name) => join(folder, name))], { encoding: 'utf8' })
      expect(checked.stderr).toBe('')
      expect(checked.status).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const VECTORS = process.env['FOVEA_VECTORS'] ?? fileURLToPath(new URL('../../../shared/vectors', import.meta.url))
const vector = (path: string): Buffer => readFileSync(join(VECTORS, path))

describe.skipIf(!existsSync(VECTORS))('vectors (skipped without them: set FOVEA_VECTORS to their folder)', () => {
  test('CDATA', () => {
    const { cdata } = JSON.parse(vector('seeds/seed001_vectors.json').toString()) as { cdata: { input: string; output: string }[] }
    for (const { input, output } of cdata) for (const format of [claudeXml, xml]) expect(format.body(input, fileView())).toBe(output)
  })

  test('the zoom tag has the attributes of its model, in order', () => {
    const { zoom_tag: model } = JSON.parse(vector('seeds/seed001_vectors.json').toString()) as { zoom_tag: string }
    const names = (tag: string): string[] => [...tag.matchAll(/ (\w+)="/g)].map((match) => match[1] as string)
    const tail = claudeXml.file(fileView({ level: 'detail', tokens: 300, originalTokens: 2400 })).tail
    expect(names(/<zoom .* \/>/.exec(tail)?.[0] as string)).toEqual(names(model))
  })

  test('the metadata of JSON has the keys of its model, in order', () => {
    const { response_metadata: model } = JSON.parse(vector('seeds/seed000_formats.json').toString()) as { response_metadata: { metadata: Record<string, object> } }
    const { metadata } = JSON.parse(print(json, pageView())) as { metadata: Record<string, object> }
    expect(Object.keys(metadata)).toEqual(Object.keys(model.metadata))
    expect(Object.keys(metadata['compression_summary'] as object)).toEqual(Object.keys(model.metadata['compression_summary'] as object))
  })

  test('the plus/minus skeleton example', () => {
    const { plus_minus_skeleton_example: example } = JSON.parse(vector('seeds/seed000_formats.json').toString()) as { plus_minus_skeleton_example: string }
    const body = example.split('\n').filter((line) => /^\+( |$)/.test(line)).map((line) => `${line.slice(2)}\n`).join('')
    const view = fileView({ path: 'src/utils.rs', level: 'detail', md5: 'abc123', originalTokens: 1234, tokens: 89, body })
    expect(print(plusminus, pageView({ files: [view] }))).toBe(example)
  })

  test('classic plus/minus, byte for byte', () => {
    const paths = (readdirSync(join(VECTORS, 'plusminus/input'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(VECTORS, 'plusminus/input/').length).replaceAll('\\', '/'))
      .filter((path) => path !== 'assets/logo.bin')
      .sort((a, b) => (a < b ? -1 : 1))
    const files = paths.map((path) => {
      const bytes = vector(`plusminus/input/${path}`)
      return fileView({ path, body: bytes.toString(path === 'src/latin1.txt' ? 'latin1' : 'utf8'), md5: createHash('md5').update(bytes).digest('hex') })
    })
    expect(files).toHaveLength(17)
    expect(print(plusminusClassic, pageView({ files }))).toBe(vector('plusminus/expected/plusminus-classic.txt').toString())
  })
})
