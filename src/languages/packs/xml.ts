// XML by its elements: what holds others stays, text goes, many of a kind are counted and named. Skeletons are well-formed as well.
// The tree-sitter grammar for XML traps on real files, and elements need no grammar.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { type Element, elementsOf } from '../elements.ts'
import { defineScanner } from '../language.ts'
import { brief, counted, form, holder, leaf, type Place } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import type { Span } from '../span.ts'
import { asLines, fromLineStart, indentAt, toLineEnd } from '../span.ts'

type Level = 'shape' | 'detail'

/** Cuts an XML text into its elements. */
export function scanXml(text: string): Parsed {
  const roots = elementsOf(text)
  if (roots.length === 0) return scanLines(text)
  return { tiles: tilesOf(text, roots, { start: 0, end: text.length }) }
}

/** This many of a kind in a row are counted. */
const MANY = 3
/** Elements that lie deeper are only counted. */
const DEEPEST = 6

function tilesOf(text: string, elements: readonly Element[], within: Span): Tile[] {
  const tiles: Tile[] = []
  let floor = within.start
  for (let i = 0; i < elements.length;) {
    const first = elements[i] as Element
    let next = i + 1
    while (elements[next]?.tag === first.tag) next++
    const group = next - i >= MANY ? elements.slice(i, next) : [first]
    const span = spanOf(text, group, { start: floor, end: within.end })
    if (span.end > span.start) tiles.push(group.length > 1 ? run(text, group, span) : element(text, first, span))
    floor = Math.max(floor, span.end)
    i += group.length
  }
  return tiles
}

/** Whole lines where nothing else stands on them. */
function spanOf(text: string, elements: readonly Element[], { start, end }: Span): Span {
  const [first, last] = [elements[0] as Element, elements.at(-1) as Element]
  return { start: Math.max(start, fromLineStart(text, first.start)), end: Math.min(end, toLineEnd(text, last.end)) }
}

/** Its own indentation, or what its depth asks for where several elements share a line. */
const indentOf = (text: string, { open, depth }: Element): string => (fromLineStart(text, open) < open || open === 0 ? indentAt(text, open) : text[open - 1] === '\n' ? '' : '  '.repeat(depth))

function element(text: string, one: Element, span: Span): Tile {
  const place: Place = { kind: 'entry', name: nameOf(text, one), ...span }
  const tag = (level: Level): string => `${remarkOf(text, one, level)}${indentOf(text, one)}${startTag(text, one, level)}\n`
  if (one.count === 0 || isMixed(text, one)) return leaf(text, place, { detail: remarkOf(text, one, 'detail') + line(text, one, 'detail'), shape: line(text, one, 'shape') })
  if (one.depth >= DEEPEST) return leaf(text, place, { detail: folded(text, one, 'detail'), shape: folded(text, one, 'shape') })
  const start = Math.min(Math.max(toLineEnd(text, one.openEnd), span.start), span.end)
  const end = Math.max(start, Math.min(fromLineStart(text, one.close), span.end))
  const body = { start, end, tiles: tilesOf(text, one.children, { start, end }) }
  const tail = `${indentOf(text, one)}</${one.tag}>\n`
  return holder(place, body, { detail: form(tag('detail'), tail), shape: form(tag('shape'), tail) })
}

/** Many of a kind: how many, and by which names. Each can be asked for. */
function run(text: string, group: readonly Element[], span: Span): Tile {
  const [first] = group as [Element]
  const identities = group.map((one) => identityOf(text, one))
  const names = identities.filter((name) => name !== '')
  const shown = names.length > 0 && group.length <= MOST_SHOWN ? group.length : MANY
  const tiles: Tile[] = []
  let floor = span.start
  group.forEach((one, i) => {
    const at = spanOf(text, [one], { start: floor, end: span.end })
    if (at.end > at.start) tiles.push(leaf(text, { kind: 'entry', name: identities[i] || one.tag, ...at }, { detail: i < shown ? line(text, one, 'detail') : '', shape: '' }))
    floor = Math.max(floor, at.end)
  })
  const head = (list: string): string => `${indentOf(text, first)}<!-- ${group.length} × ${first.tag}${insideOf(group)}${list} -->\n`
  const brief = head(listed(names))
  const source = asLines(text.slice(span.start, span.end))
  const detail = tiles.every((tile) => tile.detail.head !== '') ? '' : head(listed(names))
  return holder({ kind: 'entry', name: '', ...span }, { ...span, tiles }, { detail: form(detail), shape: form(brief.length <= source.length ? brief : source) })
}

const MOST_NAMES = 100
/** Longer runs give a few examples. */
const MOST_SHOWN = 60

/** Two dashes would end the remark that they stand in. */
const listed = (names: readonly string[]): string =>
  names.length === 0 ? '' : `: ${names.slice(0, MOST_NAMES).join(', ').replaceAll('--', '- -')}${names.length > MOST_NAMES ? `, ${names.length - MOST_NAMES} more` : ''}`

/** The tags of what a group holds. */
function insideOf(group: readonly Element[]): string {
  const tags = [...new Set(group.slice(0, 200).flatMap(({ children }) => children.map(({ tag }) => tag)))]
  return tags.length === 0 ? '' : ` { ${tags.slice(0, 12).join(', ')}${tags.length > 12 ? ', …' : ''} }`
}

