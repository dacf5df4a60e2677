import type { FileView, FolderView, Format, PageView } from '../../src/core/format.ts'

/** A small file, with what a test wants to say about it. */
export const fileView = (said: Partial<FileView> = {}): FileView => ({
  path: 'src/main.rs', language: 'rust', level: 'full', priority: 50, originalTokens: 823, tokens: 823,
  md5: 'd41d8cd98f00b204e9800998ecf8427e', sha8: '9f8e7d6c', body: '', hidden: 0, originalLines: 40, ...said,
})

/** A page with nothing on it, with what a test wants to say about it. */
export const pageView = (said: Partial<PageView> = {}): PageView => ({
  version: '0.1.0', lens: 'default', strategy: 'adaptive', budget: 15000, utilized: 14997, meter: 'o200k', frozen: true,
  timestamp: '1970-01-01T00:00:00Z', files: [], lines: [], folders: [], facts: [['project_root', '.']], notices: [], related: [], ...said,
})

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

const isFolder = (view: FileView | FolderView): view is FolderView => !('level' in view)

/** A page as the core prints it. The page's files have their bodies here; `open` sees them without. */
export function print(format: Format, page: PageView, brief = false): string {
  const bare = { ...page, files: page.files.map((view) => ({ ...view, body: '' })) }
  const entries = [...page.folders, ...page.lines].sort(byPath).map((view) => (isFolder(view) ? format.folder(view) : format.line(view)))
  const outline = entries.length === 0 ? '' : format.outline.open(bare) + entries.join(format.join) + format.outline.close(bare)
  const files = page.files.map((view) => {
    const { head, tail } = format.file(view)
    return head + format.body(view.body, view) + tail
  })
  return format.open(bare, brief) + outline + files.join(format.join) + format.close(bare, brief)
}
