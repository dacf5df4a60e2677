// Groovy by its statements. Its grammar knows neither constructors nor traits nor enums, and a build script is calls all the way down, so the text is
// read by itself: classes hold members, a script holds its blocks, and what else it does is left out.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { firstDocLine } from '../doc.ts'
import type { Masked, Statement } from '../groovy/statements.ts'
import { masked, statementsIn } from '../groovy/statements.ts'
import { defineScanner } from '../language.ts'
import { form, holder, leaf } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import type { Span } from '../span.ts'
import { asLines, fromLineStart, indentAt, isBlank, lineStart, toLineEnd } from '../span.ts'
import { dotted } from '../modules/dotted.ts'

/** Where statements stand: in a script, in one of its blocks, in a class. */
interface Place {
  readonly inside: 'script' | 'block' | 'class' | 'enum'
  /** The name of the class, for its constructors. */
  readonly name: string
  readonly indent: string
  readonly depth: number
}

/** What a statement is. */
interface Found {
  readonly kind: Tile['kind']
  readonly name: string
  /** Its block is shown with what it holds. */
  readonly holds?: Place['inside']
  /** Where its value begins, with the `=`. */
  readonly value?: number
}

const DEEPEST = 40

/** Cuts a Groovy text into its definitions. */
export function scanGroovy(text: string): Parsed {
  const tiles = tilesIn(masked(text), { start: 0, end: text.length }, { inside: 'script', name: '', indent: '', depth: 0 })
  return tiles.length === 0 && text.trim() !== '' ? scanLines(text) : { tiles }
}

function tilesIn(source: Masked, span: Span, place: Place): Tile[] {
  const tiles: Tile[] = []
  let before = span.start
  for (const statement of statementsIn(source, span)) {
    const found = classified(source, statement, place)
    if (found !== undefined) push(source, tiles, tileOf(source, statement, { found, place, before, limit: span.end }))
    before = statement.end
  }
  return tiles
}

