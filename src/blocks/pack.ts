// A plan as blocks: what was chosen from a repository becomes a context that can be fitted again without it. A file is one block, a long one several; each has the text
// at the plan's levels, the text one level lower as its summary, and a priority by its score.
import { type Block, isDefinition, qualifiedName, walk } from '../core/block.ts'
import type { CorpusFile } from '../core/corpus.ts'
import { heightOf, type Level, lower } from '../core/level.ts'
import type { FilePlan, Plan } from '../core/plan.ts'
import type { LevelOf } from '../core/write.ts'
import { write } from '../core/write.ts'
import { LANGS, PRIORITY_WORDS } from './schema.ts'
import { bytesOf } from './text.ts'
import { treeOf } from './tree.ts'
import type { Priority, TypedBlock } from './typed.ts'

/** One block before it has a priority. */
interface Piece {
  readonly block: TypedBlock
  readonly score: number
  /** It had to be shown whatever it cost. */
  readonly pinned: boolean
  /** How much of it there is, in characters. */
  readonly size: number
}

/** The blocks of a plan, each followed by its priority, in the order of paths. What has only a line is in a tree at the end. `parsed` gives the blocks of a file that was not parsed for the plan. */
export function blocksOfPlan(plan: Plan, parsed: (file: CorpusFile) => Block | undefined): TypedBlock[] {
  const pieces = plan.files.filter(({ opened }) => opened).flatMap((file) => piecesOf(file, parsed))
  const priorities = prioritiesFor(pieces)
  const blocks = pieces.flatMap(({ block }, i) => withPriority(block, priorities[i] as Priority, 2 * i))
  const tree = treeOf(plan)
  return tree === undefined ? blocks : [...blocks, ...withPriority(tree, 'low', blocks.length)]
}

const withPriority = (block: TypedBlock, priority: Priority, target: number): TypedBlock[] =>
  [block, { type: 'annotation', target, kind: 'priority', value: Uint8Array.of(PRIORITY_WORDS.from + PRIORITY_WORDS.words.indexOf(priority)) }]

/** The share of all text, the best first, that is of high priority, and that which is of high or normal. */
const HIGH = 0.25
const NORMAL = 0.65

/** Priorities go by rank: scores of two tasks, or of a task and an overview, are not alike. What was pinned is critical. */
function prioritiesFor(pieces: readonly Piece[]): Priority[] {
  const free = [...pieces.keys()].filter((i) => !(pieces[i] as Piece).pinned).sort((a, b) => (pieces[b] as Piece).score - (pieces[a] as Piece).score || a - b)
  const whole = free.reduce((sum, i) => sum + (pieces[i] as Piece).size, 0)
  const priorities: Priority[] = pieces.map(() => 'critical')
  let before = 0
  for (const i of free) {
    priorities[i] = before < HIGH * whole || before === 0 ? 'high' : before < NORMAL * whole ? 'normal' : 'low'
    before += (pieces[i] as Piece).size
  }
  return priorities
}

/** A file as it is written: all of it, or some of its blocks. */
interface Excerpt {
  readonly file: CorpusFile
  readonly root: Block
  readonly children: readonly Block[]
  readonly levelOf: LevelOf
  readonly bare: boolean
  /** Where it begins and ends in the text, when it is not where its children do. */
  readonly span?: readonly [number, number]
}

/** Longer texts are cut between definitions, in characters: about a thousand tokens. */
const LONG = 4000

function piecesOf({ file, bare, levelOf }: FilePlan, parsed: (file: CorpusFile) => Block | undefined): Piece[] {
  const root = file.parts?.block ?? parsed(file)
  const all: LevelOf = file.parts === undefined ? () => 'full' : levelOf
  if (root === undefined || root.children.length === 0) return [pieceOf(file, file.entry.text, {})]
  return cuts({ file, root, children: root.children, levelOf: all, bare }).map((excerpt, _, list) => {
    const text = written(excerpt, excerpt.levelOf)
    const summary = summaryOf(excerpt, text)
    return { ...pieceOf(file, text, { ...(summary === undefined ? {} : { summary }), ...(list.length === 1 ? {} : { lines: linesOf(excerpt) }) }), score: scoreOf(excerpt) }
  })
}

/** The text of an excerpt, with each block at the level that is given. */
const written = ({ file, root, children, bare }: Excerpt, of: LevelOf): string => write({ ...root, children }, file.entry.text, { of, remark: file.remark, terse: bare }).text

