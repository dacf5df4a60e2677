// Where in a text a place of a plan stands, so that whoever writes it can be shown the line. JSON is YAML, so one parser knows both.
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Problem } from './problem.ts'
import { isTooDeep } from './read.ts'

/** A problem with the line and column where it stands, from 1, where that is known. */
export interface Located extends Problem {
  readonly line?: number
  readonly column?: number
}

/** Says of each problem where in the text it stands. What is missing is shown where it should be: at what surrounds it. */
export function locate(problems: readonly Problem[], text: string): readonly Located[] {
  if (problems.length === 0 || isTooDeep(text)) return problems
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', logLevel: 'silent' })
  const pointAt = (offset: number | undefined): Partial<Located> => {
    if (offset === undefined) return {}
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const [fault] = document.errors
  return problems.map((problem) => ({ ...problem, ...pointAt(problem.place === '' ? (fault?.pos[0] ?? 0) : offsetOf(document, pathIn(problem.place))) }))
}

/** `steps[2] (paid).keys[0].nulls` as the names and numbers on the way. */
export function pathIn(place: string): (string | number)[] {
  return [...place.replaceAll(/ \([^)]*\)/g, '').matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, number, name]) => (number === undefined ? (name as string) : Number(number)))
}

/** Where the innermost part that there is begins. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly (string | number)[]): number | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.range?.[0]
}
