import type { FileView, Format } from './format.ts'
import type { Page } from './page.ts'

/** Prints a page part by part, so that it can be streamed. */
export function* print(page: Page, format: Format, brief: boolean): Iterable<string> {
  yield format.open(page, brief)
  yield* printInner(page, format)
  yield format.close(page, brief)
}

/** What stands between the opening and the closing of a page. It does not depend on how many tokens the page says it has. */
export function* printInner(page: Page, format: Format): Iterable<string> {
  yield* printOutline(page, format)
  for (const [i, view] of filesOf(page, format).entries()) {
    if (i > 0) yield format.join
    yield* printFile(view, format)
  }
}

/** The files with their bodies, in the order of the format. */
function filesOf(page: Page, format: Format): FileView[] {
  const files = page.files.map((view, i) => ({ ...view, body: page.bodies[i] as string }))
  return format.bestFirst ? files.sort((a, b) => b.priority - a.priority) : files
}

function* printFile(view: FileView, format: Format): Iterable<string> {
  const { head, tail } = format.file(view)
  yield head
  yield format.body(view.body, view)
  yield tail
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
