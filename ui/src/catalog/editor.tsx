// A text with numbered lines, of which those with something wrong are marked.
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { PlanProblem } from '../../../src/studio/contract/catalog.ts'

/** Where a plan is written. */
export function Editor({ text, problems, box, onInput }: { text: string; problems: readonly PlanProblem[]; box: RefObject<HTMLTextAreaElement | null>; onInput: (text: string) => void }) {
  const numbers = useRef<HTMLDivElement>(null)
  const marks = new Map(problems.toReversed().flatMap(({ line, severity }) => (line === undefined ? [] : [[line, severity === 'error' ? 'bad' : 'warned'] as const])))
  return (
    <div class="editor">
      <div class="plan-lines" ref={numbers} aria-hidden="true">{text.split('\n').map((_, i) => <div key={i} class={marks.get(i + 1) ?? ''} data-line={i + 1}>{i + 1}</div>)}</div>
      <textarea ref={box} id="plan" aria-label="The plan, as JSON or YAML" aria-describedby="plan-said" spellcheck={false} autocapitalize="off" autocomplete="off" value={text}
        onInput={(event) => onInput(event.currentTarget.value)} onScroll={(event) => { if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop }} />
    </div>
  )
}

/** Where a line and a column, from 1, are in a text. */
function offsetAt(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start)
    if (end < 0) break
    start = end + 1
  }
  return Math.min(text.length, start + column - 1)
}

/** Puts the cursor at a place and brings it into view. */
export function showPlace(box: HTMLTextAreaElement, line: number, column: number): void {
  const offset = offsetAt(box.value, line, column)
  const end = box.value.slice(offset).search(/[\s,})\]]|$/)
  box.focus()
  box.setSelectionRange(offset, offset + Math.max(1, end))
  box.scrollTop = Math.max(0, (line - 5) * 20)
}
