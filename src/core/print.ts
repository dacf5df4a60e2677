import type { FileView, Format } from './format.ts'
import type { Page } from './page.ts'

/** How a page is printed. */
export interface Way {
  /** Without its metadata. */
  readonly brief: boolean
  /** The places of files whose text the format prints as it is: filled as they are met, and not looked at a second time. */
  readonly plain?: Set<number>
}

/** Prints a page part by part, so that it can be streamed. */
export function* print(page: Page, format: Format, { brief, plain }: Way): Iterable<string> {
  yield format.open(page, brief)
  for (const { text } of innerPieces(page, format, plain)) yield text
  yield format.close(page, brief)
}

/** What stands between the opening and the closing of a page. It does not depend on how many tokens the page says it has. */
export function* printInner(page: Page, format: Format): Iterable<string> {
  for (const { text } of innerPieces(page, format)) yield text
}

/** A part of a page; its tokens where they are known. */
export interface Piece {
  readonly text: string
  readonly tokens?: number
}

/** The parts between the opening and the closing. No text is held longer than it takes to use it. */
export function* innerPieces(page: Page, format: Format, plain = new Set<number>()): Iterable<Piece> {
  for (const text of printOutline(page, format)) yield { text }
  for (const [i, place] of orderOf(page, format).entries()) {
    if (i > 0) yield { text: format.join }
    const view = { ...(page.files[place] as FileView), body: page.bodyOf(place) }
    const text = plain.has(place) ? view.body : format.body(view.body, view)
    if (text === view.body) plain.add(place)
    yield* filePieces(view, format, text)
  }
}

/** The places of the files in the order of the format. */
function orderOf(page: Page, format: Format): number[] {
  const places = [...page.files.keys()]
  const priority = (place: number): number => page.files[place]?.priority ?? 0
  return format.bestFirst ? places.sort((a, b) => priority(b) - priority(a)) : places
}

function* filePieces(view: FileView, format: Format, text: string): Iterable<Piece> {
  const { head, tail } = format.file(view)
  yield { text: head }
  yield text === view.body ? { text, tokens: view.tokens } : { text }
  yield { text: tail }
}

function* printOutline(page: Page, format: Format): Iterable<string> {
  const entries = [...page.folders.map((view) => ({ path: view.path, text: format.folder(view) })), ...page.lines.map((view) => ({ path: view.path, text: format.line(view) }))]
    .filter((entry) => entry.text !== '')
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  if (entries.length === 0) return
  yield format.outline.open(page)
  for (const [i, entry] of entries.entries()) yield i === 0 ? entry.text : format.join + entry.text
  yield format.outline.close(page)
}
