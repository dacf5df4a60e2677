// What every language is judged by: its samples, and what sound tiles are.
import { readFileSync, readdirSync } from 'node:fs'
import { expect } from 'vitest'
import type { Tile } from '../../src/core/block.ts'

/** The inputs of a language's own cases are its samples. */
export function samplesOf(language: string): string[] {
  const folder = new URL(`../cases/${language}/`, import.meta.url)
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^# .*\n@ \w+\n([^]*?)^==>$/gm)].map((found) => found[1] ?? ''))
}

/** Tiles are in order, nest, and never read longer than what they stand for. */
export function checkTiles(tiles: readonly Tile[], within: { start: number; end: number }, text: string): void {
  let at = within.start
  for (const tile of tiles) {
    expect(tile.start).toBeGreaterThanOrEqual(at)
    expect(tile.end).toBeGreaterThan(tile.start)
    expect(tile.end).toBeLessThanOrEqual(within.end)
    at = tile.end
    checkForms(tile, text)
    if (tile.body === undefined) continue
    expect(tile.body.start).toBeGreaterThanOrEqual(tile.start)
    expect(tile.body.end).toBeLessThanOrEqual(tile.end)
    checkTiles(tile.body.tiles, tile.body, text)
  }
}

function checkForms(tile: Tile, text: string): void {
  for (const part of [tile.shape.head, tile.shape.tail, tile.detail.head, tile.detail.tail]) expect(part === '' || part.endsWith('\n')).toBe(true)
  if (tile.body !== undefined) return
  expect(tile.shape.head.length).toBeLessThanOrEqual(tile.detail.head.length)
  // A form is whole lines: a tile in the middle of a line gains its newline and its indentation.
  const midLine = text[tile.end - 1] === '\n' ? 0 : 1
  const indented = /^[ \t]*/.exec(tile.detail.head)?.[0].length ?? 0
  expect(tile.detail.head.length).toBeLessThanOrEqual(tile.end - tile.start + midLine + indented)
}
