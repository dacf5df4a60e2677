// How people look for a file: by words of its path, or by a glob.
import { globMatcher } from './glob.ts'

/** Whether a path is what somebody looks for: all words stand in it, in any case; or a glob matches it. */
export function finder(find: string): (path: string) => boolean {
  const words = find.trim().toLowerCase().split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return () => true
  if (/[*?{]/.test(find)) return globbing(find.trim())
  return (path) => {
    const low = path.toLowerCase()
    return words.every((word) => low.includes(word))
  }
}

function globbing(glob: string): (path: string) => boolean {
  try {
    return globMatcher(glob)
  } catch {
    // Too many alternatives in braces: nothing is called so.
    return () => false
  }
}
