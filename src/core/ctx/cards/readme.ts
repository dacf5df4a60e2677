import { plainProse, sentencesOf } from './plain.ts'
import type { Row } from './rows.ts'
import { documentFrom, listItems, paragraphs } from './sections.ts'

/** The rows of a document in prose: what it is, in its first sentences, and what its sections are called. */
export function readmeRows(text: string): Row[] {
  const { sections } = documentFrom(text)
  const title = sections.find((section) => section.title !== '')?.title ?? ''
  const [first = ''] = sections.flatMap(({ lines }) => paragraphs(lines)).map(plainProse).filter((paragraph) => /\p{L}.*\s/u.test(paragraph))
  const said = first === '' ? listItems(sections.flatMap(({ lines }) => lines)).map(plainProse) : sentencesOf(first)
  return [
    said.length > 0 ? { label: plainProse(title), items: said, between: '. ', rank: 1 } : { label: '', items: [plainProse(title)], between: '. ', rank: 1 },
    { label: 'Sections', items: sections.map((section) => plainProse(section.title)).filter((name) => name !== '' && name !== title), between: ', ', noun: 'section', rank: 2 },
  ]
}
