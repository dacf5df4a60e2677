// Where each area lies. The layout knows sizes only: while a budget moves, the areas of whole files stay where they are.
import { hierarchy, type HierarchyNode, partition, treemap } from 'd3-hierarchy'
import type { Area } from './tree.ts'

/** An area with its place on the map, in CSS pixels. */
export interface Box {
  readonly area: Area
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly parent: Box | undefined
  /** A folder with room for its name and for what is in it. */
  readonly frame: boolean
  /** What a pointer can mean: too small things are meant together, as their folder. */
  readonly target: boolean
  /** Where arrow keys go: to what can be seen, and past the frames of a treemap, which Enter opens. */
  readonly stop: boolean
}

/** How a map is laid out. */
export interface Room {
  readonly width: number
  readonly height: number
  readonly kind: 'treemap' | 'icicle'
  sizeOf(area: Area): number
}

/** Pixels of the strip that names a folder. */
export const HEADER = 16

const LEAST_FRAME = { width: 46, height: 34 }

/** The narrowest column of an icicle. */
const COLUMN = 104

/** Boxes, those outside before those inside. */
export function layoutOf(root: Area, room: Room): Box[] {
  const sized = hierarchy(root, ({ areas }) => (areas.length === 0 ? null : areas)).sum((area) => (area.areas.length === 0 ? room.sizeOf(area) : 0)).sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  if ((sized.value ?? 0) === 0) return []
  return room.kind === 'icicle' ? columns(sized, room) : nested(sized, room)
}

interface Placed extends HierarchyNode<Area> {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

const hasRoom = ({ x0, y0, x1, y1 }: Pick<Placed, 'x0' | 'y0' | 'x1' | 'y1'>): boolean => x1 - x0 >= LEAST_FRAME.width && y1 - y0 >= LEAST_FRAME.height

function nested(sized: HierarchyNode<Area>, { width, height }: Room): Box[] {
  const pad = (node: Placed): number => (node.depth === 0 || node.x1 - node.x0 < 8 || node.y1 - node.y0 < 8 ? 0 : hasRoom(node) ? 3 : 1)
  treemap<Area>().size([width, height]).paddingOuter(pad).paddingTop((node) => (node.depth > 0 && hasRoom(node) ? HEADER : pad(node)))(sized)
  return boxesOf(sized, (node) => ({ x0: node.x0, y0: node.y0, x1: node.x1, y1: node.y1, frame: node.children !== undefined && (node.depth === 0 || hasRoom(node)) }), ({ frame }) => !frame)
}

/** Each folder is a column further right than the one that holds it; the whole, which the line above the map names, has none. Files reach to the end: their names need room. */
function columns(sized: HierarchyNode<Area>, { width, height }: Room): Box[] {
  partition<Area>().size([height, 1])(sized)
  const shown = Math.max(1, Math.min(sized.height, Math.floor(width / COLUMN)))
  const column = width / shown
  return boxesOf(sized, (node) => (node.depth > shown ? undefined : {
    x0: Math.max(0, node.depth - 1) * column, x1: node.depth === 0 ? 0 : node.children === undefined ? width : node.depth * column, y0: node.x0, y1: node.x1, frame: node.children !== undefined && node.depth < shown,
  }), () => true)
}

type Where = Pick<Box, 'x0' | 'y0' | 'x1' | 'y1' | 'frame'>

function boxesOf(sized: HierarchyNode<Area>, whereIs: (node: Placed) => Where | undefined, stops: (where: Where) => boolean): Box[] {
  const made = new Map<HierarchyNode<Area>, Box>()
  sized.each((node) => {
    const where = (node.value ?? 0) === 0 ? undefined : whereIs(node as Placed)
    if (where === undefined) return
    const parent = node.parent === null ? undefined : made.get(node.parent)
    const target = parent?.frame === true
    made.set(node, { ...where, area: node.data, parent, target, stop: target && stops(where) && where.x1 - where.x0 >= 3 && where.y1 - where.y0 >= 3 })
  })
  return [...made.values()]
}

/** What lies under a point: the innermost that can be meant. */
export function hit(boxes: readonly Box[], x: number, y: number): Box | undefined {
  return boxes.findLast((box) => box.target && x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1)
}

/** The ways of the arrow keys. */
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const

/** The name of an arrow key. */
export type Way = keyof typeof WAYS

/** The nearest box in a direction: what lies straight ahead comes before what lies aside. */
export function neighbour(boxes: readonly Box[], from: Box, way: Way): Box | undefined {
  const [dx, dy] = WAYS[way]
  let [best, least]: [Box | undefined, number] = [undefined, Infinity]
  for (const box of boxes) {
    if (!box.stop || box === from) continue
    const ahead = dx === 0 ? (dy > 0 ? box.y0 - from.y1 : from.y0 - box.y1) : dx > 0 ? box.x0 - from.x1 : from.x0 - box.x1
    if (ahead < -1) continue
    const [aside, apart] = dx === 0 ? sideways([box.x0, box.x1], [from.x0, from.x1]) : sideways([box.y0, box.y1], [from.y0, from.y1])
    const far = Math.max(0, ahead) + aside * 4 + apart * 0.01
    if (far < least) [best, least] = [box, far]
  }
  return best
}

/** How far two stretches are apart, and how far their middles are. */
const sideways = ([a0, a1]: readonly [number, number], [b0, b1]: readonly [number, number]): [gap: number, middles: number] => [Math.max(0, a0 - b1 + 1, b0 - a1 + 1), Math.abs(a0 + a1 - b0 - b1) / 2]
