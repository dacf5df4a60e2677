// What the task names outright: a path, a file name, an identifier. Naming something is the strongest sign there is.

/** Things the task spells out. */
export interface Mentions {
  /** Path-like words: `src/auth.ts`, `auth.ts`. */
  readonly paths: readonly string[]
  /** Words written as identifiers: `closeAll`, `Sessions`, `token_expiry`, or quoted with backticks. */
  readonly names: ReadonlySet<string>
}

/** Longer runs are pasted data, not names. */
const LONGEST_WORD = 200

const PATH = /^(?:[\w.@-]+(?:\/[\w.@-]+)+|[\w-]+\.[a-zA-Z]{1,5})$/
const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u
/** Written as only code writes: `snake_case`, `camelCase`. */
const STYLED = /^[\p{L}$][\p{L}\p{N}$]*(?:_[\p{L}\p{N}]+)+$|^\p{L}[\p{Ll}\p{N}]+\p{Lu}[\p{L}\p{N}]*$/u

/** Reads the mentions of a task. */
export function mentionsOf(task: string): Mentions {
  const paths = new Set<string>()
  const names = new Set<string>()
  for (const word of task.split(/[\s"'<>[\]{},;!?]+/)) {
    if (word === '' || word.length > LONGEST_WORD) continue
    const path = word.replace(/^[(`]*(?:\.\/)*/, '').replace(/[)`.:]+$/, '')
    if (PATH.test(path)) paths.add(path)
    for (const name of namesIn(word)) names.add(name.slice(name.lastIndexOf('.') + 1))
  }
  return { paths: [...paths], names }
}

/** Identifiers in one word: in backticks, before a call's parenthesis, or in a style that only code has. */
function namesIn(word: string): string[] {
  const bare = word.replace(/^[(`]+|[`).:]+$/g, '').replace(/\(.*$/, '')
  const marked = word.includes('`') || word.includes('(')
  return IDENTIFIER.test(bare) && (STYLED.test(bare) || (marked && bare.length > 1)) ? [bare] : []
}

/** 1 when the task names this path (or its end), else 0. */
export function mentionsPath(mentions: Mentions, path: string): number {
  return mentions.paths.some((named) => path === named || path.endsWith(`/${named}`)) ? 1 : 0
}
