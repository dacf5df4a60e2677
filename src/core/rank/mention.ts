// What the task names outright: a path, a file name, an identifier. Naming something is the strongest sign there is.

/** Things the task spells out. */
export interface Mentions {
  /** Path-like words: `src/auth.ts`, `auth.ts`. */
  readonly paths: readonly string[]
  /** Words written as identifiers: `closeAll`, `Sessions`, `token_expiry`, or quoted with backticks. */
  readonly names: ReadonlySet<string>
}

/** Reads the mentions of a task. */
export function mentionsOf(task: string): Mentions {
  const paths = (task.match(/[\w.@-]+(?:\/[\w.@-]+)+|[\w-]+\.[a-zA-Z]{1,5}\b/g) ?? []).map((path) => path.replace(/[.,:;]+$/, ''))
  const quoted = [...task.matchAll(/`([\p{L}_$][\p{L}\p{N}_$.]*)(?:\(\))?`/gu)].map((match) => match[1] as string)
  const styled = task.match(/\b[\p{L}$][\p{L}\p{N}$]*(?:_[\p{L}\p{N}]+)+\b|\b\p{L}[\p{Ll}\p{N}]+\p{Lu}[\p{L}\p{N}]*\b|\b[\p{L}_]\w*(?=\()/gu) ?? []
  return { paths: [...new Set(paths)], names: new Set([...quoted, ...styled].map((name) => name.slice(name.lastIndexOf('.') + 1))) }
}

/** 1 when the task names this path (or its end), else 0. */
export function mentionsPath(mentions: Mentions, path: string): number {
  return mentions.paths.some((named) => path === named || path.endsWith(`/${named}`)) ? 1 : 0
}
