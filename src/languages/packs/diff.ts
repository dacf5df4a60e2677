// Patches by file and hunk: what was changed where, and by how much. Lines of a hunk are only part of its full text.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { brief, form, holder, leaf, type Line, linesOf } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { asLines } from '../span.ts'

/** A file that a patch changes: its lines before the first hunk, and its hunks. Or the letter before the files: the message of a commit. */
interface Change {
  readonly letter: boolean
  readonly header: Line[]
  readonly hunks: Line[][]
}

const HUNK = /^@@+ .*@@+|^\d+(?:,\d+)?[acd]\d+(?:,\d+)?$|^\*{3} \d+(?:,\d+)? \*{4}$/

/** Cuts a patch into files and hunks. */
export function scanDiff(text: string): Parsed {
  const changes = changesOf(linesOf(text))
  if (changes.every(({ letter }) => letter)) return scanLines(text)
  return { tiles: changes.flatMap((change) => (change.letter ? letterTile(text, change.header) : [fileTile(text, change)])) }
}

/** Goes through the lines once; how many lines a hunk still expects tells a removed `-- x` from the header of the next file. */
function changesOf(lines: readonly Line[]): Change[] {
  const changes: Change[] = []
  let left = [0, 0]
  lines.forEach((line, i) => {
    const open = changes.at(-1)
    const hunk = open?.hunks.at(-1)
    const expected = (left[0] ?? 0) > 0 || (left[1] ?? 0) > 0
    if (expected && hunk !== undefined && /^[-+ \\]|^$/.test(line.text)) left = take(hunk, line, left)
    else if (beginsFile(lines, i, open)) changes.push({ letter: false, header: [line], hunks: [] })
    else if (open === undefined || LETTER.test(line.text)) changes.push({ letter: true, header: [line], hunks: [] })
    else if (HUNK.test(line.text) && !open.letter) {
      open.hunks.push([line])
      left = expectedIn(line.text)
    } else (hunk ?? open.header).push(line)
  })
  return changes
}

const LETTER = /^(?:commit [\da-f]{7,40}\b|From [\da-f]{40} )/

function take(hunk: Line[], line: Line, [old = 0, fresh = 0]: readonly number[]): number[] {
  hunk.push(line)
  const sign = line.text[0] ?? ' '
  return [old - Number(sign === '-' || sign === ' '), fresh - Number(sign === '+' || sign === ' ')]
}

/** `@@ -1,7 +1,9 @@` expects seven old lines and nine new ones. */
function expectedIn(hunk: string): number[] {
  const found = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(hunk)
  return found === null ? [0, 0] : [Number(found[1] ?? 1), Number(found[2] ?? 1)]
}

/** A header of git begins a file; so does a pair of old and new name, unless such a header stands above it. */
function beginsFile(lines: readonly Line[], at: number, open: Change | undefined): boolean {
  const text = lines[at]?.text ?? ''
  if (/^(?:diff |Index: )/.test(text)) return !(text.startsWith('diff ') && open?.hunks.length === 0 && open.header[0]?.text.startsWith('Index: '))
  const pair = /^--- \S/.test(text) && /^\+\+\+ \S/.test(lines[at + 1]?.text ?? '')
  const context = /^\*\*\* \S/.test(text) && /^--- \S/.test(lines[at + 1]?.text ?? '')
  if (!pair && !context) return false
  return open === undefined || open.letter || open.hunks.length > 0 || !/^(?:diff |Index: )/.test(open.header[0]?.text ?? '')
}

/** The message of a commit, by its subject. */
function letterTile(text: string, lines: readonly Line[]): Tile[] {
  const span = { start: lines[0]?.start ?? 0, end: lines.at(-1)?.end ?? 0 }
  if (text.slice(span.start, span.end).trim() === '') return []
  const subject = lines.find((line) => /^Subject: /i.test(line.text)) ?? lines.find((line) => /^ {4}\S/.test(line.text)) ?? lines.find((line) => line.text.trim() !== '')
  const words = brief(subject?.text ?? '', 120)
  return [leaf(text, { kind: 'doc', name: '', ...span }, { detail: `${words}\n`, shape: '' })]
}

