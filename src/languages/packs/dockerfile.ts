// Dockerfiles by their instructions: stages hold what is said in them. What is run is cut after its first command, what is set is named without its value.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { brief, form, holder, leaf, type Line, linesOf, neverEmpty } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import type { Span } from '../span.ts'

interface Instruction extends Span {
  readonly word: string
  /** What follows the word, on one line and without remarks. */
  readonly rest: string
}

/** Cuts a Dockerfile into its stages and instructions. */
export function scanDockerfile(text: string): Parsed {
  const all = instructionsOf(linesOf(text))
  const tiles: Tile[] = []
  for (let i = 0; i < all.length;) {
    const first = all[i] as Instruction
    let next = i + 1
    if (first.word === 'FROM') while (next < all.length && all[next]?.word !== 'FROM') next++
    tiles.push(first.word === 'FROM' ? stage(text, first, all.slice(i + 1, next)) : tileOf(text, first))
    i = next
  }
  return tiles.length === 0 && text.trim() !== '' ? scanLines(text) : { tiles: neverEmpty(tiles) }
}

const WORD = /^[ \t]*([A-Za-z]+)(?=\s|$)/
const KNOWN = new Set(['FROM', 'RUN', 'CMD', 'LABEL', 'MAINTAINER', 'EXPOSE', 'ENV', 'ADD', 'COPY', 'ENTRYPOINT', 'VOLUME', 'USER', 'WORKDIR', 'ARG', 'ONBUILD', 'STOPSIGNAL', 'HEALTHCHECK', 'SHELL'])

function instructionsOf(lines: readonly Line[]): Instruction[] {
  const found: Instruction[] = []
  for (let i = 0; i < lines.length;) {
    const word = (WORD.exec(lines[i]?.text ?? '')?.[1] ?? '').toUpperCase()
    const next = KNOWN.has(word) ? endOf(lines, i) : i + 1
    if (KNOWN.has(word)) found.push({ word, rest: joined(lines.slice(i, continued(lines, i))), start: lines[i]?.start ?? 0, end: lines[next - 1]?.end ?? 0 })
    i = next
  }
  return found
}

const isRemark = ({ text }: Line): boolean => /^\s*(?:#|$)/.test(text)

/** The line after an instruction: it goes on after a backslash, over remarks, and to the end of a text that is given in place. */
function endOf(lines: readonly Line[], from: number): number {
  const next = continued(lines, from)
  const mark = TEXT.exec(lines[from]?.text ?? '')?.[1]
  if (mark === undefined) return next
  const last = lines.findIndex((line, index) => index >= next && line.text.trim() === mark)
  return last < 0 ? next : last + 1
}

const TEXT = /<<-?["']?(\w+)["']?/

function continued(lines: readonly Line[], from: number): number {
  let next = from + 1
  let open = /\\\s*$/.test(lines[from]?.text ?? '')
  while (open && next < lines.length) {
    const line = lines[next] as Line
    open = isRemark(line) || /\\\s*$/.test(line.text)
    next++
  }
  return next
}

const joined = (lines: readonly Line[]): string =>
  lines.filter((line, index) => index === 0 || !isRemark(line)).map(({ text }) => text.replace(/\\\s*$/, '').trim()).join(' ').replace(/^\w+\s*/, '').replace(TEXT, '...')

function stage(text: string, from: Instruction, inside: readonly Instruction[]): Tile {
  const name = /\sAS\s+(\S+)/i.exec(from.rest)?.[1] ?? from.rest
  const head = `FROM ${from.rest}\n`
  const place = { kind: 'module', name, start: from.start, end: inside.at(-1)?.end ?? from.end } as const
  if (inside.length === 0) return leaf(text, place, { detail: head, shape: head })
  return holder(place, { start: from.end, end: place.end, tiles: inside.map((one) => tileOf(text, one)) }, { detail: form(head), shape: form(head) })
}

const SHOWN = new Set(['EXPOSE', 'ENTRYPOINT', 'CMD'])

function tileOf(text: string, one: Instruction): Tile {
  const { word, rest, start, end } = one
  if (word === 'ARG' || word === 'ENV') return setting(text, one)
  const detail = `${word} ${word === 'RUN' ? firstCommand(rest) : word === 'LABEL' ? namesIn(rest).join(' ') : brief(rest, 160)}\n`
  return leaf(text, { kind: 'entry', name: `${word} ${brief(rest, 40)}`, start, end }, { detail, shape: SHOWN.has(word) ? detail : '' })
}

/** An argument may show its default; what a variable of the environment is set to may be a secret. */
function setting(text: string, { word, rest, start, end }: Instruction): Tile {
  const names = namesIn(rest)
  const bare = word === 'ARG' ? names.map((name) => name.replace(/=$/, '')) : names
  const place = { kind: 'constant', name: bare.join(' ').replaceAll('=', ''), start, end } as const
  return leaf(text, place, { detail: `${word} ${word === 'ARG' ? brief(rest, 80) : bare.join(' ')}\n`, shape: `${word} ${bare.join(' ')}\n` })
}

const PAIR = /(?:^|\s)([\w.-]+)=(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])*/g

function namesIn(rest: string): string[] {
  const pairs = [...rest.matchAll(PAIR)].map((pair) => `${pair[1] ?? ''}=`)
  return pairs.length > 0 ? pairs : [`${/^[\w.-]+/.exec(rest)?.[0] ?? ''}=`]
}

const LONGEST = 60

/** What is run, up to the second command. */
function firstCommand(rest: string): string {
  const end = rest.search(/&&|\|\||[;|]/)
  if (end < 0 && rest.length <= LONGEST) return rest
  return `${(end < 0 ? rest : rest.slice(0, end)).slice(0, LONGEST).trimEnd()} ...`
}

/** Dockerfiles and Containerfiles. */
export default defineScanner({
  name: 'dockerfile', title: 'Dockerfile', family: 'data', extensions: ['.dockerfile', '.containerfile'],
  filenames: ['Dockerfile', 'Containerfile', 'Dockerfile.*', 'Containerfile.*'], remark: ['# ', ''], scan: scanDockerfile,
})
