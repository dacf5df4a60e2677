// The page file by file.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { LEVELS } from '../level.ts'
import { counted } from '../numbers.ts'
import { selected } from '../context/selection.ts'
import { Ends } from './ends.tsx'
import { Head } from './head.tsx'
import { Find } from './find.tsx'
import { arrived, arrivedAt, failed, finding, text, type Text, want, watchText } from './model.ts'
import { type Sheet, SheetView } from './sheet.tsx'

/** All files, each with its head; the one that is chosen is scrolled to. */
export function Files() {
  useEffect(watchText, [])
  const [at, setAt] = useState<NonNullable<Sheet['at']> & { readonly of: Text }>()
  const now = text.value
  const place = now === undefined || selected.value === undefined ? -1 : now.index.path.indexOf(selected.value)
  useEffect(() => { if (place >= 0 && now !== undefined) setAt({ of: now, file: place }) }, [selected.value, place >= 0])
  const sheet = useMemo(() => (now === undefined ? undefined : sheetOf(now, at?.of === now ? at : undefined)), [now, at, arrived.value])
  if (sheet === undefined || now === undefined) return failed.value === undefined ? <p class="empty" aria-busy="true">Loading…</p> : <p class="wrong" role="alert">{failed.value}</p>
  return (
    <>
      <Find of={now} search={(words) => finding(now, words)} show={([file, line]) => setAt({ of: now, file, line })} />
      {failed.value === undefined ? null : <p class="wrong" role="alert">{failed.value}</p>}
      {selected.value !== undefined && place < 0 ? <p class="quiet">{selected.value} is not on the page as text: it has a line or none. Pin it, or give it a level, and it comes.</p> : null}
      {now.index.path.length === 0 ? <p class="empty">No file is shown as text within this budget.</p> : <SheetView sheet={sheet} />}
      <p class="quiet">{counted(now.index.path.length)} {now.index.path.length === 1 ? 'file' : 'files'}. Only what is seen is in the document, so the browser’s own search finds no more than that; the one above finds everything.</p>
      <Ends text={now} />
    </>
  )
}

function sheetOf(now: Text, at: Sheet['at']): Sheet {
  const { index } = now
  return {
    label: 'The context, file by file', names: index.path, lines: index.lines, at,
    bodyAt: (file) => arrivedAt(index, file)?.body,
    headAt: (file) => <Head path={index.path[file] as string} level={LEVELS[index.level[file] as number] ?? 'none'} tokens={index.tokens[file] as number} whole={index.whole[file] as number} file={arrivedAt(index, file)?.file} />,
    seen: (first, last) => want(now, first, last),
  }
}
