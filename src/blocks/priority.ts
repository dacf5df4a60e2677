// What annotations say of other blocks. They are never shown themselves.
import { textOf } from './text.ts'
import { type AnnotationBlock, PRIORITIES, type Priority, type TypedBlock } from './typed.ts'

/** What annotations say in vain, in words: it is allowed, and most likely a mistake. */
export function vainIn(blocks: readonly TypedBlock[]): string[] {
  return blocks.flatMap((block, i) => {
    if (block.type !== 'annotation') return []
    const { target, kind, value } = block
    if (target >= blocks.length) return [`block ${i} speaks of block ${target}, which is not there`]
    return kind === 'priority' && priorityIn(value) === undefined ? [`block ${i} says a priority that is none of ${PRIORITIES.join(', ')}: it is passed over`] : []
  })
}

const priorityIn = (value: Uint8Array): Priority | undefined => (value.length === 1 ? PRIORITIES[(value[0] as number) - 1] : undefined)

/** The priority of every block: the last annotation that names it wins, `normal` where none does. A number that is no priority is passed over. */
export function prioritiesOf(blocks: readonly TypedBlock[]): Priority[] {
  const priorities: Priority[] = blocks.map(() => 'normal')
  for (const { target, value } of annotations(blocks, 'priority')) {
    const said = priorityIn(value)
    if (said !== undefined && target < priorities.length) priorities[target] = said
  }
  return priorities
}

/** The summary of every block: its own, or else the last annotation that gives one. */
export function summariesOf(blocks: readonly TypedBlock[]): (string | undefined)[] {
  const told = new Map(annotations(blocks, 'summary').map(({ target, value }) => [target, textOf(value)]))
  return blocks.map(({ summary }, i) => summary ?? told.get(i))
}

const annotations = (blocks: readonly TypedBlock[], kind: AnnotationBlock['kind']): AnnotationBlock[] =>
  blocks.filter((block): block is AnnotationBlock => block.type === 'annotation' && block.kind === kind)
