// Draws boxes: a colour for each level, a pattern for what is left out or has one line, names where there is room.
import { LEVEL_DOCS, LEVELS } from '../../level.ts'
import { short } from '../../numbers.ts'
import type { Palette } from './colours.ts'
import { type Box, HEADER } from './layout.ts'
import { type Area, leavesOf } from './tree.ts'

/** What is told about areas. */
export interface Telling {
  /** Place in `LEVELS`. */
  levelOf(area: Area): number
  /** Tokens of all of it, whether they are only about as many, and of what is shown where that is known. */
  tokensOf(area: Area): { readonly whole: number; readonly about?: boolean; readonly spent?: number }
  /** Whether something else is searched for. */
  isFaded(area: Area): boolean
}

/** A surface to draw on, in CSS pixels. */
export interface Surface {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device pixels for each of them. */
  readonly scale: number
  readonly palette: Palette
  /** By level, where it has one. */
  readonly patterns: readonly CanvasPattern[]
}

const FONT = 11
const LEAST_LABEL = { width: 34, height: 14 }

/** Draws everything anew. */
export function paint(boxes: readonly Box[], telling: Telling, surface: Surface): void {
  const { context, width, height, scale, palette } = surface
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.fillStyle = palette.ground
  context.fillRect(0, 0, width, height)
  context.font = `${FONT}px ${palette.font}`
  context.textBaseline = 'middle'
  const brush = new Brush(surface, telling)
  const drawn = new Set(boxes.map(({ parent }) => parent))
  for (const box of boxes) {
    if (box.area.areas.length === 0) brush.leaf(box)
    else brush.folder(box, drawn.has(box))
  }
}

class Brush {
  constructor(private readonly surface: Surface, private readonly telling: Telling) {}

  /** A frame with a name. Where what is in it is not drawn, a bar tells how many of its tokens are at which level. */
  folder(box: Box, isDrawn: boolean): void {
    const { context, palette } = this.surface
    const [x, y, width, height] = inset(box)
    if (!box.target || width <= 0 || height <= 0) return
    context.fillStyle = palette.line
    context.fillRect(x, y, width, height)
    context.fillStyle = palette.raised
    if (width > 2 && height > 2) context.fillRect(x + 1, y + 1, width - 2, height - 2)
    const named = height >= LEAST_LABEL.height && width >= LEAST_LABEL.width
    if (!isDrawn) this.shares(box.area, named ? [x + 1, y + HEADER, width - 2, height - HEADER - 1] : [x, y, width, height])
    if (named && (box.frame || !isDrawn)) this.words(`${box.area.name}/`, [x + 4, y + HEADER / 2, width - 8], palette.ink)
  }

  private shares(area: Area, [x, y, width, height]: Rectangle): void {
    if (height <= 0) return
    const sums = LEVELS.map(() => 0)
    for (const leaf of leavesOf(area)) {
      const level = this.telling.levelOf(leaf)
      sums[level] = (sums[level] ?? 0) + this.telling.tokensOf(leaf).whole
    }
    const all = sums.reduce((sum, one) => sum + one, 0) || 1
    let at = x
    for (let level = sums.length - 1; level >= 0; level--) {
      const wide = ((sums[level] ?? 0) / all) * width
      this.cover([at, y, wide, height], level)
      at += wide
    }
  }

  leaf(box: Box): void {
    const [x, y, width, height] = inset(box)
    if (width <= 0 || height <= 0) return
    const { context } = this.surface
    const level = this.telling.levelOf(box.area)
    const faded = this.telling.isFaded(box.area)
    context.globalAlpha = faded ? 0.15 : 1
    this.cover([x, y, width, height], level)
    if (box.target && !faded && width >= LEAST_LABEL.width && height >= LEAST_LABEL.height) this.label(box, [x, y, width, height])
    context.globalAlpha = 1
  }

  private cover([x, y, width, height]: Rectangle, level: number): void {
    const { context, palette } = this.surface
    context.fillStyle = palette.fills[level] ?? palette.raised
    context.fillRect(x, y, width, height)
    const pattern = this.surface.patterns[level]
    if (pattern === undefined || width <= 3 || height <= 3) return
    context.fillStyle = pattern
    context.fillRect(x, y, width, height)
  }

  /** The name, how much of how much is shown, and the same as a bar at the foot. */
  private label({ area }: Box, [x, y, width, height]: Rectangle): void {
    const { context, palette } = this.surface
    const level = this.telling.levelOf(area)
    const { whole, about, spent } = this.telling.tokensOf(area)
    const ink = palette.inks[level] ?? palette.ink
    const lines = height >= 2 * LEAST_LABEL.height + 3
    // On a pattern a name is read with difficulty: it gets its own ground.
    if (this.surface.patterns[level] !== undefined) this.plate(area.name, [x, y, width, height], level)
    this.words(area.name, [x + 4, y + 8, width - 8], ink)
    if (lines && width >= 60) this.words(`${LEVEL_DOCS[LEVELS[level] ?? 'none']}, ${spent === undefined ? '' : `${short(spent)} of `}${about ? '~' : ''}${short(whole)}`, [x + 4, y + 21, width - 8], ink)
    if (level < 2 || height < 24 || whole === 0 || spent === undefined) return
    context.fillStyle = ink
    context.fillRect(x + 3, y + height - 5, Math.max(1, Math.min(1, spent / whole) * (width - 6)), 2)
  }

  private plate(name: string, [x, y, width, height]: Rectangle, level: number): void {
    const { context, palette } = this.surface
    context.fillStyle = palette.fills[level] ?? palette.raised
    const lines = height >= 2 * LEAST_LABEL.height + 3 && width >= 60
    const wide = lines ? width - 2 : Math.min(width - 2, context.measureText(name).width + 8)
    context.fillRect(x + 1, y + 1, wide, lines ? 27 : 14)
  }

  /** A text that is cut where the room ends. */
  private words(text: string, [x, y, room]: readonly [number, number, number], ink: string): void {
    const { context } = this.surface
    context.fillStyle = ink
    const { width } = context.measureText(text)
    const fitting = width <= room ? text : `${text.slice(0, Math.max(0, Math.floor((text.length * room) / width) - 1))}…`
    if (fitting.length > 1) context.fillText(fitting, x, y)
  }
}

type Rectangle = readonly [x: number, y: number, width: number, height: number]

/** Large boxes begin and end with a pixel and leave one between them; small ones would be lost in it. */
function inset({ x0, y0, x1, y1 }: Box): Rectangle {
  if (Math.min(x1 - x0, y1 - y0) <= 4) return [x0, y0, x1 - x0, y1 - y0]
  const [x, y] = [Math.round(x0), Math.round(y0)]
  return [x, y, Math.round(x1) - x - 1, Math.round(y1) - y - 1]
}
