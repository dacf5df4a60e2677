// Lines of one text: colours, levels, handles, and remarks that open what they stand for.
import { memo } from './memo.ts'
import { changed, href, path, query } from '../address.ts'
import { LEVEL_DOCS, levelClass } from '../level.ts'
import { counted } from '../numbers.ts'
import { type Body, drawn, levelAt } from './body.ts'
import type { Piece, Spans } from './spans.ts'

/** What is drawn; `spans` is there so that it is drawn again when the colours arrive. */
interface Drawing {
  readonly body: Body
  readonly from: number
  readonly to: number
  readonly spans: Spans | undefined
  readonly marked: number | undefined
}

/** Some lines. Nothing is drawn again while it is the same. */
export const Lines = memo(({ body, from, to, marked }: Drawing) => (
  <>{Array.from({ length: Math.max(0, to - from) }, (_, i) => <Line key={from + i} body={body} line={from + i} marked={marked === from + i} />)}</>
))

function Line({ body, line, marked }: { body: Body; line: number; marked: boolean }) {
  const { level, begins } = levelAt(body, line)
  const { pieces, rest } = drawn(body, line)
  const gap = body.gaps.get(line)
  return (
    <div class={marked ? 'row marked' : 'row'}>
      {level === undefined ? null : <span class="gutter" title={`${level}: ${LEVEL_DOCS[level]}`}><span class={`bar-of ${levelClass(level)}`} /><span class="word">{begins || line === 0 ? WORDS[level] : ''}</span></span>}
      <code>{gap === undefined ? pieces.map(Stretch) : <ZoomLink target={gap.target} title={`Show what is hidden: ${gap.names.join(', ')}`} gap>{pieces.map(({ text }) => text).join('')}</ZoomLink>}{rest === 0 ? null : <span class="rest">… {counted(rest)} more characters, which copies have</span>}</code>
    </div>
  )
}

/** As much as a gutter holds. */
const WORDS = { none: '', line: 'line', shape: 'shape', detail: 'detail', code: 'code', full: 'full' } as const

const Stretch = ({ text, colour, target, control }: Piece, place: number) => (control !== undefined ? <span key={place} class="control" data-name={control} title={`${control}, a character that is not seen`}>{text}</span> : target !== undefined ? <ZoomLink key={place} target={target} title={`Zoom ${target}`}>{text}</ZoomLink> : colour === undefined ? text : <span key={place} class={`t-${colour}`}>{text}</span>)

/** The address with the target of the drawer. Links are many and the address changes while a slider moves: they look at it when somebody comes near. */
const hrefTo = (target: string): string => href(path.peek(), changed(query.peek(), { zoom: target }))

/** A link that opens the drawer. */
export function ZoomLink({ target, title, gap = false, children }: { target: string; title: string; gap?: boolean; children: string }) {
  const renew = ({ currentTarget }: { currentTarget: HTMLAnchorElement }): void => { currentTarget.href = hrefTo(target) }
  return <a class={gap ? 'gap' : 'zoomlink'} href={hrefTo(target)} title={title} onPointerEnter={renew} onFocus={renew} onClick={renew}>{children}</a>
}
