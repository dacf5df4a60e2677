// How a context is written: lines for readers, JSON for programs. Every piece ends with a line break, so pieces are priced alone and put together later.
import type { Resource } from '../record.ts'
import { type Card, cardData, cardText } from './card.ts'
import { groupLine, groupOf, lineOf } from './line.ts'
import { shortOverview } from './short.ts'
import type { Telling } from './telling.ts'

/** The forms in which an overview and a context are given. */
export const OVERVIEW_FORMATS = ['lines', 'jsonl', 'json'] as const
export type OverviewFormat = (typeof OVERVIEW_FORMATS)[number]

/** Writes the pieces of a context. */
export interface Writing {
  /** What stands once over the lines of a group; the same text is one group. */
  heading(resource: Resource): string
  line(resource: Resource): string
  card(card: Card): string
  /** What is said of the whole: the task, what is hidden. */
  remark(name: string, said: string): string
}

/** The writing of a format. */
export function writingOf(format: OverviewFormat, telling: Telling): Writing {
  if (format === 'lines') return { heading: (resource) => groupLine(groupOf(resource)), line: (resource) => lineOf(resource, telling), card: cardText, remark: (name, said) => `# ${name}: ${said}\n` }
  const row = (value: unknown): string => `${JSON.stringify(value)}\n`
  return {
    heading: () => '', card: (card) => row(cardData(card)), remark: (name, said) => row({ [name]: said }),
    line: ({ overview }) => row(format === 'jsonl' ? shortOverview(overview) : overview),
  }
}

/** Lines under their headings: groups stand where their first line stood. */
export function grouped(resources: readonly Resource[], writing: Writing): string {
  const groups = new Map<string, string>()
  for (const resource of resources) {
    const heading = writing.heading(resource)
    groups.set(heading, (groups.get(heading) ?? heading) + writing.line(resource))
  }
  return [...groups.values()].join('')
}
