// A plan as a format sees it.
import type { FileView, FolderView, Framing, PageView, ZoomView } from './format.ts'
import { type FilePlan, levelOfFile, type Plan } from './plan.ts'
import type { Entry, Meter } from './ports.ts'
import { type CorpusFile, isAbout, sizeOf } from './corpus.ts'
import { fileViewOf, wholeViewOf } from './price.ts'
import { roughly } from './rough.ts'
import { linesIn, type Whole } from './whole.ts'
import { definitionsIn, write } from './write.ts'

export { linesIn } from './whole.ts'

/** What is true of a page beyond the plan. */
export interface About {
  readonly version: string
  readonly lens: string
  readonly strategy: string
  /** 0 when there is none. */
  readonly budget: number
  readonly frozen: boolean
  readonly timestamp: string
  readonly facts: readonly (readonly [string, string])[]
  readonly notices: readonly string[]
  readonly related: readonly ZoomView[]
  readonly restless?: ReadonlyMap<string, number>
  readonly framing?: Framing
}

/** A page whose files give their text when it is asked for: a page of everything must not be held twice. */
export interface Page extends PageView {
  /** What is shown of the file at a place in `files`. */
  bodyOf(place: number): string
  /** Its MD5, which views are without. */
  md5Of(place: number): string
  /** The file at a place when it is shown as it was read, and enough is known of its text. */
  wholeAt?(place: number): ShownWhole | undefined
}

/** A file that is shown as it was read. */
export interface ShownWhole {
  readonly entry: Entry
  readonly whole: Whole
}

/** A page with nothing on it. */
export const emptyPage = (about: About, meter: Meter): PageView => ({ ...about, meter: meter.name, utilized: about.budget, files: [], lines: [], folders: [] })

/** The page of a plan. `utilized` is filled in when it has been counted. With `wholeOf`, texts of which it knows enough are not read. */
export function pageOf(plan: Plan, about: About, { meter, wholeOf }: { meter: Meter; wholeOf?: (file: CorpusFile) => Whole | undefined }): Page {
  const opened = plan.files.filter((file) => file.opened).map((file) => wholeView(file, wholeOf) ?? openedView(file, meter))
  return {
    ...emptyPage(about, meter),
    files: opened.map(({ view }) => view),
    bodyOf: (place) => opened[place]?.written ?? opened[place]?.entry.text ?? '',
    md5Of: (place) => opened[place]?.entry.md5 ?? '',
    wholeAt: (place) => shownIn(opened[place]),
    lines: plan.files.filter((file) => file.listed && !file.opened).map(({ file }) => lineView(file)),
    folders: folderViews(plan),
  }
}

const listedBefore = new WeakMap<CorpusFile, FileView>()

function lineView(file: CorpusFile): FileView {
  const view = listedBefore.get(file) ?? { ...fileViewOf(file), level: 'line' as const, tokens: 0 }
  listedBefore.set(file, view)
  return view
}

interface Opened {
  readonly entry: Entry
  readonly view: FileView
  /** What is shown of it; absent for a text that is shown whole, which is asked for again when it is printed, so that it need not be kept. */
  readonly written?: string | undefined
  readonly whole?: Whole | undefined
}

const shownIn = (opened: Opened | undefined): ShownWhole | undefined => (opened?.whole === undefined ? undefined : opened as ShownWhole)

function wholeView({ file, opened }: FilePlan, wholeOf: ((file: CorpusFile) => Whole | undefined) | undefined): Opened | undefined {
  const whole = !opened || file.parts !== undefined ? undefined : wholeOf?.(file)
  if (whole === undefined) return undefined
  return { entry: file.entry, view: wholeViewOf(file, whole.lines), whole }
}

const openedBefore = new WeakMap<FilePlan, { readonly meter: Meter; readonly opened: Opened }>()

/** Plans of one search share most of their files: what is shown of those is written and counted once. */
function openedView(plan: FilePlan, meter: Meter): Opened {
  const known = openedBefore.get(plan)
  if (known?.meter === meter) return known.opened
  const opened = opening(plan, meter)
  openedBefore.set(plan, { meter, opened })
  return opened
}

function opening(plan: FilePlan, meter: Meter): Opened {
  const { file } = plan
  const { text } = file.entry
  const written = file.parts === undefined ? { text, hidden: 0 } : plan.card ? { text: file.parts.card ?? '', hidden: definitionsIn(file.parts.block) } : unmarked(write(file.parts.block, text, { of: plan.levelOf, remark: file.remark, terse: plan.bare }), plan.bare)
  const whole = written.text === text
  const view = {
    ...fileViewOf(file), level: levelOfFile(plan), hidden: written.hidden,
    tokens: whole ? file.tokens : meter.count(written.text), originalLines: linesIn(text),
  }
  return { entry: file.entry, view, written: whole ? undefined : written.text }
}

/** A byte order mark says nothing of the code, and tokenizers do not agree on what it costs: a page for a task does without. */
const unmarked = (written: ReturnType<typeof write>, bare: boolean): ReturnType<typeof write> =>
  (bare && written.text.startsWith('\uFEFF') ? { ...written, text: written.text.slice(1) } : written)

interface Count { readonly path: string; files: number; tokens: number; about: boolean }

/** Files without a line of their own are counted in the nearest folder that has one. */
function folderViews(plan: Plan): FolderView[] {
  const counts = new Map<string, Count>()
  // Files of one folder follow each other: their home is looked for once.
  let folder = '/'
  let home: Count | undefined
  for (const { file, listed, opened } of plan.files) {
    if (listed || opened) continue
    const { path } = file.entry
    // Whoever follows a file in its folder has its last slash there and the same letters before it.
    if (path.lastIndexOf('/') !== folder.length - 1 || !path.startsWith(folder)) {
      folder = path.slice(0, path.lastIndexOf('/') + 1)
      home = countIn(counts, homeOf(folder, plan.folders))
    }
    if (home === undefined) continue
    home.files++
    home.tokens += sizeOf(file)
    home.about ||= isAbout(file)
  }
  return [...counts.values()].map(({ path, files, tokens, about }) => ({ path, files, ...(about ? { tokens: roughly(tokens, 2), about } : { tokens }) }))
}

function countIn(counts: Map<string, Count>, path: string | undefined): Count | undefined {
  if (path === undefined) return undefined
  const known = counts.get(path)
  if (known !== undefined) return known
  const count = { path, files: 0, tokens: 0, about: false }
  counts.set(path, count)
  return count
}

/** The nearest of some folders that holds a path. */
function homeOf(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
    const folder = path.slice(0, slash + 1)
    if (folders.has(folder)) return folder
    if (slash === 0) break
  }
  return folders.has('./') ? './' : undefined
}
