// What the main thread of a page works, told by Chromium's own tracing.
import { once } from 'node:events'

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

/** Everything Chromium traces while something is done. */
export async function traced(page, act) {
  const cdp = await page.context().newCDPSession(page)
  const events = []
  cdp.on('Tracing.dataCollected', ({ value }) => { for (const one of value) events.push(one) })
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] } })
  await act()
  const complete = once(cdp, 'Tracing.tracingComplete')
  await cdp.send('Tracing.end')
  const [{ dataLossOccurred }] = await complete
  await cdp.detach()
  if (dataLossOccurred) throw new Error('the trace is longer than its buffer')
  return events
}

/** Milliseconds of main-thread work, as CPU of that thread, from the first event of this type in the page to the end of the trace. */
export function workSince(events, type) {
  const start = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === type).sort((a, b) => a.ts - b.ts)[0]
  if (start === undefined) throw new Error(`the trace holds no event "${type}"`)
  // The event runs inside a task that began a little before it.
  const tasks = events.filter(({ name, pid, tid, ts, dur }) => name === 'RunTask' && pid === start.pid && tid === start.tid && dur !== undefined && ts + dur > start.ts)
  return tasks.reduce((sum, { dur, tdur }) => sum + (tdur ?? dur), 0) / 1000
}
