// What was learned and why, and contexts that can be taken up again.
import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LearnedFile, MemoryView } from '../../../src/studio/contract.ts'
import { choose, href, path, query } from '../address.ts'
import { latest } from '../latest.ts'
import { counted } from '../numbers.ts'
import { learned } from '../plan.ts'
import { token } from '../token.ts'
import './memory.css'
import { Sessions } from './sessions.tsx'
import { forget, taught, teaching } from './teach.ts'

const memory = latest<MemoryView>('/memory.json')

/** Files that are shown before somebody asks for all. */
const FEW = 100

const limitIn = (params: URLSearchParams): string => params.get('limit') ?? ''

/** The page. */
export function MemoryPage() {
  useEffect(() => effect(() => {
    const limit = limitIn(query.value)
    void learned.value
    if (token.value !== undefined && path.value === '/memory') memory.want(limit === '' ? '' : `limit=${encodeURIComponent(limit)}`)
  }), [])
  const view = memory.answer.value
  return (
    <div class="memory">
      <h1>Memory</h1>
      {memory.wrong.value === undefined ? null : <p class="wrong" role="alert">{memory.wrong.value}</p>}
      {view === undefined ? <p class="empty" aria-busy="true">Looking…</p> : <><Sessions rows={view.sessions} again={() => memory.want(memory.asked.peek())} /><Learned view={view} /><Journal view={view} /></>}
    </div>
  )
}

function Learned({ view: { frozen, files, lenses } }: { view: MemoryView }) {
  const all = query.value.get('files') === 'all'
  return (
    <section aria-labelledby="learned">
      <h2 id="learned">What is believed of files</h2>
      {frozen ? <p>This studio was started with --frozen: nothing is learned, and nothing that was learned counts.</p> : null}
      {taught.value === undefined || taught.value.about === '' ? null : <p class={taught.value.failed === true ? 'wrong' : 'effect'} role="status">{taught.value.text}</p>}
      {files.length === 0 ? (frozen ? null : <p class="empty">Nothing was learned yet. Say in <a href="/">the context</a> what was useful; zooming teaches a little too.</p>) : (
        <div class="scroll" role="region" aria-label="Files" tabIndex={0}>
          <table>
            <thead><tr><th scope="col">File</th><th scope="col">Useful</th>{lenses.map(({ lens }) => <th key={lens} scope="col">Lens {lens}</th>)}<th scope="col">Uses</th><th scope="col">Tags</th><th scope="col"><span class="hidden-label">Acts</span></th></tr></thead>
            <tbody>{(all ? files : files.slice(0, FEW)).map((file) => <FileRow key={file.path} file={file} lenses={lenses.map(({ lens }) => lens)} />)}</tbody>
          </table>
        </div>
      )}
      {files.length <= FEW || all ? null : <button type="button" onClick={() => choose({ files: 'all' })}>Show all {counted(files.length)}</button>}
      {lenses.length === 0 ? null : <ul>{lenses.map(({ lens, effectiveness, files: known }) => <li key={lens}>lens {lens}: served {effectiveness.toFixed(2)} of 1, with priorities of {counted(known)} {known === 1 ? 'file' : 'files'}</li>)}</ul>}
    </section>
  )
}

function FileRow({ file: { path: name, utility, uses, tags, lenses: under }, lenses }: { file: LearnedFile; lenses: readonly string[] }) {
  return (
    <tr>
      <th scope="row"><a class="mono" href={href('/', { file: name })}>{name}</a></th>
      <td><Utility value={utility} /></td>
      {lenses.map((lens) => <td key={lens}>{under[lens] === undefined ? '' : <Utility value={under[lens]} />}</td>)}
      <td>{counted(uses)}</td>
      <td>{tags.join(' ')}</td>
      <td><button type="button" aria-label={`Forget ${name}`} disabled={teaching.value} onClick={() => void forget(name)}>Forget</button></td>
    </tr>
  )
}

/** 0.5 is nothing special: what is below counts against a file. */
const Utility = ({ value }: { value: number }) => <span class="utility"><span class="utility-bar" aria-hidden="true"><span style={{ width: `${Math.max(0, Math.min(1, value)) * 100}%` }} /></span>{value.toFixed(2)}</span>

function Journal({ view: { entries, older, frozen } }: { view: MemoryView }) {
  if (frozen || entries.length === 0) return null
  return (
    <section aria-labelledby="journal">
      <h2 id="journal">Journal</h2>
      <ol class="journal">{entries.map(({ at, line }, i) => <li key={`${at} ${i}`}>{line}</li>)}</ol>
      {older === 0 ? null : <button type="button" onClick={() => choose({ limit: String(entries.length + 200) })}>Show older, {counted(older)} more</button>}
    </section>
  )
}
