// SQL by its statements, in whatever dialect: tables hold their columns, routines and views lose their bodies, data is counted.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { firstDocLine } from '../doc.ts'
import { defineScanner } from '../language.ts'
import { form, holder, leaf } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import type { Span } from '../span.ts'
import { asLines, indentAt, isBlank, lineEnd, lineStart } from '../span.ts'
import { type Dialect, dialectOf, isRoutine, objectOf, type Statement, statementsOf } from '../sql/statements.ts'
import { type Token, tokensIn } from '../sql/tokens.ts'

/** One text while it is read. */
interface Source {
  readonly text: string
  readonly dialect: Dialect
}

/** Cuts a text into its statements. */
export function scanSql(text: string): Parsed {
  const source = { text, dialect: dialectOf(text) }
  const tiles: Tile[] = []
  let others: Statement[] = []
  const settle = (): void => {
    if (others.length > 0) tiles.push(rest(source, others, floorOf(tiles)))
    others = []
  }
  for (const statement of statementsOf(text, source.dialect)) {
    const found = defining(text, statement)
    if (found === undefined) others.push(statement)
    else {
      settle()
      tiles.push(definition(source, found, floorOf(tiles)))
    }
  }
  settle()
  return tiles.length === 0 ? scanLines(text) : { tiles: shown(tiles) }
}

/** A script of nothing but settings and grants is shown by its counts at `shape` too. */
const shown = (tiles: readonly Tile[]): readonly Tile[] => (tiles.some(({ shape }) => shape.head !== '') ? tiles : tiles.map((tile) => ({ ...tile, shape: tile.detail })))

const floorOf = (tiles: readonly Tile[]): number => tiles.at(-1)?.end ?? 0

/** The part of a statement that defines something: a CREATE may stand behind an IF. */
function defining(text: string, statement: Statement): Statement | undefined {
  if (objectOf(statement.words) !== '' && !isOwner(statement.words)) return statement
  if (statement.words[0] === 'COMMENT') return statement
  if (statement.words[0] !== 'IF') return undefined
  const inner = /^[ \t]*(?=CREATE\s)/im.exec(text.slice(statement.start, statement.end))
  if (inner === null) return undefined
  const start = statement.start + inner.index + inner[0].length
  const words = (text.slice(start, start + 200).match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).map((word) => word.toUpperCase())
  return objectOf(words) === '' ? undefined : { start, end: statement.end, words }
}

/** `ALTER TABLE x OWNER TO y` defines nothing. */
const isOwner = (words: readonly string[]): boolean => words[0] === 'ALTER' && words.some((word) => word === 'OWNER' || word === 'OWNED' || word === 'ENABLE' || word === 'DISABLE')

