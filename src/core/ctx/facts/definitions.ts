// What a text in some language defines: types with their fields, functions with their signatures. It reads the forms that the language pack made.
import { type Block, isDefinition, walk } from '../../block.ts'
import type { Fact } from './fact.ts'

/** What a language calls its parts, for people. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sql: { class: 'table', field: 'column', function: 'routine' }, proto: { class: 'message', interface: 'service', method: 'rpc' }, prisma: { class: 'model' }, graphql: { class: 'type' },
  openapi: { function: 'operation', class: 'schema' },
}

/** The word for a block: `column` in SQL, else its kind. */
export const wordFor = (language: string, kind: string): string => WORDS[language]?.[kind] ?? kind

/** A definition that holds others or reads like a type: class, interface, table, message, enum. */
const isType = ({ kind }: Block): boolean => kind === 'class' || kind === 'interface' || kind === 'enum' || kind === 'type'

/** The fields of every type in a file, under the name of the type. */
export function typeFacts(file: Block, language: string): Fact[] {
  return [...walk(file)].filter(isType).flatMap((block) => {
    const fields = fieldsIn(block, language)
    const holder = qualified(block)
    return fields.length > 0 ? fields.map((fact) => ({ ...fact, holder })) : [{ holder, name: '', value: plainSignature(headText(block)).replace(/^.*?[\w$>]\s*=\s*/s, ''), kind: wordFor(language, block.kind), body: onOneLine(headText(block)) }]
  })
}

/** The name with what holds it; the chapters of an OpenAPI description hold everything, so they say nothing. */
const qualified = (block: Block): string => block.id.slice(block.id.indexOf('#') + 1).replace(/^(?:paths|components\.\w+)\.(?=[A-Z])/, '')

/** A block as it reads without its documentation. */
const headText = ({ shape }: Block): string => shape.head + shape.tail

function fieldsIn(block: Block, language: string): Fact[] {
  const held = block.children.filter((child) => isDefinition(child) && (child.kind === 'field' || child.kind === 'constant' || child.kind === 'entry' || (child.kind === 'method' && language === 'proto')))
  if (held.length > 0) return held.map((child) => ({ holder: '', name: child.name, value: typeIn(headText(child), child.name, language), kind: wordFor(language, child.kind), body: onOneLine(headText(child)) }))
  return bodyParts(headText(block), language === 'sql' ? '()' : '{}').map((part) => fieldFrom(part, language)).filter((fact) => fact.name !== '')
}

/** The parts between the outer brackets of a type: by line, `;` and `,` where no bracket is open. */
function bodyParts(text: string, [opening, closing]: string): string[] {
  const [open, close] = [text.indexOf(opening as string), text.lastIndexOf(closing as string)]
  if (open < 0 || close < open) return []
  const parts = ['']
  let depth = 0
  for (const char of text.slice(open + 1, close)) {
    if ('([{<'.includes(char)) depth++
    else if (')]}>'.includes(char)) depth = Math.max(0, depth - 1)
    if (depth === 0 && (char === ';' || char === '\n' || char === ',')) parts.push('')
    else parts.push(parts.pop() + char)
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '' && !/^(?:\/\/|\/\*|\*|#|\.\.\.|…)/.test(part))
}

function fieldFrom(part: string, language: string): Fact {
  const name = /^(?:(?:readonly|public|private|protected|static|pub|let|var|val|final)\s+)*([\p{L}\p{N}_$]+\??|\[[^\]]*\])/u.exec(part)?.[1] ?? ''
  return { holder: '', name, value: typeIn(part, name, language), kind: wordFor(language, 'field'), body: onOneLine(part) }
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/[,;]+$/, '').trim()

/** The type in the line of a field: without its name, default, number and punctuation. */
function typeIn(line: string, name: string, language: string): string {
  const text = line.replace(/\s+/g, ' ').trim().replace(/[,;{]+$/, '').trim()
  if (language === 'proto') return text.replace(/\s*=\s*\d+.*$/, '').replace(new RegExp(`\\s*\\b${escaped(name)}\\b\\s*`), ' ').trim()
  const after = text.replace(/^(?:(?:readonly|public|private|protected|static|pub|let|var|val|final)\s+)*/, '').replace(new RegExp(`^["\`[]?${escaped(name)}["\`\\]]?`), '')
  return (language === 'sql' ? after : after.replace(/\s=(?!>)\s.*$/, '')).replace(/^[\s:?]+/, '').trim()
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** The functions, methods and types of a file with their signatures; `body` tells when what is behind them differs. */
export function signatureFacts(file: Block, { text, language }: { text: string; language: string }): Fact[] {
  return [...walk(file)].filter(isTold).map((block) =>
    ({ holder: '', name: qualified(block), value: signatureOf(block), kind: wordFor(language, block.kind), body: ownCode(block, text).trim() }))
}

const isTold = (block: Block): boolean => isDefinition(block) && block.kind !== 'heading' && block.kind !== 'entry'

/** The definitions that are nearest below a block. */
const toldIn = (block: Block): Block[] => block.children.flatMap((child) => (isTold(child) ? [child] : toldIn(child)))

/** What a block says itself, without the definitions that it holds; of a file, what stands outside of all of them. White space stays: it can have a meaning. */
export function ownCode(block: Block, text: string): string {
  let at = block.start
  let own = ''
  for (const child of toldIn(block)) {
    own += text.slice(at, child.start)
    at = child.end
  }
  return own + text.slice(at, block.end)
}

/** The head of a definition on one line: `export function f(a: string): void`. */
export const signatureOf = (block: Block): string => plainSignature(block.shape.head)

const plainSignature = (head: string): string => head.replace(/\s+/g, ' ').trim().replace(/\s*(?:[{:]\s*)?(?:\.\.\.|…|\{ ?(?:\.\.\.|…)? ?\}?|;|\{)\s*\}?$/, '').trim()
