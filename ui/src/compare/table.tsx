// The files that differ, as a list that can be searched, narrowed and sorted.
import type { CompareFiles, CompareView } from '../../../src/studio/contract.ts'
import { choose, query } from '../address.ts'
import { levelClass, LEVELS } from '../level.ts'
import { useMedia } from '../narrow.ts'
import { counted } from '../numbers.ts'
import { KINDS, listingIn, type Order } from './rows.ts'
import { rows, select, selected } from './state.ts'
import { Virtual } from './virtual.tsx'

const COLUMNS: readonly (readonly [Order, string])[] = [['path', 'File'], ['change', 'Difference'], ['a', 'A'], ['b', 'B'], ['difference', 'Tokens']]

/** Where the window is narrow a row has two lines. */
const NARROW = '(max-width: 700px)'

/** The list with what narrows it. */
export function Differences({ view }: { view: CompareView }) {
  const { files } = view
  const narrow = useMedia(NARROW)
  const at = rows.value.findIndex((row) => files.path[row] === selected.value)
  return (
    <>
      <Narrowing view={view} />
      {rows.value.length === 0 ? <p class="empty">{files.path.length === 0 ? 'Both show the same of every file.' : 'No file that differs matches.'}</p> : (
        <div class="differences" role="table" aria-label="Files that differ" aria-rowcount={rows.value.length + 1}>
          <Heads />
          <Virtual count={rows.value.length} height={narrow ? 52 : 30} label="Files" role="rowgroup" at={at} row={(place) => <Line files={files} row={rows.value[place] as number} place={place} />} />
        </div>
      )}
    </>
  )
}

function Narrowing({ view: { counts, files } }: { view: CompareView }) {
  const { find, kind } = listingIn(query.value)
  return (
    <div class="narrowing">
      <div class="field"><label for="filter">Search files</label><input id="filter" type="search" value={find} onInput={(event) => choose({ find: event.currentTarget.value }, { replace: true })} /></div>
      <div class="tabs" role="group" aria-label="Kind of difference">
        <button type="button" aria-pressed={kind === ''} onClick={() => choose({ kind: undefined })}>all {counted(files.path.length)}</button>
        {KINDS.map(([name, title], i) => ((counts[i] ?? 0) === 0 ? null : <button key={name} type="button" aria-pressed={kind === name} onClick={() => choose({ kind: name })}>{title} {counted(counts[i] ?? 0)}</button>))}
      </div>
    </div>
  )
}

function Heads() {
  const { sort, down } = listingIn(query.value)
  const by = (name: Order): void => choose({ sort: name, down: name === sort && !down ? '1' : undefined, up: name === sort && down ? '1' : undefined }, { replace: true })
  return (
    <div class="difference heads" role="row" aria-rowindex={1}>
      {COLUMNS.map(([name, title]) => <div key={name} role="columnheader" aria-sort={name !== sort ? 'none' : down ? 'descending' : 'ascending'}><button type="button" class="plain" onClick={() => by(name)}>{title}{name === sort ? (down ? ' ↓' : ' ↑') : ''}</button></div>)}
    </div>
  )
}

function Line({ files, row, place }: { files: CompareFiles; row: number; place: number }) {
  const path = files.path[row] ?? ''
  const [a, b] = [files.costA[row] ?? 0, files.costB[row] ?? 0]
  const chosen = path === selected.value
  return (
    <div class={`difference${chosen ? ' chosen' : ''}`} role="row" aria-rowindex={place + 2} aria-current={chosen ? 'true' : undefined} onClick={() => select(path)}>
      <div role="cell" class="path"><button type="button" class="plain" title={path}><bdi>{path}</bdi></button></div>
      <div role="cell">{KINDS[files.change[row] ?? 0]?.[1]}{edited(files).has(row) ? ', edited' : ''}</div>
      <div role="cell"><Shown level={files.levelA[row] ?? -1} tokens={a} /></div>
      <div role="cell"><Shown level={files.levelB[row] ?? -1} tokens={b} /></div>
      <div role="cell" class="number">{signed(b - a)}</div>
    </div>
  )
}

const Shown = ({ level, tokens }: { level: number; tokens: number }) => (level < 0 ? <span class="empty">not there</span> : <><span class={`swatch ${levelClass(LEVELS[level])}`} aria-hidden="true" />{LEVELS[level]} {tokens === 0 ? '' : counted(tokens)}</>)

/** Rows whose file has other content, as a set that is made once for an answer. */
function edited(files: CompareFiles): ReadonlySet<number> {
  const rows = known.get(files) ?? new Set(files.edited)
  known.set(files, rows)
  return rows
}

const known = new WeakMap<CompareFiles, ReadonlySet<number>>()

/** `+1,200`, `−80`, `0`. */
const signed = (value: number): string => (value > 0 ? `+${counted(value)}` : value < 0 ? `−${counted(-value)}` : '0')
