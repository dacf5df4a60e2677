// A file in a folder that is left out comes back by several excludes: the folder, not the rest of it, and so on down to the file. People did one thing, and take one thing back.

/** Excludes that belong together: `!/a`, `/a/*`, `!/a/b.js` are one; every other stands alone. The last of each says what it is about. */
export function together(excludes: readonly string[]): (readonly [string, ...string[]])[] {
  const groups: [string, ...string[]][] = []
  for (let at = 0; at < excludes.length;) {
    const group: [string, ...string[]] = [excludes[at] as string]
    while (leadsOn(group.at(-1) as string, excludes[at + group.length], excludes[at + group.length + 1])) group.push(...excludes.slice(at + group.length, at + group.length + 2))
    groups.push(group)
    at += group.length
  }
  return groups
}

const leadsOn = (back: string, rest: string | undefined, next: string | undefined): boolean =>
  back.startsWith('!') && rest === `${back.slice(1)}/*` && next?.startsWith(`${back}/`) === true
