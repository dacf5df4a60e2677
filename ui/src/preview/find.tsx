// Finds words in the text, seen or not.
import { useEffect, useState } from 'preact/hooks'
import type { Hit } from '../../../src/studio/contract.ts'
import { announce } from '../announce.tsx'
import { bind } from '../keys.ts'

/** Where to search, and how to show what was found. */
interface Finding {
  /** The text: places in another one mean nothing. */
  readonly of: unknown
  search(words: string): Promise<readonly Hit[]>
  show(hit: Hit): void
}

/** What was found, and which of it is shown. */
interface Found {
  readonly words: string
  readonly hits: readonly Hit[]
  readonly at: number
}

/** A field: enter finds the next, shift and enter the one before, and so do n and N. */
export function Find({ of, search, show }: Finding) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>()
  useEffect(() => setFound(undefined), [of])
  const go = (next: Found): void => {
    setFound(next)
    const hit = next.hits[next.at]
    if (hit !== undefined) show(hit)
    announce(hit === undefined ? `nothing holds ${next.words}` : `${next.at + 1} of ${countOf(next)}`)
  }
  const step = (by: number): void => {
    if (typed === '') return
    if (found?.words !== typed) void search(typed).then((hits) => go({ words: typed, hits, at: 0 }), (error: Error) => announce(error.message))
    else if (found.hits.length > 0) go({ ...found, at: (found.at + by + found.hits.length) % found.hits.length })
  }
  useEffect(() => (found === undefined || found.hits.length === 0 ? undefined : bind([{ key: 'n', does: 'next place of what was searched for', act: () => step(1) }, { key: 'N', does: 'the place before', act: () => step(-1) }])), [found, typed])
  return (
    <form class="find" role="search" onSubmit={(event) => { event.preventDefault(); step(1) }}>
      <label for="find">Find in the text</label>
      <input id="find" type="text" value={typed} spellcheck={false} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} onKeyDown={(event) => { if (event.key === 'Enter' && event.shiftKey) { event.preventDefault(); step(-1) } }} />
      <button type="submit">Next</button>
      <button type="button" onClick={() => step(-1)}>Previous</button>
      <span class="quiet">{found === undefined || found.words !== typed ? '' : found.hits.length === 0 ? 'nothing' : `${found.at + 1} of ${countOf(found)}`}</span>
    </form>
  )
}

/** No more than a thousand are looked for. */
const countOf = ({ hits }: Found): string => (hits.length >= 1000 ? 'the first 1,000' : String(hits.length))
