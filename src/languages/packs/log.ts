// Logs by what repeats: lines that differ only in times, numbers and ids are one pattern with a count. Errors come first, the first one of
// each pattern with its trace. Stretches of lines can be asked for.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { brief, counted, form, holder, type Line, linesOf } from '../leaf.ts'
import { scanLines } from '../lines.ts'

/** Lines that say the same. */
interface Pattern {
  readonly words: string
  readonly level: Level
  /** The first entry of its kind, or the first that has a trace. */
  first: readonly Line[]
  count: number
}

const LEVELS = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', ''] as const
type Level = typeof LEVELS[number]

const LEVEL = /\b(?:(FATAL|CRITICAL|PANIC|EMERG|ALERT)|(ERROR|SEVERE|ERR|FAILED|FAILURE)|(WARN|WARNING)|(INFO|NOTICE)|(DEBUG|TRACE|FINE|VERBOSE))\b/
const NAMED_LEVEL = /(?:^|[[\s"=|])(?:(fatal|critical|panic|emerg|alert|crit)|(error|severe|err)|(warn|warning)|(info|notice)|(debug|trace|verbose))(?=[\]:\s"|]|$)/i

/** An answer of a server that says that it failed. */
const SERVER_ERROR = /" 5\d\d /

/** The level of an entry: in capitals anywhere near the beginning, else as a word of its own; a trace without one is an error. */
function levelOf([head, ...trace]: readonly Line[]): Level {
  const start = head?.text.slice(0, 200) ?? ''
  if (SERVER_ERROR.test(start)) return 'ERROR'
  const found = LEVEL.exec(start) ?? NAMED_LEVEL.exec(start)
  if (found === null) return /\b(?:\w*Exception|\w*Error|panic|Traceback)\b/.test(start) || trace.length > 1 ? 'ERROR' : ''
  return LEVELS[found.slice(1, 6).findIndex((group) => group !== undefined)] ?? ''
}

const TIME = /\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?:Z| ?[+-]\d{2}:?\d{2})?|\d{2}\/\w{3}\/\d{4}:\d{2}:\d{2}:\d{2}(?: [+-]\d{4})?|[A-Z][a-z]{2} {1,2}\d{1,2} \d{2}:\d{2}:\d{2}|\b\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?/
const TIMES = new RegExp(TIME, 'g')
const VARIES: readonly (readonly [RegExp, string])[] = [
  [TIMES, '<time>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '<id>'],
  [/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?\b/g, '<ip>'],
  [/\b(?:0x[\da-f]{1,40}|(?=[a-f]{0,40}\d)[\da-f]{8,64})\b/gi, '<id>'],
  // The number after a request is its status, which tells what happened.
  [/(?<!" |\d)\d{1,40}(?:\.\d{1,40})?/g, '#'],
]
const WIDEST = 300

/** A line with what differs from one time to the next left out. The time at its beginning goes altogether. */
const patternOf = (line: string): string =>
  VARIES.reduce((text, [pattern, sign]) => text.replace(pattern, sign), line.slice(0, WIDEST)).replace(/^[[(]?<time>[\])]?:?\s*/, '').trim()

/** Lines that are indented continue an entry, and after an error so do the words that traces are made of. */
const INDENTED = /^(?:\s+\S|\.\.\. \d+ more|\})/
const TRACE = /^(?:Caused by\b|Traceback\b|[\w$.]{1,200}(?:Exception|Error)\b|goroutine \d)/

/** Cuts a log into entries and sums up what repeats. */
export function scanLog(text: string): Parsed {
  const lines = linesOf(text)
  const entries = entriesOf(lines)
  const patterns = patternsOf(entries)
  const shape = head(lines, entries.length, patterns) + (worst(patterns, { most: 5, trace: 0 }) || usual(patterns, 3))
  const detail = head(lines, entries.length, patterns) + worst(patterns, { most: 30, trace: 8 }) + usual(patterns, 20)
  if (detail.length > text.length) return scanLines(text)
  const whole = { kind: 'entry', name: '', start: 0, end: text.length } as const
  return { tiles: [holder(whole, { start: 0, end: text.length, tiles: stretches(lines) }, { detail: form(detail), shape: form(shape) })] }
}

const MOST_TRACE = 200

function entriesOf(lines: readonly Line[]): Line[][] {
  const entries: Line[][] = []
  for (const line of lines) {
    if (line.text.trim() === '') continue
    const open = entries.at(-1)
    if (open === undefined || !continues(open, line)) entries.push([line])
    else if (open.length < MOST_TRACE) open.push(line)
  }
  return entries
}

function continues(open: readonly Line[], { text }: Line): boolean {
  if (TIME.test(text.slice(0, 40))) return false
  return INDENTED.test(text) || (TRACE.test(text) && isBad(levelOf(open)))
}

/** Beyond this a log repeats nothing, and more patterns would tell nothing. */
const MOST_PATTERNS = 5000

function patternsOf(entries: readonly (readonly Line[])[]): Pattern[] {
  const patterns = new Map<string, Pattern>()
  for (const entry of entries) {
    const words = patternOf(entry[0]?.text ?? '')
    const known = patterns.get(words)
    if (known !== undefined) {
      known.count++
      if (known.first.length === 1) known.first = entry
    } else if (patterns.size < MOST_PATTERNS) patterns.set(words, { words, level: levelOf(entry), first: entry, count: 1 })
  }
  return [...patterns.values()]
}

function head(lines: readonly Line[], entries: number, patterns: readonly Pattern[]): string {
  const time = (line: Line | undefined): string => TIME.exec(line?.text.slice(0, 120) ?? '')?.[0] ?? ''
  const [from, to] = [time(lines.find((line) => time(line) !== '')), time(lines.findLast((line) => time(line) !== ''))]
  const levels = LEVELS.map((level) => [level, patterns.filter((one) => one.level === level).reduce((sum, { count }) => sum + count, 0)] as const)
  const counts = levels.filter(([level, count]) => level !== '' && count > 0).map(([level, count]) => `${count} ${level}`)
  const size = `${counted(lines.length, 'line')}${entries === lines.length ? '' : `, ${counted(entries, 'entry')}`}`
  return `[${[size, ...(from === '' ? [] : [`${from} to ${to}`]), ...(counts.length === 0 ? [] : [counts.join(', ')])].join('; ')}]\n`
}

const isBad = (level: Level): boolean => level === 'FATAL' || level === 'ERROR'

/** Errors, most frequent first, each with the trace of its first entry. */
function worst(patterns: readonly Pattern[], { most, trace }: { most: number; trace: number }): string {
  const bad = patterns.filter(({ level }) => isBad(level)).sort((a, b) => b.count - a.count)
  const shown = bad.slice(0, most).map((one) => summary(one) + one.first.slice(1, 1 + trace).map((line) => `  ${brief(line.text, 120)}\n`).join(''))
  return shown.join('') + (bad.length > most ? `${bad.length - most} more kinds of errors\n` : '')
}

/** More kinds than this are put together by their first words. */
const MOST_KINDS = 100

/** Everything else, what is louder first. */
function usual(patterns: readonly Pattern[], most: number): string {
  const fine = patterns.filter(({ level }) => !isBad(level))
  const rest = (fine.length > MOST_KINDS ? coarser(fine) : fine).sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || b.count - a.count)
  return rest.slice(0, most).map(summary).join('') + (rest.length > most ? `${rest.length - most} more kinds of lines\n` : '')
}

/** Where nearly every line is a kind of its own, their first words tell more. */
function coarser(patterns: readonly Pattern[]): Pattern[] {
  const kinds = new Map<string, Pattern>()
  for (const one of patterns) {
    const words = `${one.words.split(' ').slice(0, 2).join(' ')} …`
    const known = kinds.get(words)
    if (known === undefined) kinds.set(words, { ...one, words })
    else known.count += one.count
  }
  return [...kinds.values()]
}

/** What happened once is quoted; what repeats is its pattern. */
const summary = ({ count, words, first }: Pattern): string => (count === 1 ? `${brief(first[0]?.text ?? '', 160)}\n` : `${count} × ${brief(words, 140)}\n`)

const LINES_PER_TILE = 100

function stretches(lines: readonly Line[]): Tile[] {
  const tiles: Tile[] = []
  for (let i = 0; i < lines.length; i += LINES_PER_TILE) {
    const part = lines.slice(i, i + LINES_PER_TILE)
    tiles.push({ kind: 'entry', name: `lines ${i + 1}-${i + part.length}`, start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0, detail: form(''), shape: form('') })
  }
  return tiles
}

/** Logs. */
export default defineScanner({ name: 'log', title: 'Log', family: 'data', extensions: ['.log', '.log.1', '.out', '.err'], filenames: ['syslog', 'messages', 'dmesg'], remark: ['# ', ''], scan: scanLog })