const NAME = /(?:\s|IF\s+NOT\s+EXISTS\b|IF\s+EXISTS\b|CONCURRENTLY\b|ONLY\b|BODY\b)*((?:"[^"\n]*"|`[^`\n]*`|\[[^\]\n]*\]|[\p{L}\p{N}_$#@]+)(?:\s*\.\s*(?:"[^"\n]*"|`[^`\n]*`|\[[^\]\n]*\]|[\p{L}\p{N}_$#@]+))*)/iyu

/** The last part of the name that follows a place. */
function nameAt(text: string, at: number): string {
  NAME.lastIndex = at
  const whole = NAME.exec(text)?.[1] ?? ''
  const parts = whole.match(/"[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s."`[\]]+/g) ?? []
  return (parts.at(-1) ?? '').replaceAll(/["`[\]]/g, '')
}

/** Everything that is made from one statement. */
interface Parts {
  readonly source: Source
  readonly statement: Statement
  readonly tokens: readonly Token[]
  readonly object: string
  readonly name: string
  /** Where the remark above it begins; where it ends with its line. */
  readonly start: number
  readonly end: number
  /** The first line of the remark above it, as a whole line. */
  readonly doc: string
}

function definition(source: Source, statement: Statement, floor: number): Tile {
  const { text, dialect } = source
  const tokens = [...tokensIn(text, statement, dialect.mysql)]
  const object = objectOf(statement.words)
  const at = tokens.find((token) => token.kind === 'word' && token.word === object)?.end ?? statement.start
  const top = remarkAbove(text, statement.start, floor)
  const end = lineEnd(text, statement.end)
  const parts = { source, statement, tokens, object, name: nameOf(text, { tokens, object, at }), start: top.start, doc: top.doc, end: isBlank(text, statement.end, end) ? end : statement.end }
  if (statement.words[0] === 'COMMENT') return leaf(text, { kind: 'doc', name: '', start: parts.start, end: parts.end }, { detail: short(parts, 200), shape: '' })
  if (statement.words[0] === 'ALTER') return plain(parts)
  return object === 'TABLE' ? table(parts) : object === 'VIEW' ? view(parts) : isRoutine(statement.words) ? routine(parts) : plain(parts)
}

/** An index without a name is known by its table. */
function nameOf(text: string, { tokens, object, at }: { tokens: readonly Token[]; object: string; at: number }): string {
  const name = nameAt(text, at)
  if (object !== 'INDEX' || name.toUpperCase() !== 'ON') return name
  return nameAt(text, tokens.find((token) => token.word === 'ON')?.end ?? at)
}

/** Remarks that stand directly above a statement, and the first line of them. */
function remarkAbove(text: string, at: number, floor: number): { start: number; doc: string } {
  const own = Math.max(floor, isBlank(text, lineStart(text, at), at) ? lineStart(text, at) : at)
  let start = own
  for (let above = start; above > floor;) {
    above = Math.max(floor, lineStart(text, above - 1))
    const line = text.slice(above, start).trim()
    if (!/^(?:--|#|\/\*|\*)|\*\/$/.test(line)) break
    start = above
    if (line.startsWith('/*')) break
  }
  const remark = text.slice(start, own).trim()
  const line = remark === '' ? '' : remark.startsWith('/*') ? firstDocLine(remark) : remark.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  return { start, doc: asLines(line) }
}

/** A part of the text on one line, without remarks. Strings stay what they are. */
function joined({ source: { text }, tokens }: Parts, { start, end }: Span): string {
  let out = ''
  let gap = ''
  let at = start
  for (const token of tokens) {
    if ((token.kind !== 'string' && token.kind !== 'remark') || token.start < at || token.end > end) continue
    gap += text.slice(at, token.start)
    at = token.end
    if (token.kind === 'remark') gap += ' '
    else {
      out += tight(gap) + text.slice(token.start, token.end)
      gap = ''
    }
  }
  return (out + tight(gap + text.slice(at, end))).replaceAll('\r', '').trim()
}

const tight = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/\( /g, '(').replaceAll(/ (?=[),;])/g, '')

/** A line of a form: closed by a semicolon, cut where it gets long. */
function short(parts: Parts, longest: number): string {
  const line = joined(parts, parts.statement)
  if (line.length <= longest && !line.includes('\n')) return `${line.replace(/;*$/, '')};\n`
  return `${line.slice(0, longest).split('\n')[0]?.trimEnd()} ...;\n`
}

function plain(parts: Parts): Tile {
  const kind = parts.object === 'TYPE' || parts.object === 'DOMAIN' ? 'type' : parts.object === 'SCHEMA' ? 'module' : 'entry'
  return leaf(parts.source.text, { kind, name: parts.name, start: parts.start, end: parts.end }, { detail: parts.doc + short(parts, 400), shape: short(parts, 160) })
}

/** What a view shows is its query; only where it is short does it stand in a skeleton. */
function view(parts: Parts): Tile {
  const { source: { text }, statement, tokens, name } = parts
  const as = tokens.find((token) => token.word === 'AS')
  const head = joined(parts, { start: statement.start, end: as?.start ?? statement.end }).replace(/;$/, '')
  const whole = short(parts, 200)
  const brief = `${head} AS SELECT /* ... */;\n`
  const detail = whole.endsWith(' ...;\n') ? brief : whole
  return leaf(text, { kind: 'type', name, start: parts.start, end: parts.end }, { detail: parts.doc + detail, shape: `${head} AS SELECT;\n` })
}

function routine(parts: Parts): Tile {
  const { source: { text }, statement, name, object } = parts
  const body = bodyOf(parts)
  const signature = joined(parts, { start: statement.start, end: body.start }).replace(/;$/, '')
  const after = joined(parts, { start: body.end, end: statement.end }).replace(/;$/, '')
  const closing = after === '' ? '' : ` ${after}`
  const kind = object === 'PACKAGE' ? 'module' : 'function'
  return leaf(text, { kind, name, start: parts.start, end: parts.end }, {
    detail: `${parts.doc}${signature}${body.marker}${closing};\n`,
    shape: `${signature}${closing};\n`,
  })
}

/** The body of a routine: a string behind AS, or everything from AS, IS or BEGIN on. */
function bodyOf({ source: { text }, statement, tokens }: Parts): Span & { marker: string } {
  const outer = topLevel(tokens)
  const string = outer.find((token, i) => token.kind === 'string' && outer[i - 1]?.word === 'AS')
  if (string !== undefined) {
    const as = outer[outer.indexOf(string) - 1] as Token
    return { start: as.start, end: lastString(outer, string).end, marker: text[string.start] === '$' ? ' AS $$ ... $$' : " AS '...'" }
  }
  const returns = outer.findIndex(({ word }) => word === 'RETURNS')
  const begin = outer.find(({ word, kind }, i) => kind === 'word' && (word === 'AS' || word === 'IS' || word === 'BEGIN' || (word === 'RETURN' && returns >= 0 && i > returns)))
  if (begin === undefined) return { start: statement.end, end: statement.end, marker: '' }
  return { start: begin.start, end: statement.end, marker: begin.word === 'BEGIN' || begin.word === 'RETURN' ? ' BEGIN END' : ` ${begin.word} BEGIN END` }
}

/** A function in C names its file and then its symbol. */
function lastString(outer: readonly Token[], string: Token): Token {
  const at = outer.indexOf(string)
  return outer[at + 1]?.word === ',' && outer[at + 2]?.kind === 'string' ? outer[at + 2] as Token : string
}

/** Tokens outside brackets, remarks aside. */
function topLevel(tokens: readonly Token[]): Token[] {
  let depth = 0
  return tokens.filter(({ word, kind }) => {
    if (word === '(') depth++
    if (word === ')') depth--
    return depth === 0 && kind !== 'remark'
  })
}

/** A table holds its columns where they are listed. */
function table(parts: Parts): Tile {
  const { source: { text }, statement, tokens, name } = parts
  const place = { kind: 'class', name, start: parts.start, end: parts.end } as const
  const list = listOf(tokens)
  const query = topLevel(tokens).find(({ word }) => word === 'AS')
  if (list === undefined || (query !== undefined && query.start < list.open)) {
    const head = joined(parts, { start: statement.start, end: query?.start ?? statement.end }).replace(/;$/, '')
    return leaf(text, place, { detail: `${parts.doc}${head}${query === undefined ? '' : ' AS SELECT /* ... */'};\n`, shape: `${head}${query === undefined ? '' : ' AS SELECT'};\n` })
  }
  if (!text.slice(list.open, list.close).includes('\n')) return leaf(text, place, { detail: parts.doc + short(parts, 400), shape: short(parts, 400) })
  const indent = indentAt(text, statement.start)
  const head = `${indent}${joined(parts, { start: statement.start, end: list.open + 1 })}\n`
  const options = joined(parts, { start: list.close, end: statement.end }).replace(/;$/, '')
  const body = { start: Math.min(lineEnd(text, list.open), list.close), end: lineStart(text, list.close) > list.open ? lineStart(text, list.close) : list.close }
  const tiles = columnsOf(parts, { list, body })
  return holder(place, { ...body, tiles }, { detail: form(parts.doc + head, `${indent}${options.length <= 200 ? options : ')'};\n`), shape: form(head, `${indent});\n`) })
}

interface List {
  readonly open: number
  readonly close: number
  /** Where its items end: at each comma, and at the closing bracket. */
  readonly ends: readonly number[]
}

/** The first list in brackets. */
function listOf(tokens: readonly Token[]): List | undefined {
  let depth = 0
  let open = -1
  const ends: number[] = []
  for (const { word, start, end } of tokens) {
    if (word === '(' && depth++ === 0 && open < 0) open = start
    if (word === ',' && depth === 1) ends.push(end)
    if (word === ')' && --depth === 0) return { open, close: start, ends: [...ends, start] }
  }
  return undefined
}

const CONSTRAINT = /^(?:CONSTRAINT\b|PRIMARY\s+KEY\b|FOREIGN\s+KEY\b|CHECK\s*\(|EXCLUDE\b|LIKE\b|(?:UNIQUE|FULLTEXT|SPATIAL)\b(?=\s*\(|\s+(?:KEY|INDEX)\b)|(?:KEY|INDEX)\s+\S*\s*\()/i

function columnsOf(parts: Parts, { list, body }: { list: List; body: Span }): Tile[] {
  const tiles: Tile[] = []
  let at = body.start
  let from = parts.tokens.findIndex((token) => token.start > list.open)
  for (const end of list.ends) {
    let to = from
    while ((parts.tokens[to]?.start ?? end) < end) to++
    const tokens = parts.tokens.slice(from, to)
    const first = tokens.find(({ kind, word }) => kind !== 'remark' && word !== ',')
    from = to
    if (first === undefined || first.start < at) continue
    const stop = columnEnd(parts.source.text, end, body.end)
    tiles.push(column({ ...parts, tokens }, { start: at, first, end, stop }))
    at = stop
  }
  return tiles
}

/** A remark on the same line belongs to the column. */
function columnEnd(text: string, end: number, last: number): number {
  const line = lineEnd(text, end)
  return Math.min(last, /^[ \t]*(?:--[^\n]*|\/\*[^*\n]*\*\/[ \t]*)?\r?\n?$/.test(text.slice(end, line)) ? line : end)
}

function column(parts: Parts, { start, first, end, stop }: { start: number; first: Token; end: number; stop: number }): Tile {
  const { source: { text } } = parts
  const line = joined(parts, { start: first.start, end })
  const constrains = CONSTRAINT.test(line)
  const name = constrains ? (/^CONSTRAINT\s/i.test(line) ? nameAt(line, 'CONSTRAINT'.length) : line.split('(')[0]?.trim() ?? '') : nameAt(text, first.start)
  const indent = indentAt(text, first.start)
  const doc = asLines(text.slice(start, first.start)).trim()
  const remark = doc === '' ? text.slice(end, stop).trim() : ''
  const detail = `${doc === '' ? '' : `${indent}${doc.startsWith('/*') ? firstDocLine(doc) : doc.split('\n')[0]}\n`}${indent}${line}${remark === '' ? '' : ` ${remark}`}\n`
  return leaf(text, { kind: constrains ? 'entry' : 'field', name, start, end: stop }, { detail, shape: `${indent}${line}\n` })
}

const DATA = /^(?:INSERT|COPY|UPDATE|DELETE|MERGE|REPLACE)/

/** Statements that define nothing: how many there are of each kind. */
function rest({ text }: Source, statements: readonly Statement[], floor: number): Tile {
  const counts = new Map<string, number>()
  for (const { start, words } of statements) counts.set(titleOf(text, start, words), (counts.get(titleOf(text, start, words)) ?? 0) + 1)
  const [first] = statements as [Statement]
  const start = Math.max(floor, isBlank(text, lineStart(text, first.start), first.start) ? lineStart(text, first.start) : first.start)
  const end = statements.at(-1)?.end ?? first.end
  const listed = (titles: readonly (readonly [string, number])[]): string => (titles.length === 0 ? '' : `-- ${titles.map(([title, count]) => (count === 1 ? title : `${count} × ${title}`)).join(', ')}\n`)
  const place = { kind: 'entry', name: titleOf(text, first.start, first.words), start, end: isBlank(text, end, lineEnd(text, end)) ? lineEnd(text, end) : end } as const
  return leaf(text, place, { detail: listed([...counts].slice(0, MOST_TITLES)), shape: listed([...counts].filter(([title]) => DATA.test(title)).slice(0, MOST_TITLES)) })
}

const MOST_TITLES = 30

/** `INSERT INTO orders`, or the first word of anything else. */
function titleOf(text: string, start: number, words: readonly string[]): string {
  const [first = '', second = ''] = words
  if (!DATA.test(first)) return first
  const through = /^(?:INTO|FROM)$/.test(second) ? `${first} ${second}` : first
  const at = text.slice(start, start + 200).search(/\s(?!(?:INTO|FROM|IGNORE|OR|REPLACE|ONLY)\b|\s)/i)
  return `${through} ${nameAt(text, start + Math.max(at, 0))}`.trim()
}

/** SQL. */
export default defineScanner({ name: 'sql', title: 'SQL', family: 'data', extensions: ['.sql', '.ddl', '.pgsql', '.psql', '.plsql', '.pks', '.pkb', '.mysql'], remark: ['-- ', ''], scan: scanSql })
