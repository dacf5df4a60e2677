// The sections of a document in prose: headings of Markdown, AsciiDoc and underlined ones, and a bold word or a known word with a colon where others write a heading.
// Code and comments are left out: a card holds no examples.

/** A heading with what stands below it, up to the next heading. */
export interface Section {
  /** 1 for the title; deeper headings have more. */
  readonly level: number
  readonly title: string
  readonly lines: readonly string[]
}

/** A document in parts: what its front matter says, and its sections. What stands before the first heading has an empty title. */
export interface Document {
  readonly meta: ReadonlyMap<string, string>
  readonly sections: readonly Section[]
}

/** What a longer line says after this is not read: a card has room for less. */
const LONGEST = 2000

/** Reads a document. */
export function documentFrom(text: string): Document {
  const { meta, body } = frontMatter(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  const sections: { level: number; title: string; lines: string[] }[] = [{ level: 1, title: '', lines: [] }]
  for (const whole of withoutCode(body)) {
    const line = whole.slice(0, LONGEST)
    const heading = headingIn(line)
    const last = sections.at(-1) as { level: number; title: string; lines: string[] }
    const under = underline(line, last.lines.at(-1))
    if (heading !== undefined) sections.push({ ...heading, lines: heading.rest === '' ? [] : [heading.rest] })
    else if (under !== undefined) sections.push({ level: under, title: plainTitle(last.lines.pop() as string), lines: [] })
    else if (!/^(?:={3,}|-{3,}|~{3,})\s*$/.test(line)) last.lines.push(line)
  }
  return { meta, sections: sections.filter(({ title, lines }) => title !== '' || lines.some((line) => line.trim() !== '')) }
}

function frontMatter(text: string): { meta: ReadonlyMap<string, string>; body: string } {
  const match = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)
  if (match === null) return { meta: new Map(), body: text }
  const pairs = (match[1] as string).split('\n').map((line) => /^([\w-]+):[ \t]*(.*)$/.exec(line)).filter((pair) => pair !== null)
  return { meta: new Map(pairs.map((pair) => [(pair[1] as string).toLowerCase(), (pair[2] as string).trim()])), body: text.slice(match[0].length) }
}

/** The lines outside of fences and comments. */
function* withoutCode(text: string): Iterable<string> {
  let fence: string | undefined
  for (const line of text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').split('\n')) {
    const mark = /^[ \t]*(`{3,}|~{3,}|-{4,}$|\.{4,}$)/.exec(line)?.[1]
    const fencing = mark !== undefined && (mark.startsWith('`') || mark.startsWith('~'))
    if (fence === undefined && fencing) fence = mark
    else if (fence !== undefined && fencing && mark.startsWith(fence.slice(0, 1)) && mark.length >= fence.length) fence = undefined
    else if (fence === undefined) yield line
  }
}

/** Words that are headings even as `**Decision**:` or `Decision:` at the start of a line. */
const SPOKEN = /^(?:\*\*|__)?((?:status|context|problem|issue|goal|decision|choice|chosen option|consequences|constraints|options|alternatives|drivers|assumptions|implications)[\p{L} -]{0,24}?)(?:[.:]?(?:\*\*|__)[ \t]*:?|:)[ \t]*(.*)$/iu

/** Words that are headings when they stand alone on a line. */
const ALONE = /^(?:\*\*|__)?(?:status|context|problem|decision|consequences|alternatives|options|constraints|rationale)(?:\*\*|__)?[ \t]*$/i

function headingIn(line: string): { level: number; title: string; rest: string } | undefined {
  const marked = /^(#{1,6}|={1,6})[ \t]+(.*?)[ \t]*#*$/.exec(line)
  if (marked !== null) return { level: (marked[1] as string).length, title: plainTitle(marked[2] as string), rest: '' }
  if (ALONE.test(line)) return { level: 5, title: plainTitle(line), rest: '' }
  const spoken = SPOKEN.exec(line)
  // `Chosen option: x` belongs to the section it stands in: it is what the section says.
  if (spoken === null || (/^chosen/i.test(spoken[1] as string) && !line.startsWith('**'))) return undefined
  return { level: 5, title: plainTitle(spoken[1] as string), rest: spoken[2] as string }
}

/** The level of a heading that a line underlines. */
const underline = (line: string, above: string | undefined): number | undefined =>
  (above === undefined || above.trim() === '' || /^[ \t]*(?:[-*+>|]|\d+\.)/.test(above) ? undefined : /^={3,}\s*$/.test(line) ? 1 : /^(?:-{3,}|~{3,})\s*$/.test(line) ? 2 : undefined)

/** `## 2. Decision:` is called Decision. */
const plainTitle = (title: string): string => title.replace(/[*_`]/g, '').replace(/^\s*(?:\d+[.)]\s*)+/, '').replace(/\s*\{#[^}]*\}\s*$/, '').replace(/[:\s]+$/, '').trim()

/** The items of the lists in some lines, each on one line; continuation lines join the item above them. */
export function listItems(lines: readonly string[]): string[] {
  const items: string[] = []
  let open = false
  for (const line of lines) {
    const item = /^[ \t]{0,3}(?:[-*+]|\d+[.)])[ \t]+(.*)$/.exec(line)
    if (item !== null) items.push(item[1] as string)
    else if (open && /^[ \t]+\S/.test(line) && !/^[ \t]+(?:[-*+]|\d+[.)])[ \t]/.test(line)) items.push(`${items.pop()} ${line.trim()}`)
    open = item !== null || (open && line.trim() !== '')
  }
  return items
}

/** The paragraphs of some lines, lists and tables apart. */
export function paragraphs(lines: readonly string[]): string[] {
  const prose = lines.map((line) => (/^[ \t]*(?:[-*+][ \t]|\d+[.)][ \t]|\||!\[)/.test(line) ? '' : line))
  return prose.join('\n').split(/\n[ \t]*\n+/).map((paragraph) => paragraph.replace(/\s+/g, ' ').trim()).filter((paragraph) => paragraph !== '')
}
