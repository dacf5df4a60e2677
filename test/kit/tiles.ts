// What every language is judged by: its samples, and what sound tiles are.
import { readFileSync, readdirSync } from 'node:fs'
import type { Tile } from '../../src/core/block.ts'

/** The inputs of a language's own cases are its samples. */
export function samplesOf(language: string): string[] {
  const folder = new URL(`../cases/${language}/`, import.meta.url)
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^# .*\n@ \w+\n([^]*?)^==>$/gm)].map((found) => found[1] ?? ''))
}

/** What is wrong with some tiles: they are in order, nest, and never read longer than what they stand for. Sound tiles give an empty list. */
export function flawsOf(tiles: readonly Tile[], text: string, within = { start: 0, end: text.length }): string[] {
  const flaws: string[] = []
  let at = within.start
  for (const tile of tiles) {
    const flaw = (what: string): void => void flaws.push(`${tile.kind} ${tile.name} [${tile.start}, ${tile.end}): ${what}`)
    if (tile.start < at) flaw(`begins before ${at}`)
    if (tile.end <= tile.start) flaw('is empty')
    if (tile.end > within.end) flaw(`ends after ${within.end}`)
    at = tile.end
    for (const one of formFlaws(tile, text)) flaw(one)
    if (tile.body === undefined) continue
    if (tile.body.start < tile.start || tile.body.end > tile.end) flaw('has its body outside')
    flaws.push(...flawsOf(tile.body.tiles, text, tile.body))
  }
  return flaws
}

function formFlaws({ shape, detail, start, end, body }: Tile, text: string): string[] {
  const flaws = [shape.head, shape.tail, detail.head, detail.tail].filter((part) => part !== '' && !part.endsWith('\n')).map((part) => `does not end its line: ${part}`)
  if (body !== undefined) return flaws
  if (shape.head.length > detail.head.length) flaws.push('is longer at shape than at detail')
  // A form is whole lines: a tile in the middle of a line gains its newline and its indentation.
  const midLine = text[end - 1] === '\n' ? 0 : 1
  const indented = /^[ \t]*/.exec(detail.head)?.[0].length ?? 0
  if (detail.head.length > end - start + midLine + indented) flaws.push('is longer at detail than in full')
  return flaws
}
