// Words without formatting: what a card may hold (S3.12, S3.13).

/** The longest line of a card, its marker included. */
export const LONGEST_LINE = 100

/** Markdown and HTML as plain words on one line: links become their text, marks, tags, pictures and addresses go. */
export function plainProse(text: string): string {
  return plainLine(text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ').replace(/<https?:[^<>\s]*>/g, ' ').replace(/<\/?[a-z][^<>\n]{0,200}>/gi, ' ')
    .replace(/!\[[^[\]]{0,200}\]\([^()\s]{0,500}\)/g, ' ').replace(/\[([^[\]]{0,200})\](?:\([^()]{0,500}\)|\[[^[\]]{0,100}\])/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}[ \t]|>[ \t]?)+/gm, '').replace(/\*+|~~|(?<![\p{L}\p{N}])_+(?=\p{L})|(?<=\p{L})_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([\\`*_{}[\]()#+.!>~|-])/g, '$1').replace(/https?:\/\/\S+/g, ''))
}

/** Any text on one line, without quotes, backticks and characters that act on a terminal. An apostrophe inside a word stays. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Z}]+/gu, ' ').replace(/["`\u201C-\u201F\u00AB\u00BB\u2039\u203A\u301D-\u301F\uFF02]|(?<![\p{L}\p{N}])['\u2018-\u201B]|['\u2018-\u201B](?![\p{L}\p{N}])/gu, '')
    .replace(/\*{2,}/g, '').replace(/\]\((?!required\))/g, '] (').replace(/ {2,}/g, ' ').replace(/ (?=[,;:!?](?: |$))/g, '').trim()
}

/** The sentences of a text, without the dots that end them. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}(])/u).map((sentence) => sentence.trim().replace(/[.:]$/, '')).filter((sentence) => sentence !== '')
}

/** A text of at most so many characters, cut between words where that loses little. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const room = text.slice(0, Math.max(0, most - 1))
  const space = room.lastIndexOf(' ')
  const kept = (space > room.length * 0.6 ? room.slice(0, space) : room).replace(/[\uD800-\uDBFF]$/, '').replace(/\(\w{0,9}$/, '').replace(/[\s,;:([{|-]+$/, '')
  return `${kept}…`.slice(0, most)
}