/** An element that is not opened, on one line. */
function line(text: string, one: Element, level: Level): string {
  const indent = indentOf(text, one)
  const inner = text.slice(one.openEnd, Math.min(one.close, one.openEnd + LONGEST_INNER))
  const words = (isMixed(text, one) || one.count === 0) && !inner.includes('<![CDATA[') ? plain(inner) : ''
  const kept = words !== '' && (level === 'detail' || (TELLING.test(one.tag) && words.length <= SHORT))
  if (kept) return `${indent}${startTag(text, one, level)}${shortened(words)}</${one.tag}>\n`
  const whole = level === 'detail' && one.close - one.open <= LONGEST_WHOLE ? inner.replaceAll(/\s*\n\s*/g, '') : ''
  if (whole !== '' && one.count > 0) return `${indent}${startTag(text, one, level)}${whole}</${one.tag}>\n`
  return folded(text, one, level)
}

const LONGEST_INNER = 1000
const LONGEST_WHOLE = 240
const SHORT = 60
const TELLING = /^(?:[\w.-]+:)?(?:key|name|id|artifactId|groupId|title|version)$/i

/** An element with the number of what is in it. */
function folded(text: string, one: Element, level: Level): string {
  const tag = startTag(text, one, level)
  if (one.count === 0) return `${indentOf(text, one)}${tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`}\n`
  return `${indentOf(text, one)}${tag}<!-- ${counted(one.count, 'element')} --></${one.tag}>\n`
}

/** Text without tags, on one line. */
const plain = (inner: string): string => inner.replaceAll(/<[^>]*>?/g, '').replaceAll(/\s+/g, ' ').trim()

/** A reference that would be cut in half goes. */
const shortened = (words: string): string => brief(words, SHORT).replace(/&[^;]*$/, '…')

/** Text and elements side by side, as in a paragraph. */
const isMixed = (text: string, { children, openEnd, count }: Element): boolean =>
  count > 0 && text.slice(openEnd, children[0]?.start ?? openEnd).trim() !== ''

// Only at the beginning of a word, so that the data of a long value is not tried letter by letter.
const ATTRIBUTE = /(?<=\s)([^\s=/<>"']{1,100})\s*=\s*("[^"]*"|'[^']*')/g
const LONGEST_TAG = 4000

const attributesOf = (text: string, { open, openEnd }: Element): [string, string][] =>
  [...text.slice(open, Math.min(openEnd, open + LONGEST_TAG)).matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value])

const IDENTIFIES = /^(?:[\w.-]+:)?(?:name|id|key|include|ref|type|base|class)$/i

/** At `shape` only what identifies an element; at `detail` every attribute, long values cut. */
function startTag(text: string, one: Element, level: Level): string {
  const kept = attributesOf(text, one).filter(([name, value]) => level === 'detail' || (IDENTIFIES.test(name) && value.length <= SHORT))
  const attributes = kept.map(([name, value]) => ` ${name}=${value.length <= SHORT + 20 ? value.replaceAll(/\s+/g, ' ') : `${value[0]}…${value[0]}`}`).join('')
  return `<${one.tag}${attributes}${text[one.openEnd - 2] === '/' ? '/' : ''}>`
}

/** The name that an attribute or a child gives to an element. */
function identityOf(text: string, one: Element): string {
  const [, value = ''] = attributesOf(text, one).find(([name]) => /^(?:[\w.-]+:)?(?:name|id|key|include)$/i.test(name)) ?? []
  if (value.length > 2) return brief(value.slice(1, -1), SHORT)
  const child = one.children.slice(0, 8).find(({ tag, count }) => count === 0 && /^(?:[\w.-]+:)?(?:artifactId|name|id|key|title)$/i.test(tag))
  return child === undefined ? '' : brief(plain(text.slice(child.openEnd, Math.min(child.close, child.openEnd + LONGEST_INNER))), SHORT)
}

const nameOf = (text: string, one: Element): string => identityOf(text, one) || one.tag

/** The first line of the remark above an element. */
function remarkOf(text: string, one: Element, level: Level): string {
  if (level === 'shape' || one.start === one.open) return ''
  const words = text.slice(one.start + 4, Math.min(one.open, one.start + LONGEST_INNER)).replace(/-->[^]*$/, '').trim().split('\n')[0] ?? ''
  return words === '' ? '' : `${indentOf(text, one)}<!-- ${brief(words)} -->\n`
}

/** XML, and the many formats that are written in it. */
export default defineScanner({
  name: 'xml', title: 'XML', family: 'data',
  extensions: [
    '.xml', '.xsd', '.xsl', '.xslt', '.svg', '.plist', '.csproj', '.fsproj', '.vbproj', '.vcxproj', '.props', '.targets', '.nuspec', '.resx', '.config', '.wsdl', '.rss', '.atom',
    '.xaml', '.axml', '.storyboard', '.xib', '.gpx', '.kml', '.iml', '.xhtml', '.dita', '.rdf', '.owl', '.xliff', '.xlf', '.ui', '.qrc', '.tmx', '.sitemap', '.entitlements', '.conf', '.cfg',
  ],
  filenames: ['pom.xml', '.classpath', '.project'],
  // Settings of other kinds share some of these endings.
  owns: /^\uFEFF?\s*(?:<|$)/,
  remark: ['<!-- ', ' -->'], scan: scanXml,
})
