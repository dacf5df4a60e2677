// What a page shows, file by file: the text, which level holds where, and what every remark stands for.
import { createHash } from 'node:crypto'
import { isDefinition, qualifiedName, walk } from '../core/block.ts'
import type { Compiled } from '../core/compile.ts'
import type { FileView } from '../core/format.ts'
import { handleOf } from '../core/handle.ts'
import { LEVELS } from '../core/level.ts'
import type { Page } from '../core/page.ts'
import { linesIn } from '../core/whole.ts'
import type { FilePlan } from '../core/plan.ts'
import { type Mark, write } from '../core/write.ts'
import type { Gap, Hit, PreviewFile, PreviewIndex } from './contract.ts'
import { lineCounter } from './why.ts'

/** Names that a remark tells at the most. */
const MOST_NAMES = 12

/** A page and the plan behind it; `order` is that of the printed files. */
export interface Shown {
  readonly compiled: Pick<Compiled, 'page' | 'plan'>
  readonly order: readonly number[]
}

/** Every file on the page as columns. */
export function indexOf({ compiled: { page }, order }: Shown): PreviewIndex {
  const views = order.map((place) => page.files[place] as FileView)
  return {
    path: views.map(({ path }) => path), level: views.map(({ level }) => LEVELS.indexOf(level)), tokens: views.map(({ tokens }) => tokens), whole: views.map(({ originalTokens }) => originalTokens),
    lines: order.map((place) => linesShown(page, place)), mark: order.map((place) => markOf(page, place)),
  }
}

/** What follows the last newline is a line only when there is something. A file that is shown whole need not be read to be counted. */
function linesShown(page: Page, place: number): number {
  const whole = page.wholeAt?.(place)?.whole
  const text = whole === undefined ? page.bodyOf(place) : whole.tail === '' ? whole.head : whole.tail
  return (whole?.lines ?? linesIn(text)) - (text.endsWith('\n') || text === '' ? 1 : 0)
}

function markOf(page: Page, place: number): string {
  const { sha8 } = page.files[place] as FileView
  return page.wholeAt?.(place) === undefined ? createHash('sha1').update(page.bodyOf(place)).digest('hex').slice(0, 12) : sha8
}

/** Lines that are given at the most. */
const MOST_FOUND = 1000

/** The lines that hold some words, whatever their case. */
export function linesWith({ compiled: { page }, order }: Shown, words: string): Hit[] {
  const [found, wanted]: [Hit[], string] = [[], words.toLowerCase()]
  for (const [file, place] of order.entries()) {
    const text = page.bodyOf(place).toLowerCase()
    const lineAt = lineCounter(text)
    for (let at = text.indexOf(wanted); at >= 0 && found.length < MOST_FOUND; at = text.indexOf(wanted, endOfLine(text, at))) found.push([file, lineAt(at) - 1])
    if (found.length === MOST_FOUND) break
  }
  return found
}

const endOfLine = (text: string, at: number): number => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at))

/** Some files in the order of the page, until they are many or long; at least one. */
export function filesFrom({ compiled: { page, plan }, order }: Shown, { from, count, most }: { from: number; count: number; most: number }): PreviewFile[] {
  const planned = new Map(plan.files.filter(({ opened }) => opened).map((file) => [file.file.entry.path, file]))
  const files: PreviewFile[] = []
  let room = most
  for (const place of order.slice(from, from + count)) {
    const view = page.files[place] as FileView
    const text = page.bodyOf(place)
    if (files.length > 0 && text.length > room) break
    room -= text.length
    files.push(previewFile(view, text, planned.get(view.path)))
  }
  return files
}

/** One file with its marks. `first` is the line at which its text begins, when it is a range of lines. */
export function previewFile(view: FileView, text: string, plan: FilePlan | undefined, first = 1): PreviewFile {
  const { path, language, level, tokens, originalTokens: whole, hidden, sha8 } = view
  return { path, language, level, tokens, whole, hidden, handle: handleOf(path, sha8), text, ...marksIn(plan, text, { level: LEVELS.indexOf(level), first }) }
}

type Marks = Pick<PreviewFile, 'levels' | 'gaps'>

/** Writes the file once more and listens: levels and remarks by line. */
function marksIn(plan: FilePlan | undefined, shown: string, { level, first }: { level: number; first: number }): Marks {
  if (plan?.file.parts === undefined || plan.card) return { levels: [[0, level]], gaps: [] }
  const { file: { entry: { text }, parts: { block }, remark }, levelOf: of, bare: terse } = plan
  const marks: Mark[] = []
  const { text: written } = write(block, text, { of, remark, terse, told: (mark) => marks.push(mark) })
  const lineIn = lineCounter(written)
  const sourceLine = lineCounter(text)
  const levels: [number, number][] = []
  const gaps: Gap[] = []
  for (const mark of marks) {
    const line = lineIn(mark.at) - 1
    put(levels, line, LEVELS.indexOf(mark.level))
    if (mark.last === undefined) continue
    const [from, to] = [sourceLine(mark.block.start), sourceLine(Math.max(mark.block.start, mark.last.end - 1))]
    gaps.push({ line, names: namesIn(plan, mark), target: `file=${entry(plan)}:${from + first - 1}-${to + first - 1}` })
  }
  return { levels: levels.length === 0 ? [[0, level]] : levels, gaps: gaps.filter(({ line }) => line < linesIn(shown)) }
}

const entry = ({ file }: FilePlan): string => file.entry.path

/** Of what begins on one line the first counts; what has the same level goes on. */
function put(levels: [number, number][], line: number, level: number): void {
  const last = levels.at(-1)
  if (last?.[0] === line || last?.[1] === level) return
  levels.push([line, level])
}

/** The definitions between two blocks of one file, by name. */
function namesIn({ file }: FilePlan, { block, last = block }: Mark): string[] {
  const names: string[] = []
  for (const one of file.parts === undefined ? [] : walk(file.parts.block)) {
    if (one.start >= last.end || names.length === MOST_NAMES) break
    if (one.start >= block.start && one.end <= last.end && isDefinition(one)) names.push(qualifiedName(one))
  }
  return names
}
