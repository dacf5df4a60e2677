// The card of a decision record: goal, choice, what was excluded, constraints (S3.9). Headings of MADR and of Nygard's records, and what people write instead.
import { plainProse, sentencesOf } from './plain.ts'
import type { Row } from './rows.ts'
import { type Document, documentFrom, listItems, paragraphs, type Section } from './sections.ts'

type Role = 'goal' | 'choice' | 'options' | 'constraints' | 'effects' | 'status'

// The first that fits decides: decision drivers are no decision.
const ROLES: readonly (readonly [Role, RegExp])[] = [
  ['status', /^(?:status|state)\b/i],
  ['constraints', /^(?:decision drivers?|drivers|constraints?|requirements?|assumptions?|forces|limitations|(?:decision )?criteria|non-?functional)/i],
  ['options', /^(?:considered (?:options|alternatives)|options?\b|(?:other |possible )?alternatives?\b|rejected|positions|pros and cons)/i],
  ['effects', /^(?:(?:positive|negative) )?(?:consequences?|implications?|effects|impact|drawbacks|risks|trade-?offs|results?\b)/i],
  ['choice', /^(?:decision(?! makers?| reach| date| records?| id\b| number| type|s)|chosen|choice|resolution|solution|outcome|recommendation|proposal|proposed)/i],
  ['goal', /^(?:context|problem|issue|goals?\b|objectives?|purpose|background|motivation|summary|abstract|introduction|overview|why)/i],
]

/** The rows of a decision card; none when a text is no decision. */
export function decisionRows(text: string): Row[] {
  const document = documentFrom(text)
  const found = partsOf(document)
  if (found.choice === undefined && found.goal === undefined) return []
  const title = titleOf(document)
  const choice = chosenIn(found.choice)
  const excluded = excludedFrom(found.options, [choice[0] ?? '', title])
  const status = statusOf(document, found.status)
  return [
    row('Status', /^accepted$|^$/i.test(status) ? [] : [status], { rank: /supersed|deprecat|reject/i.test(status) ? 0 : 6 }),
    row('Goal', goalOf(found.goal, title), { rank: 2, between: '. ' }),
    row('Choice', choice, { rank: 1, between: '. ' }),
    row('Excluded', excluded.length > 0 ? excluded : rejectedIn(text).filter((sentence) => !choice.includes(sentence)), { rank: 3, noun: 'excluded option' }),
    row('Constraints', saidIn(found.constraints), { rank: 4 }),
    row('Negative', negativeIn(found.effects), { rank: 5 }),
  ]
}

