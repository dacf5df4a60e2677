// Stems for names of tables, columns and operations. The core's stem keeps four letters, which is right for code; here `pets` must find `pet` and `cities` must find `city`.

const ENDINGS = ['ations', 'ation', 'ingly', 'ing', 'ed', 'er', 'or', 'ion', 'ment', 'al', 'ly'] as const
/** What is left at the least when an ending goes. */
const LEAST_KEPT = 4

/** The stem of a word in small letters. */
export const stemOf = (word: string): string => (word.length <= 3 ? word : trimmed(withoutEnding(singular(word))))

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  const ending = ENDINGS.find((one) => word.length - one.length >= LEAST_KEPT && word.endsWith(one))
  return ending === undefined ? word : word.slice(0, -ending.length)
}

/** `stopp` -> `stop`, `movie` -> `mov`: what differs between forms of one word goes from its end. */
function trimmed(word: string): string {
  let end = word.length
  if (end > 4 && word[end - 1] === word[end - 2] && !'sl'.includes(word[end - 1] as string)) end--
  if (end > 4 && 'ey'.includes(word[end - 1] as string)) end--
  if (end > 4 && word[end - 1] === 'i') end--
  return word.slice(0, end)
}
