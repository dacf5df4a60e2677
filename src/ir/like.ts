// `like`: % is any text, _ any one sign, a backslash takes the next sign as it is; letters are not folded.

/** One part of a pattern: a sign, any sign, or any text. */
export type Part = { readonly sign: string } | 'one' | 'any'

/** The parts of a pattern; the check made sure that it does not end in a lone backslash. */
export function partsOf(pattern: string): Part[] {
  const parts: Part[] = []
  const signs = [...pattern]
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] as string
    if (sign === '%') parts.push('any')
    else if (sign === '_') parts.push('one')
    else parts.push({ sign: sign === '\\' ? (signs[++at] as string) : sign })
  }
  return parts
}

/** Whether texts match a pattern, in time that grows with text times pattern at the most. */
export function matcher(pattern: string): (text: string) => boolean {
  const parts = partsOf(pattern)
  return (text) => matches([...text], parts)
}

function matches(signs: readonly string[], parts: readonly Part[]): boolean {
  let [at, part, back, star] = [0, 0, 0, -1]
  while (at < signs.length) {
    const wanted = parts[part]
    if (wanted === 'any') [star, back] = [part++, at]
    else if (wanted === 'one' || (wanted !== undefined && wanted.sign === signs[at])) [at, part] = [at + 1, part + 1]
    else if (star >= 0) [part, at] = [star + 1, ++back]
    else return false
  }
  while (parts[part] === 'any') part++
  return part === parts.length
}
