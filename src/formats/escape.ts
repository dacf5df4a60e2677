// How text stands in the frame of a format. What acts or hides in it is shown by its number first (core/visible.ts); everything works line by line, so parts of a file can be priced apart.
import { numbered, numberOf, singleLine, visible } from '../core/visible.ts'

/** A name in which the places that the pattern finds are shown by their number, where a suffix of the frame could be imitated. */
export const frameName = (name: string, ambiguous: RegExp): string => singleLine(name).replace(ambiguous, numberOf)

/** Content with line feeds only. */
export const lineFeeds = (text: string): string => (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text)

/** Content for a CDATA section of XML. */
export const cdata = (text: string): string => {
  const safe = lineFeeds(visible(text))
  return safe.includes(']]>') ? safe.replaceAll(']]>', ']]]]><![CDATA[>') : safe
}

const XML_NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;', '\n': '&#10;', '\t': '&#9;', '\r': '&#13;',
}

/** Text between two tags of XML. */
export const xmlText = (text: string): string => lineFeeds(visible(text)).replace(/[&<>]/g, (character) => XML_NAMES[character] as string)

// Names and numbers, which nearly all attributes are.
const PLAIN = /^[\w ./@+-]*$/

/** The value of an XML attribute, without its quotes. */
export const xmlAttribute = (text: string): string =>
  PLAIN.test(text) ? text : numbered(text).replace(/[&<>"'\n\t\r]/g, (character) => XML_NAMES[character] as string)
