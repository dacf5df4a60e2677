// What stands in a file, with what is shown of each; a definition can be pinned by itself.
import { useState } from 'preact/hooks'
import type { BlockView } from '../../../../src/studio/contract.ts'
import { levelClass } from '../../level.ts'
import { counted } from '../../numbers.ts'
import { isPinned, togglePin } from '../rules.tsx'

/** Definitions that are listed before somebody asks for all. */
const FEW = 40

/** All of them, in the order of the file. */
export function Definitions({ blocks }: { blocks: readonly BlockView[] }) {
  const [all, setAll] = useState(false)
  if (blocks.length === 0) return null
  return (
    <>
      <h3>In it <span class="price">{counted(blocks.length)}</span></h3>
      <ul class="blocks">{(all ? blocks : blocks.slice(0, FEW)).map((block) => <Definition key={block.id} block={block} />)}</ul>
      {blocks.length <= FEW ? null : <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? 'Show fewer' : `Show all ${counted(blocks.length)}`}</button>}
    </>
  )
}

function Definition({ block: { id, name, kind, depth, level, tokens, lines } }: { block: BlockView }) {
  const pinned = isPinned(id)
  return (
    <li style={{ paddingLeft: `${Math.min(depth, 6) * 0.8}rem` }}>
      <span class={`swatch ${levelClass(level)}`} aria-hidden="true" />
      <span class="what"><span class="mono">{name}</span> <span class="price">{kind}, {level}, {counted(tokens)} tokens, line {lines[0]}</span></span>
      <button type="button" class="act" aria-pressed={pinned} aria-label={`Pin ${kind} ${name}`} title={pinned ? 'Take the pin back' : `Pin: up to ${counted(tokens)} tokens`} onClick={() => togglePin(id)}>Pin</button>
    </li>
  )
}
