// Patterns for what colour alone should not tell: what is left out is hatched, what has one line is dotted. The style sheet does the same for the legend.

/** The patterns of the first levels, for a screen of some fineness. */
export function patternsFor(ink: string, scale: number): CanvasPattern[] {
  const made = [tile(ink, scale, hatch), tile(ink, scale, dots)]
  return made.every((pattern) => pattern !== null) ? made : []
}

/** Pixels after which a pattern repeats. */
const SIDE = 6

function hatch(context: CanvasRenderingContext2D): void {
  for (const shift of [-SIDE, 0, SIDE]) {
    context.moveTo(shift, SIDE)
    context.lineTo(shift + SIDE, 0)
  }
}

const dots = (context: CanvasRenderingContext2D): void => context.rect(2, 2, 1, 1)

function tile(ink: string, scale: number, draw: (context: CanvasRenderingContext2D) => void): CanvasPattern | null {
  const canvas = document.createElement('canvas')
  const side = Math.max(1, Math.round(SIDE * scale))
  canvas.width = canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.scale(side / SIDE, side / SIDE)
  Object.assign(context, { strokeStyle: ink, globalAlpha: 0.24, lineWidth: 0.8 })
  context.beginPath()
  draw(context)
  context.stroke()
  const pattern = context.createPattern(canvas, 'repeat')
  pattern?.setTransform(new DOMMatrix().scale(SIDE / side))
  return pattern
}
