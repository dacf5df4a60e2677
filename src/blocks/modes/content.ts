// Content between two tags. The origin of the format writes it as it is, which is no XML as soon as it holds a tag that does not close.
// Here it stays as it is where that is safe: without markup, or with markup that is whole and borrows none of the document's own names. Everything else is
// escaped, by entities or as CDATA, whichever is shorter. In every case the source between the tags, unescaped once, is the content.

/** Names that only the document itself may use. */
const OWN = new Set(['context', 'code', 'turn', 'tree', 'tool', 'doc', 'data', 'diff', 'embed-ref', 'image', 'ext', 'omitted'])

/** Characters that XML cannot hold at all. */
const IMPOSSIBLE = /[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/gu

/** Text for an XML document: what it cannot hold is replaced. */
export const possible = (text: string): string => text.replace(IMPOSSIBLE, '\uFFFD')

/** Content for the inside of an element. */
export function contentFor(text: string): string {
  const safe = possible(text)
  if (!/[<&]|\]\]>/.test(safe) || isWholeMarkup(safe)) return safe
  const escaped = safe.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;')
  const section = `<![CDATA[${safe.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  return section.length < escaped.length ? section : escaped
}

/** The value of an attribute, without its quotes. */
export const attribute = (text: string): string =>
  possible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replace(/[\n\r\t]/g, (end) => `&#${end.charCodeAt(0)};`)

const TAG = /<(\/?)([A-Za-z][\w.-]{0,63})((?:\s{1,8}[A-Za-z][\w.-]{0,63}="[^"<&]{0,4096}"){0,32})\s{0,8}(\/?)>/y

/** Whether every tag in a text is closed, in order, and none is the document's own. Anything unusual is no: it will be escaped. */
function isWholeMarkup(text: string): boolean {
  if (text.includes('&') || text.includes(']]>')) return false
  const open: string[] = []
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at
    const match = TAG.exec(text)
    if (match === null || !follows(match, open)) return false
  }
  return open.length === 0
}

/** Whether a tag may stand where it stands; keeps the list of open elements. */
function follows([, closing, name = '', attributes = '', alone]: RegExpExecArray, open: string[]): boolean {
  if (OWN.has(name)) return false
  if (closing === '/') return attributes === '' && alone === '' && open.pop() === name
  const names = attributes.match(/[A-Za-z][\w.-]*(?==")/g) ?? []
  if (new Set(names).size < names.length || names.some((one) => /^xml/i.test(one)) || /^xml/i.test(name)) return false
  if (alone === '') open.push(name)
  return true
}
