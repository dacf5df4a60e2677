/** The shortest fence that nothing inside can close. */
export function fenceFor(body: string): string {
  const runs = body.includes('```') || body.includes('~~~') ? body.match(/`{3,}|~{3,}/g) ?? [] : []
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3))
}

/** A body that asks for the same fence as a longer one, and ends like it. */
export const fenceGist = (body: string): string => {
  const run = fenceFor(body).slice(1)
  return (run.length > 2 ? `${run} ` : '') + body.slice(-1)
}

/** The name of a language after a fence: nothing in it can end the line or the fence. */
export const infoString = (language: string): string => language.replace(/[^\w+#.-]/g, '')