/** `ADR-0001: Use X` is called `Use X`. */
const titleOf = ({ sections }: Document): string =>
  (sections.find((section) => section.title !== '' && roleOf(section) === undefined)?.title ?? '').replace(/^(?:(?:architecture )?decision record(?: for)?|adr)\b[\s:#-]*\d*[\s:.-]*/i, '')

/** Whether a text has the sections of a decision. */
export const isDecision = (text: string): boolean => {
  const { goal, choice } = partsOf(documentFrom(text))
  return goal !== undefined && choice !== undefined
}

const row = (label: string, items: readonly string[], { rank, between = '; ', noun }: { rank: number; between?: Row['between']; noun?: string }): Row =>
  ({ label, items: items.map((item) => plainProse(item).replace(/(?<!\.)\.$/, '')), between, rank, ...(noun === undefined ? {} : { noun }) })

const roleOf = ({ title }: Section): Role | undefined => ROLES.find(([, pattern]) => pattern.test(title))?.[0]

type Parts = { readonly [role in Role]?: readonly Section[] }

/** The sections of each role: the first one with it, and the deeper ones that follow without a role of their own. */
function partsOf({ sections }: Document): Parts {
  const parts: { [role in Role]?: Section[] } = {}
  let open: { role: Role; level: number } | undefined
  for (const section of sections) {
    const role = roleOf(section)
    if (role !== undefined && !(open !== undefined && section.level > open.level && role === open.role)) open = { role, level: section.level }
    else if (open !== undefined && section.level <= open.level) open = undefined
    if (open === undefined) continue
    const known = parts[open.role] ?? []
    parts[open.role] = [...known, section]
  }
  return parts
}

const linesOf = (sections: readonly Section[] | undefined): string[] => (sections ?? []).flatMap(({ lines }) => [...lines, ''])

/** The first sentences of the first paragraph that says something; references to issues and dates say nothing. */
function goalOf(sections: readonly Section[] | undefined, title: string): string[] {
  const [first = ''] = paragraphs(linesOf(sections)).map(plainProse).filter((paragraph) => /\s\S/.test(paragraph) && !/^(?:technical story|date|deciders?|author|issue|ticket)\b/i.test(paragraph))
  return first === '' ? [title] : sentencesOf(first)
}

/** `Chosen option: "X", because Y`, or what the section says first. */
function chosenIn(sections: readonly Section[] | undefined): string[] {
  const lines = linesOf(sections)
  const said = paragraphs(lines).map(plainProse)
  const chosen = said.map((paragraph) => /^(?:chosen (?:option|alternative)|decision|we (?:chose|choose))\s*:\s*(.*)$/i.exec(paragraph)?.[1]).find((words) => words !== undefined && words !== '')
  const items = listItems(lines)
  if (chosen !== undefined) return withReason(sentencesOf(chosen), items)
  const [first = ''] = said
  return first.endsWith(':') || first === '' ? [...sentencesOf(first), ...items] : sentencesOf(first)
}

/** A sentence that ends in `because` goes on in the list below it. */
function withReason([first = '', ...others]: readonly string[], [reason = '']: readonly string[]): string[] {
  const open = /[,\s]*\bbecause[:\s]*$/i
  return [open.test(first) && reason !== '' ? `${first.replace(/[:\s]*$/, '')} ${plainProse(reason)}` : first.replace(open, ''), ...others]
}

/** Options that were not chosen: items of the lists, or else the headings below. */
function excludedFrom(sections: readonly Section[] | undefined, chosen: readonly string[]): string[] {
  const [head, ...below] = sections ?? []
  const listed = listItems(head?.lines ?? []).map(optionName)
  const names = listed.length > 0 ? listed : below.map(({ title }) => title)
  return names.map(plainProse).filter((name) => name !== '' && !/^(?:good|bad|neutral|pro|con|advantages?|disadvantages?)\b/i.test(name) && !chosen.some((words) => isSame(name, plainProse(words))))
}

/** `Option 1: use X - fast and small` is called `use X`. */
const optionName = (item: string): string => item.replace(/^(?:\*\*|__)?option\s+[\w.]+\s*[:.-]\s*/i, '').split(/\s[-–—(]\s?|:\s|\.\s/)[0] as string

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

const isSame = (option: string, chosen: string): boolean => bare(option) !== '' && (` ${bare(chosen)} `.includes(` ${bare(option)} `) || (bare(chosen).length > 3 && bare(option).startsWith(bare(chosen))))

/** A sentence that says what was turned down, when no list does. */
function rejectedIn(text: string): string[] {
  const sentences = paragraphs(documentFrom(text).sections.flatMap(({ lines }) => [...lines, ''])).flatMap((paragraph) => sentencesOf(plainProse(paragraph)))
  return sentences.filter((sentence) => /\b(?:(?:was|were|is|are|been|be) (?:rejected|ruled out|discarded)|decided against|rejected because)\b/i.test(sentence)).slice(0, 1)
}

function saidIn(sections: readonly Section[] | undefined): string[] {
  const lines = linesOf(sections)
  const items = listItems(lines)
  return items.length > 0 ? items : paragraphs(lines).flatMap((paragraph) => sentencesOf(plainProse(paragraph)))
}

/** What gets worse, where a record says so; without such words nothing is known to be negative. */
function negativeIn(sections: readonly Section[] | undefined): string[] {
  const negative = (sections ?? []).filter(({ title }) => /negative|drawback|risk|trade-?off/i.test(title))
  if (negative.length > 0) return saidIn(negative)
  return saidIn(sections).map(plainProse).flatMap((said) => /^(?:bad|negative|con)\b[,:]?\s*(?:because\s+)?(.*)$/i.exec(said)?.[1] ?? (/\b(?:harder|slower|cannot|no longer|more complex|drawback)\b/i.test(said) ? said : []))
}

/** `accepted`, `superseded by 0012`. */
function statusOf({ meta, sections }: Document, found: readonly Section[] | undefined): string {
  const listed = sections.flatMap(({ lines }) => lines).map((line) => /^\s*[-*]\s*\**status\**\s*:\**\s*(.+)$/i.exec(line)?.[1]).find((words) => words !== undefined)
  return plainProse(meta.get('status') ?? listed ?? linesOf(found).find((line) => line.trim() !== '') ?? '').replace(/\.$/, '').trim()
}
