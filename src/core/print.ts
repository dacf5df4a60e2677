import type { FileView, Format, PageView } from './format.ts'
import type { Page, ShownWhole } from './page.ts'
import type { Entry } from './ports.ts'

/** Prints a page part by part, so that it can be streamed. */
export function* print(page: Page, format: Format, brief: boolean): Iterable<string> {
  yield format.open(page, brief)
  yield* printInner(page, format)
  yield format.close(page, brief)
}

/** What stands between the opening and the closing of a page. It does not depend on how many tokens the page says it has. */
export function* printInner(page: Page, format: Format): Iterable<string> {
  for (const piece of innerPieces(page, format)) yield textOf(piece)
}

/** A part of a page: what stands around files, a file that is shown as it was read, or what is shown of one. */
export type Piece = string | { readonly entry: Entry } | (() => string)

/** The text of a part. */
export const textOf = (piece: Piece): string => (typeof piece === 'string' ? piece : typeof piece === 'function' ? piece() : piece.entry.text)

/** The parts between the opening and the closing. No text is held longer than it takes to use it, and that of a file which is shown as it was read is not asked for. */
function* innerPieces(page: Page, format: Format): Iterable<Piece> {
  yield* earlyOutline(page, format)
  for (const [i, place] of orderOf(page, format).entries()) {
    if (i > 0) yield format.join
    const { head, body, tail } = filePieces(page, format, place)
    yield head
    yield body
    yield tail
  }
  if (isLate(page, format)) yield lateOutline(page, format)
}

/** The outline that stands before the files, in parts. */
export const earlyOutline = (page: PageView, format: Format): Iterable<string> => (isLate(page, format) ? [] : printOutline(page, format))

/** An outline changes whenever a file does: where what seldom changes comes first, it stands after the files. */
const isLate = (page: PageView, format: Format): boolean => page.restless !== undefined && format.looseOutline === true

/** The outline that stands after the files; empty when it stands before them. */
export function lateOutline(page: PageView, format: Format): string {
  if (!isLate(page, format)) return ''
  const outline = [...printOutline(page, format)].join('')
  return outline === '' || page.files.length === 0 ? outline : format.join + outline
}

/** The places of the files in the order of the format. */
export function orderOf(page: Page, format: Format): number[] {
  const places = [...page.files.keys()]
  const priority = (place: number): number => page.files[place]?.priority ?? 0
  if (format.bestFirst) return places.sort((a, b) => priority(b) - priority(a))
  const { restless } = page
  const unrest = (place: number): number => restless?.get(page.files[place]?.path ?? '') ?? 0
  // Not by subtraction: what is worked on is infinitely restless.
  return restless === undefined ? places : places.sort((a, b) => Number(unrest(a) > unrest(b)) - Number(unrest(a) < unrest(b)) || a - b)
}

/** A file with what stands around it. */
export function filePieces(page: Page, format: Format, place: number): { readonly head: string; readonly body: ShownWhole | (() => string); readonly tail: string } {
  const body = page.wholeAt?.(place)
  const { head, tail } = format.file(viewAt(page, format, { place, body: body?.whole.gist }))
  return { head, body: body ?? (() => bodyAt(page, format, place)), tail }
}

/** A file as its format prints it; with what its frame depends on in place of its body, where that is known. */
export function viewAt(page: Page, format: Format, { place, body = page.bodyOf(place) }: { place: number; body?: string | undefined }): FileView {
  const view = page.files[place] as FileView
  return format.checksums === false ? { ...view, body } : { ...view, md5: page.md5Of(place), body }
}

function bodyAt(page: Page, format: Format, place: number): string {
  const view = viewAt(page, format, { place })
  return format.body(view.body, view)
}

function* printOutline(page: PageView, format: Format): Iterable<string> {
  const entries = [...page.folders.map((view) => ({ path: view.path, text: format.folder(view) })), ...page.lines.map((view) => ({ path: view.path, text: format.line(view) }))]
    .filter((entry) => entry.text !== '')
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  if (entries.length === 0) return
  yield format.outline.open(page)
  for (const [i, entry] of entries.entries()) yield i === 0 ? entry.text : format.join + entry.text
  yield format.outline.close(page)
}
