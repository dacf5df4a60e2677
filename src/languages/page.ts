// Pages that are made of parts in other languages: scripts, templates and styles between their tags.
import type { Tile } from '../core/block.ts'
import type { Parsed } from '../core/ports.ts'
import type { Inner } from './language.ts'
import { brief, counted, form, holder, leaf } from './leaf.ts'
import type { Span } from './span.ts'
import { fromLineStart, toLineEnd } from './span.ts'

/** A part between two tags. */
export interface Part extends Span {
  readonly tag: string
  /** What the opening tag says: ` lang="ts" setup`. */
  readonly says: string
  /** Where its text begins and ends. */
  readonly inside: Span
}

const OPENING = /<(script|style|template)\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>/gi

/** The scripts, styles and outermost templates of a page, in its order. What is never closed runs to the end. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  const pattern = new RegExp(OPENING)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [open, tag = '', says = ''] = match
    const from = match.index + open.length
    const close = closeOf(text, tag.toLowerCase(), from)
    const end = close < 0 ? text.length : text.indexOf('>', close) + 1 || text.length
    if (!says.endsWith('/')) parts.push({ tag: tag.toLowerCase(), says: says.trim(), start: match.index, end, inside: { start: from, end: close < 0 ? text.length : close } })
    pattern.lastIndex = says.endsWith('/') ? from : Math.max(end, from)
  }
  return parts
}

/** A template may hold templates; a script or style ends at its first closing tag. */
function closeOf(text: string, tag: string, from: number): number {
  const pattern = new RegExp(`<(/?)${tag}\\b[^<>]*?(/?)>`, 'gi')
  pattern.lastIndex = from
  let depth = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[1] === '/') {
      if (depth === 0) return match.index
      depth--
    } else if (tag === 'template' && match[2] !== '/') depth++
  }
  return -1
}

/** The language of a script or style: what it says, else the usual one. */
export function languageIn({ tag, says }: Pick<Part, 'tag' | 'says'>): string {
  const named = /\blang\s*=\s*["']?([\w-]+)/i.exec(says)?.[1]?.toLowerCase()
  return named ?? (tag === 'style' ? 'css' : /\btype\s*=\s*["']?[\w/+-]*(?:json|importmap)/i.test(says) ? 'json' : 'javascript')
}

/** The languages that a page hands on. */
export const pageEmbeds = (text: string): string[] => [...new Set(partsOf(text).filter(({ tag }) => tag === 'script').map(languageIn))]

/** A script as a block that holds its definitions. */
export function scriptTile(text: string, part: Part, inner: Inner): Tile {
  const { start, end, inside } = part
  const { tiles } = inner.within(languageIn(part), inside)
  const place = { kind: 'module' as const, name: 'script', start: fromLineStart(text, start), end: toLineEnd(text, end) }
  const head = `<script${part.says === '' ? '' : ` ${part.says}`}>\n`
  if (tiles.length === 0) return leaf(text, place, { detail: `${head.trimEnd()}</script>\n`, shape: '' })
  const frame = form(head, '</script>\n')
  return holder(place, { start: toLineEnd(text, inside.start), end: inside.end, tiles: tiles.filter((tile) => tile.start >= toLineEnd(text, inside.start)) }, { detail: frame, shape: frame })
}

/** A style as the number of its rules. */
export function styleTile(text: string, { start, end, says, inside }: Part): Tile {
  const rules = text.slice(inside.start, inside.end).split('{').length - 1
  return leaf(text, { kind: 'entry', name: 'style', start: fromLineStart(text, start), end: toLineEnd(text, end) }, { detail: `<style${says === '' ? '' : ` ${says}`}> ${counted(rules, 'rule')} </style>\n`, shape: '' })
}

/** Markup as the components and slots that it names. */
export function markupTile(text: string, { start, end }: Span, tag = ''): Tile {
  const names = componentsIn(text.slice(start, end))
  const said = names.length === 0 ? counted(text.slice(start, end).trim().split('\n').length, 'line') : brief(names.join(', '), 200)
  return leaf(text, { kind: 'entry', name: tag === '' ? 'markup' : tag, start: fromLineStart(text, start), end: toLineEnd(text, end) }, { detail: tag === '' ? `<!-- ${said} -->\n` : `<${tag}> ${said} </${tag}>\n`, shape: '' })
}

const MOST_NAMES = 40

function componentsIn(markup: string): string[] {
  const names = new Set<string>()
  for (const [, tag = '', says = ''] of markup.matchAll(/<([A-Z][\w.:-]*|[a-z][\w]*-[\w.-]*|slot)\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>/g)) {
    if (names.size >= MOST_NAMES) break
    const slot = tag === 'slot' ? /\bname\s*=\s*["']?([\w-]+)/.exec(says)?.[1] : undefined
    names.add(slot === undefined ? tag : `slot[${slot}]`)
  }
  return [...names]
}

/** A component: scripts by their definitions, markup by the components it uses, styles by their number of rules. */
export function scanComponent(text: string, inner: Inner): Parsed {
  const parts = partsOf(text)
  const tiles: Tile[] = []
  let at = 0
  const markup = (until: number): void => {
    if (text.slice(at, until).replace(/^\uFEFF/, '').trim() !== '') tiles.push(markupTile(text, { start: startOf(text, at, until), end: until }))
  }
  for (const part of parts) {
    markup(fromLineStart(text, part.start))
    tiles.push(part.tag === 'script' ? scriptTile(text, part, inner) : part.tag === 'style' ? styleTile(text, part) : markupTile(text, part, 'template'))
    at = tiles.at(-1)?.end ?? at
  }
  markup(text.length)
  const sound = tiles.filter((tile, i) => tile.start >= (tiles[i - 1]?.end ?? 0) && tile.end > tile.start)
  // A page without a script still says something at `shape`.
  return { tiles: sound.some(({ shape }) => shape.head !== '') ? sound : sound.map((tile) => ({ ...tile, shape: tile.detail })) }
}

/** The first character that says something. */
function startOf(text: string, from: number, to: number): number {
  let at = from
  while (at < to && text.charCodeAt(at) <= 32) at++
  return fromLineStart(text, at) < from ? at : fromLineStart(text, at)
}
