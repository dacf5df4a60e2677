// Imports on one line, for when a budget has no room for the list: the modules they name, as a remark.
import type { Tile } from '../core/block.ts'
import type { Language } from '../core/ports.ts'

const MOST_MODULES = 8
const WIDEST = 100

/** Tiles whose imports know how to be told in a line; a list that is shorter than that is told as it is. */
export const told = (tiles: readonly Tile[], text: string, language: Language): readonly Tile[] =>
  tiles.map((tile) => (tile.kind === 'import' ? { ...tile, line: lineOf(tile, text, language) } : tile))

function lineOf(tile: Tile, text: string, { imports, remark }: Language): string {
  const modules = [...new Set(imports?.(text.slice(tile.start, tile.end)).map(({ module }) => module))]
  const line = `${remark[0]}imports ${modules.length === 0 ? `of ${tile.shape.head.trimEnd().split('\n').length} lines` : listed(modules)}${remark[1]}\n`
  return line.length < tile.shape.head.length ? line : tile.shape.head
}

function listed(modules: readonly string[]): string {
  let count = 1
  while (count < Math.min(modules.length, MOST_MODULES) && modules.slice(0, count + 1).join(', ').length <= WIDEST) count++
  const shown = modules.slice(0, count).join(', ').slice(0, WIDEST)
  return count < modules.length ? `${shown} and ${modules.length - count} more` : shown
}