/** A long file in parts, each of definitions that follow each other; a long class is cut between its members. */
function cuts(whole: Excerpt): Excerpt[] {
  if (written(whole, whole.levelOf).length <= LONG) return [whole]
  return grouped(whole).flatMap((part) => {
    const [only, ...others] = part.children.filter((child) => ownText(part, child).trim() !== '')
    return only === undefined || others.length > 0 ? [part] : inside(part, only)
  })
}

/** What one block of an excerpt adds to it. */
const ownText = (excerpt: Excerpt, child: Block): string => written({ ...excerpt, children: [child] }, excerpt.levelOf)

function grouped(whole: Excerpt): Excerpt[] {
  const groups: Block[][] = [[]]
  let size = 0
  for (const child of whole.children) {
    // White space between definitions belongs to what is around it.
    const { length } = ownText(whole, child).trim()
    if (size > 0 && size + length > LONG) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(child)
    size += length
  }
  return groups.map((children) => ({ ...whole, children }))
}

/** One definition in parts: each has the frame of the definition around some of its members, the first with all that stands above them, the others with the signature. */
function inside(part: Excerpt, child: Block): Excerpt[] {
  const inner = child.children.length === 0 || part.levelOf(child) === 'none' ? [] : cuts({ ...part, children: child.children })
  if (inner.length < 2) return [part]
  return inner.map((members, i) => {
    const frame = { ...child, children: members.children }
    const level = i === 0 ? part.levelOf(child) : lower(part.levelOf(child), 'shape')
    const [start, end] = spanOf(members)
    return { ...members, children: [frame], span: [i === 0 ? child.start : start, i === inner.length - 1 ? child.end : end], levelOf: (block) => (block === frame ? level : members.levelOf(block)) }
  })
}

const spanOf = ({ file, children, span }: Excerpt): readonly [number, number] => span ?? [children[0]?.start ?? 0, children.at(-1)?.end ?? file.entry.text.length]

/** The first and the last line of an excerpt. */
function linesOf(excerpt: Excerpt): [number, number] {
  const { text } = excerpt.file.entry
  const [start, end] = spanOf(excerpt)
  const first = text.slice(0, start).split('\n').length
  return [first, first + text.slice(start, end).replace(/\n$/, '').split('\n').length - 1]
}

/** What a text may be without being worth a form of its own. */
const SHORTER = 0.9

/** The same at the next lower level that says less: signatures and docs, then signatures, then names. */
function summaryOf(excerpt: Excerpt, shown: string): string | undefined {
  const highest = definitionsIn(excerpt).reduce((height, block) => Math.max(height, heightOf(excerpt.levelOf(block))), 0)
  const ladder: Level[] = (['detail', 'shape'] as const).filter((level) => heightOf(level) < highest)
  for (const level of ladder) {
    const text = written(excerpt, (block) => lower(excerpt.levelOf(block), level))
    if (text.trim() !== '' && text.length < SHORTER * shown.length) return text
  }
  const names = `defines ${definitionsIn(excerpt).map(qualifiedName).join(', ')}`
  return highest > 0 && names.length < SHORTER * shown.length ? names : undefined
}

const definitionsIn = ({ children, levelOf }: Excerpt): Block[] => children.flatMap((child) => [...walk(child)]).filter((block) => isDefinition(block) && levelOf(block) !== 'none')

/** The best of what is in it. */
function scoreOf({ file, children }: Excerpt): number {
  const scores = file.parts?.scores
  const inner = scores === undefined ? [] : children.flatMap((child) => [...walk(child)].map((block) => scores.get(block) ?? 0))
  return inner.length === 0 ? file.score.value : inner.reduce((best, score) => Math.max(best, score))
}

/** Names of languages here that are another there. */
const ALSO: Readonly<Record<string, string>> = { tsx: 'typescript', jsx: 'javascript', jsonc: 'json', jsonl: 'json', bash: 'shell' }

function pieceOf(file: CorpusFile, text: string, told: { readonly summary?: string; readonly lines?: [number, number] }): Piece {
  const { language, entry: { path }, score, verdict } = file
  const lang = ALSO[language] ?? language
  // A part is named as zoom names it, so that what is left out can be asked for.
  const name = told.lines === undefined ? path : `${path}:${told.lines[0]}-${told.lines[1]}`
  const content = bytesOf(text)
  const block: TypedBlock = language === 'markdown' || language === 'text'
    ? { type: 'document', title: name, content, format: language === 'markdown' ? 'markdown' : 'plain', ...(told.summary === undefined ? {} : { summary: told.summary }) }
    : { type: 'code', lang: LANGS.includes(lang) ? lang : 'unknown', path: name, content, ...told }
  return { block, score: score.value, pinned: verdict.floor === 'full', size: text.length }
}
