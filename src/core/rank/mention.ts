// What the task names outright: a path, a file name, an identifier. Naming something is the strongest sign there is.
import { WORD } from './terms.ts'

/** Things the task spells out. */
export interface Mentions {
  /** Path-like words: `src/auth.ts`, `auth.ts`. */
  readonly paths: readonly string[]
  /** Words written as code: `closeAll`, `token_expiry`, `Sessions` in backticks or after a dot. */
  readonly names: ReadonlySet<string>
}

/** Longer runs are pasted data, not names. */
const LONGEST_WORD = 200

const PATH = /^(?:[\w.@-]+(?:\/[\w.@-]+)+|[\w-]+\.[a-zA-Z]{1,5})$/
/** Written as only code writes: `snake_case`, `camelCase`. */
const isStyled = (word: string): boolean => /^[\p{L}$]?[\p{L}\p{N}$]*(?:_[\p{L}\p{N}]+)+$|^\p{L}[\p{L}\p{N}]*[\p{Ll}\p{N}]\p{Lu}[\p{L}\p{N}]*$/u.test(word)

/** Reads the mentions of a task. */
export function mentionsOf(task: string): Mentions {
  const paths = new Set<string>()
  for (const word of task.split(/[\s"'<>[\]{},;!?]+/)) {
    if (word === '' || word.length > LONGEST_WORD) continue
    const path = word.replace(/^[(`]*(?:\.\/)*/, '').replace(/[)`.:]+$/, '')
    if (PATH.test(path)) paths.add(path)
  }
  return { paths: [...paths], names: codeNames(task) }
}

const IN_BACKTICKS = /`([^`\n]{1,80})`/g
// Patterns of letters in every script take long to make: without a task there is no need for them. The first looks back, so that a long word is read from its beginning only.
const calledOrAfterDot = (): readonly RegExp[] => [
  /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\(/gu,
  /[\p{L}\p{N}_$)\]](?:\.|::|->|#)([\p{L}_$][\p{L}\p{N}_$]*)/gu,
]

/** Words that are written as code: in backticks, before a bracket, after a dot, or in a style that only code has. */
export function codeNames(task: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const match of task.matchAll(IN_BACKTICKS)) for (const word of match[1]?.match(WORD()) ?? []) names.add(word)
  for (const pattern of calledOrAfterDot()) for (const match of task.matchAll(pattern)) names.add(match[1] as string)
  for (const word of task.match(WORD()) ?? []) if (word.length <= LONGEST_WORD && isStyled(word)) names.add(word)
  names.forEach((name) => { if (name.length < 2 || name.length > LONGEST_WORD) names.delete(name) })
  return names
}

/** 1 when the task names this path (or its end), else 0. */
export function mentionsPath(mentions: Mentions, path: string): number {
  return mentions.paths.some((named) => path === named || path.endsWith(`/${named}`)) ? 1 : 0
}
