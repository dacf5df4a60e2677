// What a task asks for, read once: its words, the names it spells out, the strings it quotes, the places of its stack trace.
import { codeNames, type Mentions, mentionsOf } from './mention.ts'
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
const MOST_OF_TITLE = 300
/** Longer words are pasted data. */
const LONGEST_WORD = 60
const MOST_TERMS = 400
const MOST_QUOTES = 40
/** A word of the first line counts half as much again. */
const TITLE_WEIGHT = 1.5
/** What a word weighs as a name when nothing says that it is one. */
const PLAIN_NAME = 0.3

/** What a form for issues says to its writer: hidden hints and lists to tick. Nothing in it is about the code. */
const HINTS = /<!--[^]*?(?:-->|$)|^[ \t]*[-*] \[[ xX]\].*$/gm

/** Reads a task once. */
export function queryOf(task: string): Query {
  const text = task.replace(HINTS, ' ').trim().slice(0, MOST_OF_TASK)
  const end = text.indexOf('\n')
  const title = (end < 0 ? text : text.slice(0, end)).slice(0, MOST_OF_TITLE)
  const words = { title: countWords(title), rest: countWords(text.slice(title.length)) }
  const code = codeNames(text)
  const names = [...new Set([...words.title.keys(), ...words.rest.keys()])].filter((name) => name.length > 2)
  return {
    terms: termsOf(words),
    names: names.slice(0, MOST_TERMS).map((name) => ({ name, weight: code.has(name) ? 1 : PLAIN_NAME, title: words.title.has(name) })),
    mentions: mentionsOf(text), quotes: quotesIn(text), frames: framesIn(task), text,
  }
}

/** Whether a task says anything that could be looked for. */
export const isAsked = ({ terms, mentions, frames }: Query): boolean => terms.length + mentions.paths.length + frames.length > 0

type Counts = ReadonlyMap<string, number>

function countWords(text: string): Counts {
  const counts = new Map<string, number>()
  for (const word of text.match(WORD) ?? []) if (word.length <= LONGEST_WORD) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The distinct stems of the words, common ones left out; what is said often weighs more, and less and less so. */
function termsOf({ title, rest }: { title: Counts; rest: Counts }): Term[] {
  const stems = new Map<string, { word: string; title: number; all: number }>()
  const add = (counts: Counts, inTitle: boolean): void => {
    for (const [word, count] of counts) {
      for (const stem of stemsOf(word)) {
        if (isCommon(stem, word)) continue
        const known = stems.get(stem) ?? { word, title: 0, all: 0 }
        stems.set(stem, { word: known.word, title: known.title + (inTitle ? count : 0), all: known.all + count })
      }
    }
  }
  add(title, true)
  add(rest, false)
  return [...stems].slice(0, MOST_TERMS).map(([stem, count]) => ({ stem, word: count.word, weight: Math.min(3, 1 + Math.log(count.all)) * (count.title > 0 ? TITLE_WEIGHT : 1), title: count.title > 0 }))
}

const QUOTED = /"([^"\n]{6,120})"|'([^'\n]{6,120})'|`([^`\n]{6,120})`/g

/** Strings in quotes that are long enough to stand in one place only. */
function quotesIn(text: string): string[] {
  const found = [...text.matchAll(QUOTED)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  return [...new Set(found)].slice(0, MOST_QUOTES)
}
