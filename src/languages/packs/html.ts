// HTML by its tags: the title and the headings at `shape`; landmarks, forms and their fields, what it links and what its scripts define at `detail`.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import type { Inner } from '../language.ts'
import { defineScanner } from '../language.ts'
import { brief, form, holder, leaf } from '../leaf.ts'
import { languageIn, type Part, pageEmbeds, partsOf } from '../page.ts'
import type { Span } from '../span.ts'
import { lineEnd } from '../span.ts'

const TAG = /<(title|h[1-6]|nav|main|header|footer|section|article|aside|form|input|select|textarea|button|a|link|iframe|dialog|[a-z]\w*-[\w-]+)\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>/gi
const NAMED = /\b(id|name|action|href|src|for|role|aria-label)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
const TEXTS = /^(?:title|h[1-6]|button|a)$/i

/** Cuts a page into what it says by tags. */
function scanHtml(text: string, inner: Inner): Parsed {
  const parts = partsOf(text).filter(({ tag }) => tag !== 'template')
  const tiles: Tile[] = []
  let at = 0
  for (const part of [...parts, { start: text.length, end: text.length } as Part]) {
    for (const tile of tagsIn(text, { start: at, end: part.start })) tiles.push(tile)
    if (part.tag === 'script') tiles.push(...scriptTiles(text, part, inner))
    at = Math.max(at, part.end)
  }
  return tiles.length > 0 ? { tiles } : inner.apart('text', text)
}

function* tagsIn(text: string, { start, end }: Span): Iterable<Tile> {
  const pattern = new RegExp(TAG)
  pattern.lastIndex = start
  for (let match = pattern.exec(text); match !== null && match.index < end; match = pattern.exec(text)) {
    const [open, tag = '', says = ''] = match
    const stop = Math.min(end, TEXTS.test(tag) ? closeOf(text, tag, match.index + open.length) : match.index + open.length)
    const tile = tagTile(text, { tag: tag.toLowerCase(), says, start: match.index, end: stop, inside: { start: match.index + open.length, end: stop } })
    if (tile === undefined) continue
    yield tile
    pattern.lastIndex = stop
  }
}

/** The end of an element that holds a few words; one that is not closed nearby ends with its line. */
function closeOf(text: string, tag: string, from: number): number {
  const near = text.slice(from, from + LONGEST)
  const close = near.search(new RegExp(`</${tag}\\s*>`, 'i'))
  return close < 0 ? Math.min(lineEnd(text, from), text.length) : from + near.indexOf('>', close) + 1
}

const LONGEST = 2000

function tagTile(text: string, { tag, says, start, end, inside }: Part): Tile | undefined {
  const words = brief(text.slice(inside.start, inside.end).replace(/<[^<>]*>?/g, ' '), 120)
  const attributes = [...says.matchAll(NAMED)].map(([, name, a, b, c]) => `${name ?? ''}="${brief(a ?? b ?? c ?? '', 80)}"`)
  const heading = /^(?:title|h[1-6])$/.test(tag)
  if (!heading && attributes.length === 0) return undefined
  const shown = `<${[tag, ...attributes].join(' ')}>${TEXTS.test(tag) ? `${words}</${tag}>` : ''}\n`
  const name = heading ? words : /\b(?:id|name)="([^"]*)"/.exec(attributes.join(' '))?.[1] ?? ''
  return leaf(text, { kind: heading ? 'heading' : 'entry', name, start, end }, { detail: shown, shape: heading ? `<${tag}>${words}</${tag}>\n` : '' })
}

const DEFINES = new Set(['function', 'class', 'method', 'module', 'interface', 'enum', 'type'])

/** The source of a script, or the functions and classes that it defines. */
function scriptTiles(text: string, part: Part, inner: Inner): Tile[] {
  const source = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(part.says)
  const place = { kind: 'module' as const, name: 'script', start: part.start, end: part.end }
  if (source !== null) return [leaf(text, { ...place, kind: 'import' }, { detail: `<script src="${source[1] ?? source[2] ?? ''}"></script>\n`, shape: '' })]
  const tiles = inner.within(languageIn(part), part.inside).tiles.filter(({ kind }) => DEFINES.has(kind))
  const start = tiles[0]?.start
  return start === undefined ? [] : [holder(place, { start, end: part.inside.end, tiles }, { detail: form('<script>\n', '</script>\n'), shape: form('<script>\n', '</script>\n') })]
}

/** HTML. */
export default defineScanner({
  name: 'html', title: 'HTML', family: 'code', extensions: ['.html', '.htm', '.xhtml'], remark: ['<!-- ', ' -->'], embeds: pageEmbeds, scan: scanHtml,
})
