// The text of one file on both sides: beside each other, or one below the other with signs.
import { useState } from 'preact/hooks'
import type { CompareFile } from '../../../src/studio/contract.ts'
import { choose, query } from '../address.ts'
import { Copy } from '../copy.tsx'
import { linesIn, type Row, rowsOf } from './lines.ts'
import { comparison, select, selected, texts } from './state.ts'
import { Virtual } from './virtual.tsx'

const HEIGHT = 20

/** Characters of a line that the page makes room for. */
const MOST_WIDE = 240

/** Characters that fit beside each other in most windows. */
const FITS = 50

const SIGNS: Readonly<Record<Row['kind'], string>> = { same: ' ', gone: '−', new: '+', pair: '±', folded: ' ' }

/** The panel beside the list, or below it. */
export function Texts() {
  const path = selected.value
  const file = texts.answer.value
  const [beside, whole] = [query.value.get('as') === 'beside', query.value.get('text') === 'whole']
  if (path === undefined) return <p class="empty">Choose a file to see what is different in it.</p>
  return (
    <section class="texts" aria-label={`Both texts of ${path}`}>
      <h2><bdi>{path}</bdi></h2>
      <div class="tabs">
        <button type="button" aria-pressed={!beside} onClick={() => choose({ as: undefined })}>With signs</button>
        <button type="button" aria-pressed={beside} onClick={() => choose({ as: 'beside' })}>Side by side</button>
        <button type="button" aria-pressed={whole} onClick={() => choose({ text: whole ? undefined : 'whole' })}>Whole files</button>
        {file === undefined ? null : <><Copy label="Copy A, its text" text={() => file.a ?? ''}>Copy A</Copy><Copy label="Copy B, its text" text={() => file.b ?? ''}>Copy B</Copy></>}
        <button type="button" onClick={() => select(undefined)}>Close</button>
      </div>
      {texts.wrong.value === undefined || comparison.wrong.value !== undefined ? null : <p class="wrong" role="alert">{texts.wrong.value}</p>}
      {file?.path === path ? <Lines key={`${texts.asked.value} ${beside}`} file={file} beside={beside} /> : null}
    </section>
  )
}

function Lines({ file, beside }: { file: CompareFile; beside: boolean }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [shift, setShift] = useState(0)
  const [a, b] = [linesIn(file.a), linesIn(file.b)]
  const rows = rowsOf(file, { beside, opened })
  if (rows.length === 0) return <p class="empty">{file.a === null && file.b === null ? 'Neither side has this file.' : 'Neither side shows its text.'}</p>
  const wide = Math.min(MOST_WIDE, [...a, ...b].reduce((most, line) => Math.max(most, line.length), 20))
  const unfold = (line: number): void => setOpened(new Set([...opened, line]))
  return (
    <>
      {standing(file)}
      {beside && wide > FITS ? <label class="shift">Move both texts <input type="range" min={0} max={wide - FITS} value={shift} onInput={(event) => setShift(Number(event.currentTarget.value))} /></label> : null}
      <div class="lines-wide" style={{ '--wide': `${wide}ch`, '--shift': `${-shift}ch` }}>
        <Virtual count={rows.length} height={HEIGHT} label="Lines" class={`lines${beside ? ' beside' : ''}`} row={(place) => <Line row={rows[place] as Row} texts={[a, b]} beside={beside} unfold={unfold} />} />
      </div>
    </>
  )
}

/** Said where a list of lines alone would leave it open. */
function standing({ a, b, edits }: CompareFile) {
  if (a === null || b === null) return <p class="empty">Only {a === null ? 'B' : 'A'} has this file.</p>
  if (a === '' || b === '') return <p class="empty">{a === '' && b === '' ? 'Neither side shows' : a === '' ? 'A does not show' : 'B does not show'} its text.</p>
  return edits.length === 0 ? <p class="empty">Both texts are the same.</p> : null
}

interface Shown {
  readonly row: Row
  readonly texts: readonly [readonly string[], readonly string[]]
  readonly beside: boolean
  readonly unfold: (line: number) => void
}

function Line({ row, texts: [a, b], beside, unfold }: Shown) {
  if (row.kind === 'folded') return <button type="button" class="fold" onClick={() => unfold(row.a ?? 0)}>{row.folded} lines that are the same: show them</button>
  const left = row.a === undefined ? undefined : a[row.a - 1]
  const right = row.b === undefined ? undefined : b[row.b - 1]
  if (!beside) return <div class={`line ${row.kind}`}><LineNumber of={row.a} /><LineNumber of={row.b} /><span class="sign">{SIGNS[row.kind]}</span><code>{row.kind === 'new' ? right : left}</code></div>
  return (
    <div class={`line two ${row.kind}`}>
      <div class={left === undefined ? 'void' : row.kind === 'same' ? '' : 'gone'}><LineNumber of={row.a} /><span class="sign">{left === undefined || row.kind === 'same' ? ' ' : '−'}</span><span class="clip"><code>{left}</code></span></div>
      <div class={right === undefined ? 'void' : row.kind === 'same' ? '' : 'new'}><LineNumber of={row.b} /><span class="sign">{right === undefined || row.kind === 'same' ? ' ' : '+'}</span><span class="clip"><code>{right}</code></span></div>
    </div>
  )
}

const LineNumber = ({ of }: { of: number | undefined }) => <span class="line-number" aria-hidden="true">{of ?? ''}</span>
