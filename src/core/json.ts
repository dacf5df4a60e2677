// JSON that people and other programs may have touched: what is wrong is said without quoting the text.

/** The value of a JSON text. When it is none, throws what `fail` makes of the reason, which ends a sentence. */
export function jsonFrom(text: string, fail: (why: string) => Error): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    // The parser's own words would quote the file.
    const place = /position (\d+)/.exec((error as Error).message)?.[1]
    const cut = text.trim() === '' ? ': it is empty' : place === undefined || Number(place) >= text.trimEnd().length ? ': it ends too early' : `: look at line ${text.slice(0, Number(place)).split('\n').length}`
    throw fail(`it is not JSON${cut}`)
  }
}

/** Whether a value is an object with keys. */
export const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
