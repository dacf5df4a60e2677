import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import type { Inner } from '../language.ts'
import { defineScanner } from '../language.ts'
import { form, holder } from '../leaf.ts'
import { imports, resolve } from '../modules/ecmascript.ts'
import { pageEmbeds, scanComponent } from '../page.ts'

/** Code that is never closed runs to the end. Only the beginning of a page is looked at. */
const FRONT = /^(\uFEFF?\s*---[ \t]*\r?\n)([^]*?)(?:^---[ \t]*(?:\r?\n|$(?![^]))|$(?![^]))/my

/** An Astro page: TypeScript between two lines of dashes, then a component. */
function scanAstro(text: string, inner: Inner): Parsed {
  FRONT.lastIndex = 0
  const front = FRONT.exec(text)
  if (front === null) return scanComponent(text, inner)
  const [whole, open = '', code = ''] = front
  const body = { start: open.length, end: open.length + code.length }
  const rest = scanComponent(text.slice(whole.length), { ...inner, within: (language, { start, end }) => inner.within(language, { start: start + whole.length, end: end + whole.length }) })
  return { tiles: [fence(text, inner, { body, end: whole.length }), ...rest.tiles.map((tile) => placed(tile, whole.length))] }
}

function fence(text: string, inner: Inner, { body, end }: { body: { start: number; end: number }; end: number }): Tile {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const frame = form('---\n', '---\n')
  return holder({ kind: 'module', name: 'script', start, end }, { ...body, tiles: inner.within('typescript', body).tiles }, { detail: frame, shape: frame })
}

/** What a script holds stands in the whole text already; the tile around it does not. */
function placed(tile: Tile, by: number): Tile {
  const moved = { ...tile, start: tile.start + by, end: tile.end + by }
  return tile.body === undefined ? moved : { ...moved, body: { ...tile.body, start: tile.body.start + by, end: tile.body.end + by } }
}

/** Astro pages and components. */
export default defineScanner({
  name: 'astro', title: 'Astro', family: 'code', extensions: ['.astro'], remark: ['<!-- ', ' -->'], quotes: '"\'`', imports, resolve, embeds: (text) => ['typescript', ...pageEmbeds(text)], scan: scanAstro,
})