function fileTile(text: string, { header, hunks }: Change): Tile {
  const name = nameOf(header)
  const all = hunks.flat()
  const place = { kind: 'entry', name, start: header[0]?.start ?? 0, end: (all.at(-1) ?? header.at(-1))?.end ?? 0 } as const
  const what = changeOf(header)
  const title = `${name}${what === '' ? '' : ` (${what})`} ${amount(hunks)}\n`
  if (hunks.length === 0) return leaf(text, place, { detail: `${name}${what === '' ? '' : ` (${what})`}\n`, shape: `${name}\n` })
  const tiles = hunks.map((hunk) => hunkTile(text, hunk))
  const source = asLines(text.slice(place.start, place.end))
  const head = title.length <= source.length ? title : source
  return holder(place, { start: tiles[0]?.start ?? place.end, end: place.end, tiles }, { detail: form(head), shape: form(head) })
}

/** The new name of a file, or its old one when it is gone. */
function nameOf(header: readonly Line[]): string {
  const named = (pattern: RegExp): string | undefined => header.map(({ text }) => pattern.exec(text)?.[1]).find((name) => name !== undefined && name !== '/dev/null')
  const name = named(/^\+\+\+ "?([^\t"]+)/) ?? named(/^rename to (.+)/) ?? named(/^--- "?([^\t"]+)/) ?? named(/^Index: (.+)/) ?? named(/^diff .* (\S+)$/) ?? ''
  return name.replace(/^[abciwo]\/|\s+$/g, '').replace(/ {2,}.*$/, '').trim()
}

function changeOf(header: readonly Line[]): string {
  const renamed = header.map(({ text }) => /^rename from (.+)/.exec(text)?.[1]).find((name) => name !== undefined)
  if (renamed !== undefined) return `was ${renamed}`
  if (header.some(({ text }) => /^new file mode|^--- \/dev\/null/.test(text))) return 'new'
  if (header.some(({ text }) => /^deleted file mode|^\+\+\+ \/dev\/null/.test(text))) return 'deleted'
  return header.some(({ text }) => /^Binary files|^GIT binary patch/.test(text)) ? 'binary' : header.some(({ text }) => text.startsWith('old mode')) ? 'mode' : ''
}

/** `+12 -3`: lines that came and lines that went. */
function amount(hunks: readonly (readonly Line[])[]): string {
  const signs = hunks.flatMap(([first, ...lines]) => lines.map(({ text }) => signOf(text, first?.text ?? '')))
  return `+${signs.filter((sign) => sign > 0).length} -${signs.filter((sign) => sign < 0).length}`
}

/** A merge has a column of signs for each of its parents; the oldest format points with arrows. */
function signOf(line: string, hunk: string): number {
  const columns = line.slice(0, Math.max(1, (/^@+/.exec(hunk)?.[0].length ?? 2) - 1))
  if (!hunk.startsWith('@')) return line.startsWith('>') ? 1 : Number(line.startsWith('<')) * -1
  return columns.includes('+') ? 1 : Number(columns.includes('-')) * -1
}

/** A hunk by its place and the words that follow it. */
function hunkTile(text: string, hunk: readonly Line[]): Tile {
  const [first] = hunk as [Line]
  const place = { kind: 'entry', name: hunkName(first.text), start: first.start, end: hunk.at(-1)?.end ?? first.end } as const
  return leaf(text, place, { detail: `  ${brief(first.text, 120)} ${amount([hunk])}\n`, shape: '' })
}

/** `@@ -1,2 +3,4 @@ fn main` is asked for as `line 3 fn main`. */
function hunkName(line: string): string {
  const found = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/.exec(line)
  return found === null ? brief(line, 40) : `line ${found[1]} ${brief(found[2] ?? '', 40)}`.trim()
}

/** Diffs and patches. */
export default defineScanner({ name: 'diff', title: 'Diff', family: 'data', extensions: ['.diff', '.patch', '.rej'], remark: ['# ', ''], scan: scanDiff })