/** Imports below each other are one tile. */
function push({ text }: Masked, tiles: Tile[], tile: Tile): void {
  const last = tiles.at(-1)
  if (last?.kind !== 'import' || tile.kind !== 'import' || last.name !== 'import' || tile.name !== 'import' || text.slice(last.end, tile.start).trim() !== '') tiles.push(tile)
  else tiles[tiles.length - 1] = { ...last, end: tile.end, shape: form(last.shape.head + tile.shape.head), detail: form(last.detail.head + tile.detail.head) }
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`
const CLASS = new RegExp(String.raw`^(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed)\s+){0,6}(?<word>class|interface|trait|enum|record|@interface)\s+(?<name>${NAME})`, 'u')
const CONTROL = /^(?:if|else|for|while|do|switch|case|try|catch|finally|return|throw|assert|new|break|continue)\b/
/** Modifiers and types; a call on an object has its dot at the end. */
const TYPES = /^[\p{L}_$<@](?:[\p{L}\p{N}_$.<>[\],?&\s]*[\p{L}\p{N}_$>\]\s])?$/u
const FIELD = new RegExp(String.raw`(?<name>${NAME})\s*(?:=(?![=~])|,|$)`, 'u')
const ASSIGNED = /^(?<name>[\p{L}_$][\p{L}\p{N}_$.]*)\s*=(?![=~])/u

function classified({ bare, mask }: Masked, { own, end, block }: Statement, place: Place): Found | undefined {
  const head = mask.slice(own, Math.min(block?.start ?? end, own + 2000))
  if (/^(?:import|package)\b/.test(head)) return { kind: 'import', name: /^\w+/.exec(head)?.[0] ?? '' }
  const { word, name = '' } = CLASS.exec(head)?.groups ?? {}
  if (word !== undefined) return { kind: word === 'enum' ? 'enum' : /interface|trait/.test(word) ? 'interface' : 'class', name, ...(block === undefined ? {} : { holds: word === 'enum' ? 'enum' : 'class' }) }
  if (CONTROL.test(head)) return undefined
  return asMethod({ head, named: bare.slice(own, own + head.length) }, block !== undefined, place) ?? asField(head, own, place) ?? (place.inside === 'enum' ? asConstant(head) : asCall(head, block !== undefined, place))
}

/** `String find(String key) throws IOException`; in a class its own name alone is a constructor. */
function asMethod({ head, named }: { head: string; named: string }, hasBlock: boolean, { inside, name: around }: Place): Found | undefined {
  const [, before = '', name = '', given = ''] = METHOD.exec(head) ?? []
  const member = inside === 'class' || inside === 'enum'
  if (name === '' || (!hasBlock && !member) || (/^(?:task|return)\b/.test(before) && !member)) return undefined
  const types = before.trim()
  if (types === '' ? name !== around || !hasBlock : !TYPES.test(types)) return undefined
  // What is given to a call is no list of parameters.
  return !member && /^[^=]*["':]/.test(given) ? undefined : { kind: member ? 'method' : 'function', name: named.slice(before.length, before.length + name.length).replace(/^["']|["']$/g, '') }
}

const METHOD = new RegExp(String.raw`^([^=(]*?)(${NAME}|"_*"|'_*')\s*\(([^]*)\)\s*(?:throws\s[^()=]*|default\s[^]*)?$`, 'u')

function asField(head: string, own: number, { inside }: Place): Found | undefined {
  const found = FIELD.exec(head)
  const before = head.slice(0, found?.index ?? 0)
  if (found === null || !/[\s>\]]$/.test(before) || !TYPES.test(before)) return undefined
  const sign = found[0].endsWith('=') ? own + found.index + found[0].length - 1 : undefined
  const member = inside === 'class' || inside === 'enum'
  if (!member && sign === undefined) return undefined
  return { kind: member ? 'field' : 'constant', name: found.groups?.['name'] ?? '', ...(sign === undefined ? {} : { value: sign }) }
}

const asConstant = (head: string): Found | undefined => (/^\p{Lu}[\p{L}\p{N}_$]*\s*(?:[(,;]|$)/u.test(head) ? { kind: 'field', name: /^[\p{L}\p{N}_$]+/u.exec(head)?.[0] ?? '' } : undefined)

/** A script is its blocks, its calls and what it sets. */
function asCall(head: string, hasBlock: boolean, { inside, depth }: Place): Found | undefined {
  if (inside === 'class') return undefined
  const assigned = ASSIGNED.exec(head)
  const name = (assigned?.groups?.['name'] ?? /^(?:task\s+)?(?<name>[\p{L}_$][\p{L}\p{N}_$.]*)/u.exec(head)?.groups?.['name'])
  if (name === undefined) return undefined
  if (!hasBlock || assigned !== null) return { kind: 'entry', name }
  return { kind: 'module', name, ...(depth < DEEPEST_BLOCK && !CODE.test(name) ? { holds: 'block' } : {}) }
}

/** Blocks in blocks are shown while they describe; these are carried out. */
const CODE = /(?:^|\.)(?:doLast|doFirst|each\w*|all|any|every|find\w*|collect|with|tap|script|steps|configureEach|afterEvaluate|beforeEvaluate|filter)$/
const DEEPEST_BLOCK = 4

interface Context {
  readonly found: Found
  readonly place: Place
  /** Where the statement before ended, and where this one must. */
  readonly before: number
  readonly limit: number
}

function tileOf(source: Masked, statement: Statement, { found, place, before, limit }: Context): Tile {
  const { text, mask } = source
  const top = docAbove(text, before, statement.start)
  const start = Math.max(before, fromLineStart(text, top ?? statement.start))
  const stop = statement.start + mask.slice(statement.start, statement.end).trimEnd().length
  const closed = mask[statement.end] === ';' ? statement.end + 1 : stop
  const where = { kind: found.kind, name: found.name, start, end: Math.min(limit, toLineEnd(text, closed)) }
  const indent = isBlank(text, lineStart(text, statement.start), statement.start) ? indentAt(text, statement.start) : place.indent
  const doc = top === undefined ? '' : `${indent}${firstDocLine(text.slice(top, statement.start))}\n`
  const marks = source.bare.slice(statement.start, statement.own)
  const lead = doc + indent + marks
  if (found.holds !== undefined && statement.block !== undefined && place.depth < DEEPEST) {
    const held = heldBy(source, { ...statement, block: statement.block }, { found, place, indent, lead, where })
    if (held !== undefined) return held
  }
  const forms = written(source, { ...statement, end: closed }, found)
  return leaf(text, where, { detail: asLines(lead + forms.detail), shape: asLines(indent + forms.shape) })
}

/** Where the documentation directly above a statement begins. */
function docAbove(text: string, from: number, to: number): number | undefined {
  const gap = text.slice(from, to)
  const at = gap.lastIndexOf('/**')
  const end = gap.indexOf('*/', at + 3)
  return at < 0 || end < 0 || gap.slice(end + 2).trim() !== '' || /\n[ \t\r]*\n/.test(gap.slice(end)) ? undefined : from + at
}

interface Holding {
  readonly found: Found
  readonly place: Place
  readonly indent: string
  readonly lead: string
  readonly where: Pick<Tile, 'kind' | 'name' | 'start' | 'end'>
}

/** A class or a block with what it holds; undefined when that is nothing, or little enough to stand as it is. */
function heldBy(source: Masked, { own, end, block }: Statement & { readonly block: Span }, { found, place, indent, lead, where }: Holding): Tile | undefined {
  const { text, bare } = source
  if (!text.slice(block.start, block.end).includes('\n') && (found.holds === 'block' || block.end - own <= LONG.shape)) return undefined
  const body = { start: toLineEnd(text, block.start + 1), end: fromLineStart(text, block.end - 1) }
  const inner: Place = { inside: found.holds ?? 'block', name: found.name, indent: `${indent}    `, depth: place.depth + 1 }
  const tiles = body.start < body.end ? tilesIn(source, body, inner) : []
  if (tiles.length === 0) return undefined
  const head = bare.slice(own, block.start).trimEnd()
  const tail = asLines(indent + bare.slice(block.end - 1, end).trimEnd())
  return holder(where, { ...body, tiles }, { detail: form(asLines(`${lead}${head} {`), tail), shape: form(asLines(`${indent}${oneLine(head)} {`), tail) })
}

const oneLine = (code: string): string => code.includes('\n') ? code.replace(/\s*\n\s*/g, ' ').replace(/([([]) /g, '$1').replace(/,? ([)\]])/g, '$1') : code

const MARKERS = [' { /* ... */ }', ' {/*...*/}', ' {}']
const LONG = { detail: 120, shape: 80 }

/** A statement without its annotations: its head, and marks for what is left out. */
function written({ bare }: Masked, { own, end, block }: Statement, { kind, value }: Found): { detail: string; shape: string } {
  if (value !== undefined) {
    const name = bare.slice(own, value).trimEnd()
    const whole = bare.slice(own, end).trimEnd()
    return { detail: whole.length <= LONG.detail && !whole.includes('\n') && block === undefined ? whole : name, shape: oneLine(name) }
  }
  if (block === undefined) return { detail: bare.slice(own, end).trimEnd(), shape: oneLine(bare.slice(own, end).trimEnd()) }
  const whole = bare.slice(own, end).trimEnd()
  if (kind !== 'function' && kind !== 'method' && whole.length <= LONG.shape && !whole.includes('\n')) return { detail: whole, shape: whole }
  const head = bare.slice(own, block.start).trimEnd()
  const marker = MARKERS.find(({ length }) => length <= block.end - block.start + 1) ?? ' {}'
  return { detail: head + marker, shape: `${oneLine(head)} {}` }
}

export default defineScanner({
  name: 'groovy',
  title: 'Groovy',
  family: 'code',
  extensions: ['.groovy', '.gradle', '.gvy', '.gy', '.gsh', '.jenkinsfile'],
  filenames: ['Jenkinsfile*'],
  interpreters: ['groovy'],
  remark: ['// ', ''],
  ...dotted({ form: /^[ \t]*import\s+(?:static\s+)?(?<module>[\p{L}\p{N}_$.*]+)(?:[ \t]+as[ \t]+(?<as>[\p{L}\p{N}_]+))?/gmu, endings: ['.groovy', '.java'], declares: /^[ \t]*package\s+([\p{L}\p{N}_.]+)/mu }),
  sharesFolder: true,
  callsBare: true,
  scan: (text) => scanGroovy(text),
})
