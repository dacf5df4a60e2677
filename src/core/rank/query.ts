// What a task asks for, read once: its words, the names it spells out, the strings it quotes, the places of its stack trace.
import { codeNames, type Mentions, mentionsOf } from './mention.ts'
import { type Passages, passagesOf } from './passages.ts'
import { type Frame, framesIn } from './stack.ts'
import { isCommon, stemsOf, WORD } from './terms.ts'

/** One word to look for. */
export interface Term {
  /** Lower case, without its ending. */
  readonly stem: string
  /** How the task writes it first. */
  readonly word: string
  readonly weight: number
  /** It stands in the first line, which says most. */
  readonly title: boolean
}

/** One identifier as the task writes it. */
export interface Name {
  readonly name: string
  /** A name that is written as code was meant; any other word may be one by chance. */
  readonly weight: number
  readonly title: boolean
}

/** A task as the signals read it. */
export interface Query {
  readonly terms: readonly Term[]
  readonly names: readonly Name[]
  readonly mentions: Mentions
  readonly quotes: readonly string[]
  readonly frames: readonly Frame[]
  /** The task as it was given, for paths that it spells out. */
  readonly text: string
}

/** What is read of a task: the rest of a pasted log adds time, not meaning. */
const MOST_OF_TASK = 30_000
/** Longer words are pasted data. */
const LONGEST_WORD = 60
const MOST_TERMS = 400
const MOST_QUOTES = 40
/** A word of the first line counts half as much again. */
const TITLE_WEIGHT = 1.5
/** What a word weighs that only stands in pasted code and logs. */
const PASTED_WEIGHT = 0.6
const MOST_PAIRS = 150
/** What a word weighs as a name when nothing says that it is one. */
const PLAIN_NAME = 0.3

/** What a form for issues says to its writer: hidden hints and lists to tick. Nothing in it is about the code. */
const HINTS = /<!--[^]*?(?:-->|$)|^[ \t]*[-*] \[[ xX]\].*$/gm

const NOTHING: Query = { terms: [], names: [], mentions: { paths: [], names: new Set() }, quotes: [], frames: [], text: '' }

/** Reads a task once. */
export function queryOf(task: string): Query {
  if (task === '') return NOTHING
  const text = task.replace(HINTS, ' ').trim().slice(0, MOST_OF_TASK)
  const passages = passagesOf(text)
  const code = codeNames(text)
  const title = new Set(wordsIn(passages.title))
  const names = [...new Set([...title, ...wordsIn(passages.prose), ...wordsIn(passages.pasted)])].filter((name) => name.length > 2)
  return {
    terms: termsOf(passages),
    names: names.slice(0, MOST_TERMS).map((name) => ({ name, weight: code.has(name) ? 1 : PLAIN_NAME, title: title.has(name) })),
    mentions: mentionsOf(text), quotes: quotesIn(text), frames: framesIn(task), text,
  }
}

/** Whether a task says anything that could be looked for. */
export const isAsked = ({ terms, mentions, frames }: Query): boolean => terms.length + mentions.paths.length + frames.length > 0

const wordsIn = (text: string): string[] => (text.match(WORD()) ?? []).filter((word) => word.length <= LONGEST_WORD)

/** Where each stem is said, and how often. */
interface Said {
  readonly word: string
  readonly title: number
  readonly prose: number
  readonly pasted: number
}

/** The distinct stems of the words and of neighbours, common ones left out; what is said often weighs more, and less and less so. */
function termsOf(passages: Passages): Term[] {
  const stems = new Map<string, Said>()
  const say = (stem: string, word: string, where: keyof Passages): void => {
    const known = stems.get(stem) ?? { word, title: 0, prose: 0, pasted: 0 }
    stems.set(stem, { ...known, [where]: known[where] + 1 })
  }
  for (const where of ['title', 'prose', 'pasted'] as const) {
    for (const word of wordsIn(passages[where])) for (const stem of stemsOf(word)) if (!isCommon(stem)) say(stem, word, where)
  }
  const pairs = [...neighboursIn(passages.title).map((pair) => ({ ...pair, where: 'title' as const })), ...neighboursIn(passages.prose).map((pair) => ({ ...pair, where: 'prose' as const }))]
  for (const { stem, word, where } of pairs.slice(0, MOST_PAIRS)) say(stem, word, where)
  return [...stems].slice(0, MOST_TERMS).map(([stem, said]) => ({ stem, word: said.word, weight: weightOf(said), title: said.title > 0 }))
}

/** What the writer says counts whole; what only stands in pasted code and logs counts less. */
function weightOf({ title, prose, pasted }: Said): number {
  return Math.min(3, 1 + Math.log(title + prose + pasted)) * (title > 0 ? TITLE_WEIGHT : prose > 0 ? 1 : PASTED_WEIGHT)
}

/** Words beside each other that code may write as one name: `client ip` is `clientIP` and `client_ip`. */
function neighboursIn(text: string): { stem: string; word: string }[] {
  return text.split(/[^\p{L}\p{N}_$ \t\n-]+/u).flatMap((run) => {
    const words = wordsIn(run).map((word) => ({ word, stems: stemsOf(word).filter((stem) => !stem.includes(' ')) }))
    return words.slice(1).flatMap(({ word, stems }, i) => {
      const [left, right] = [words[i]?.stems.at(-1), stems[0]]
      return left === undefined || right === undefined || isCommon(left) || isCommon(right) ? [] : [{ stem: `${left} ${right}`, word: `${words[i]?.word} ${word}` }]
    })
  })
}

const QUOTED = /"([^"\n]{6,120})"|'([^'\n]{6,120})'|`([^`\n]{6,120})`/g

/** Strings in quotes that are long enough to stand in one place only. */
function quotesIn(text: string): string[] {
  const found = [...text.matchAll(QUOTED)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  return [...new Set(found)].slice(0, MOST_QUOTES)
}
