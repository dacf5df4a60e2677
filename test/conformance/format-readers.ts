import { SaxesParser } from 'saxes'
import type { Format } from '../../src/core/format.ts'
import { visible } from '../../src/core/visible.ts'
import { frameName, lineFeeds } from '../../src/formats/escape.ts'
import { claudeXml, json, markdown, minimal, plusminus, plusminusClassic, prompt, xml } from '../../src/formats/index.ts'

/** A file as a reader finds it on a page. Names and content are those shown. */
export interface Found {
  readonly path: string
  readonly content: string
}

/** Reads both XML formats: the text of a file is everything in it outside of its markers, after the line end that opens the CDATA section. */
export function readXml(page: string): Found[] {
  const found: { path: string; content: string }[] = []
  const open: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => { throw error })
  parser.on('opentag', (tag) => {
    open.push(tag.name)
    if (tag.name === 'file') found.push({ path: String(tag.attributes['path']), content: '' })
  })
  parser.on('closetag', () => { open.pop() })
  parser.on('cdata', (text) => { if (open.at(-1) === 'file') (found.at(-1) as { content: string }).content += text })
  parser.write(page).close()
  return found.map(({ path, content }) => ({ path, content: content.slice(1) }))
}

/** Reads the JSON format. */
export const readJson = (page: string): Found[] => (JSON.parse(page) as { files: Found[] }).files.map(({ path, content }) => ({ path, content }))

/** Reads the Markdown format: a heading outside of a fence, then the fence. */
export function readMarkdown(page: string): Found[] {
  const found: Found[] = []
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const name = /^## (.*?)(?: \((?:skeleton|lines) .*\))?$/.exec(lines[at] as string)?.[1]
    if (name === undefined) continue
    const fence = /^`+/.exec(lines[at + 2] as string)?.[0] as string
    const end = lines.findIndex((line, index) => index > at + 2 && new RegExp(`^\`{${fence.length},}$`).test(line))
    found.push({ path: name, content: lines.slice(at + 3, end).map((line) => `${line}\n`).join('') })
    at = end
  }
  return found
}

/** Reads a prompt: a heading and a fence on the next line; the request ends the files. */
export function readPrompt(page: string): Found[] {
  const found: Found[] = []
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const name = /^## (.*?)(?: \((?:skeleton|lines) .*\))?$/.exec(lines[at] as string)?.[1]
    const fence = /^`{3,}/.exec(lines[at + 1] ?? '')?.[0]
    if (name === 'Request' && lines[at - 1] === '---') break
    if (name === undefined || fence === undefined) continue
    const end = lines.findIndex((line, index) => index > at + 1 && new RegExp(`^\`{${fence.length},}$`).test(line))
    found.push({ path: name, content: lines.slice(at + 2, end).map((line) => `${line}\n`).join('') })
    at = end
  }
  return found
}

const withoutGuard = (line: string): string => (/^\\+(?:--- .* ---|\[(?:omitted|notice|zoom|next): .*\]|\[fovea pack=.*\])\s*$/.test(line) ? line.slice(1) : line)

/** Reads the minimal format, taking every line for a frame that looks like one. */
export function readMinimal(page: string): Found[] {
  const found: { path: string; content: string }[] = []
  for (const line of page.split('\n').slice(0, -1)) {
    const name = /^--- (.*) ---\s*$/.exec(line)?.[1]
    if (name !== undefined) found.push({ path: name.replace(/ \(lines .*\)$/, '').replace(/ \d+\/\d+$/, '').replace(/ \[[^[\]]*\]$/, ''), content: '' })
    else if (!/^\[(?:omitted|notice|zoom): .*\]\s*$/.test(line) && found.length > 0) (found.at(-1) as { content: string }).content += `${withoutGuard(line)}\n`
  }
  return found
}

/** Reads plus/minus, taking every line for a header that looks like one. */
export function readPlusminus(page: string): Found[] {
  const found: { path: string; content: string }[] = []
  for (const line of page.split('\n')) {
    const current = found.at(-1)
    if (line.startsWith('+++ ')) found.push({ path: line.slice(4).replace(/ \[(?:SKELETON:|lines ).*$/, ''), content: '' })
    else if (line.startsWith('+')) (current as Found & { content: string }).content += `${line.slice(line[1] === ' ' ? 2 : 1)}\n`
    else if (line.endsWith(' [no newline at end]')) (current as Found & { content: string }).content = (current as Found).content.slice(0, -1)
  }
  return found.filter(({ path }) => !/^\.fovea\/(?:outline|notices|related)$/.test(path))
}

const HEADER = /^\+{10} (.*) \+{10}\s*$/
const FOOTER = /^-{10} .*[0-9a-f]{32} .* -{10}\s*$/

const isDelimiter = (line: string): boolean => HEADER.test(line) || FOOTER.test(line)

const withoutBackslash = (line: string): string => (line.startsWith('\\') && isDelimiter(line.replace(/^\\+/, '')) ? line.slice(1) : line)

/** Reads classic plus/minus, taking every line for a delimiter that looks like one. */
export function readClassic(page: string): Found[] {
  const found: { path: string; content: string }[] = []
  for (const line of page.split('\n').slice(0, -1)) {
    const name = HEADER.exec(line)?.[1]
    if (name !== undefined) found.push({ path: name.replace(/ \[TRUNCATED: .*$/, ''), content: '' })
    else if (!FOOTER.test(line)) (found.at(-1) as { content: string }).content += `${withoutBackslash(line)}\n`
  }
  return found
}

/** What a format promises about reading back. */
export interface Promised {
  readonly read: (page: string) => Found[]
  /** The name as the page shows it. */
  readonly name: (path: string) => string
  /** The content as the page shows it. */
  readonly content: (text: string) => string
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
const attribute = (path: string): string => visible(path.replaceAll('\uFEFF', '⟨U+FEFF⟩'))
const inXml: Promised = { read: readXml, name: attribute, content: (text) => lineFeeds(visible(text)) }

/** Every format with what it promises. */
export const PROMISES: ReadonlyMap<Format, Promised> = new Map<Format, Promised>([
  [claudeXml, inXml],
  [xml, inXml],
  [json, { read: readJson, name: (path) => path, content: (text) => text }],
  [markdown, { read: readMarkdown, name: (path) => frameName(path, / (?=\((?:skeleton|lines) )/g), content: (text) => ended(lineFeeds(visible(text))) }],
  [prompt, { read: readPrompt, name: (path) => frameName(path, / (?=\((?:skeleton|lines) )/g), content: (text) => ended(lineFeeds(visible(text))) }],
  [minimal, { read: readMinimal, name: (path) => frameName(path, / (?=\[[^[\]]*\]|\(lines |\d+\/\d+(?: |$))/g), content: (text) => ended(lineFeeds(visible(text))) }],
  [plusminus, { read: readPlusminus, name: (path) => frameName(path, / (?=\[(?:SKELETON:|lines |md5:|original:|no newline))/g), content: visible }],
  [plusminusClassic, { read: readClassic, name: (path) => frameName(path, / (?=\[TRUNCATED:)/g), content: (text) => ended(lineFeeds(visible(text))) || '\n' }],
])
