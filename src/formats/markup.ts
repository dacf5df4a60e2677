import type { FileView, ZoomView } from '../core/format.ts'
import { xmlAttribute, xmlText } from './escape.ts'
import { handleCommand, isCut, zoomBudget, zoomCommand } from './words.ts'

/** The parts that both XML formats are made of. */

/** Attributes in the order of printing; those without a value are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** A start tag, or an empty element when `end` is ` />`. */
export function tag(name: string, attributes: Attributes, end = '>'): string {
  let opened = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== undefined) opened += ` ${key}="${typeof value === 'number' ? value : xmlAttribute(value)}"`
  }
  return opened + end
}

/** An element that holds text. */
export const element = (name: string, text: string | number | boolean): string => `<${name}>${xmlText(String(text))}</${name}>`

/**
 * What the file's line ends were, as content is always printed with line feeds: nothing for LF, `crlf`, or `mixed`. A skeleton holds lines of
 * our own beside those of the file, so one CRLF is enough there.
 */
export function lineEnds(view: FileView): 'crlf' | 'mixed' | undefined {
  if (!view.body.includes('\r\n')) return undefined
  return isCut(view) || !/(?<!\r)\n/.test(view.body) ? 'crlf' : 'mixed'
}

/** A body that has the line ends of a longer one. */
export const lineEndGist = (body: string): string => (body.includes('\r\n') ? (/(?<!\r)\n/.test(body) ? '\n\r\n' : '\r\n') : '')

/** The lines shown, `10-20`, when a file is shown in part. */
export const lineRange = (view: FileView): string | undefined => view.lines?.join('-')

/** The attributes of an offer to show more. */
export const zoomAttributes = (type: ZoomView['type'], target: string, tokens: number): Attributes => {
  const budget = zoomBudget(tokens)
  return { type, target, budget, command: zoomCommand(type, target, budget) }
}

/** Offers for what is related, or nothing. */
export const relatedElement = (related: readonly ZoomView[]): string =>
  related.length === 0 ? '' : `<related>\n${related.map(relatedTag).join('')}</related>\n`

const relatedTag = (view: ZoomView): string =>
  `${tag('zoom', { type: view.type, target: view.target, budget: zoomBudget(view.tokens), command: handleCommand(view), relation: view.relation, handle: view.handle }, ' />')}\n`
