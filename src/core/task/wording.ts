// How a request stands in its prompt.

/** Room that a trace has at the least, however long the request is. */
const LEAST_TRACE = 200
/** Lines of a trace that always stay: where it begins and where it ends. */
const LEAST_LINES = 4

/** The request with its trace below it. The request is never cut; a trace that does not fit keeps both ends and says how much lies between. */
export function requestText({ request, trace = '' }: { readonly request: string; readonly trace?: string }, room: number, count: (text: string) => number): string {
  const said = lineFeeds(request).trim()
  if (trace.trim() === '') return said
  const lines = lineFeeds(trace).replace(/^\s*\n|\s+$/g, '').split('\n')
  const most = Math.max(LEAST_TRACE + count(said), room)
  for (let kept = lines.length; ; kept = Math.floor(kept * 0.8)) {
    const text = [said, '', 'Stack trace:', ...withoutMiddle(lines, kept).map((line) => `    ${line}`)].join('\n').trim()
    if (kept <= LEAST_LINES || count(text) <= most) return text
  }
}

const lineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')

function withoutMiddle(lines: readonly string[], kept: number): readonly string[] {
  if (kept >= lines.length) return lines
  const head = Math.ceil(kept / 2)
  return [...lines.slice(0, head), `… ${lines.length - kept} lines left out …`, ...lines.slice(lines.length - (kept - head))]
}
