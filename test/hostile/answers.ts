// What a surface answered about the hostile corpus, and what is wrong with it.
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { visible } from '../../src/core/visible.ts'

/** What is promised of one file; see test/kit/hostile/class.mjs. */
export type Expected = { readonly shown: string | RegExp } | { readonly line: string } | { readonly left: string } | { readonly gone: true }

/** A class of the table, as far as an answer is held against it. */
export interface Promise {
  readonly id: string
  readonly expects?: Readonly<Record<string, Expected>>
  readonly never?: readonly string[]
}

/** A page of JSON that was read. */
export interface Answer {
  /** As it was written. */
  readonly raw: string
  readonly files: ReadonlyMap<string, string>
  readonly lines: ReadonlyMap<string, string>
  /** What the surface remarked; undefined where it has no place for remarks. */
  readonly remarks: readonly Pick<Diagnostic, 'code' | 'path'>[] | undefined
}

/** Reads a page in the format json. */
export function answerOf(raw: string, remarks?: Answer['remarks']): Answer {
  const { files, outline } = JSON.parse(raw) as { files: { path: string; content: string }[]; outline: { path: string; stub?: string }[] }
  return { raw, files: new Map(files.map(({ path, content }) => [path, content])), lines: new Map(outline.map(({ path, stub = '' }) => [path, stub])), remarks }
}

/** What an answer gets wrong of a class, in sentences; `at` is the folder of the class as the answer names it, with a slash. */
export function faultsIn({ id, expects = {}, never = [] }: Promise, answer: Answer, at = `${id}/`): string[] {
  const wrong = Object.entries(expects).flatMap(([path, expected]) => faultOf(at + path, expected, answer) ?? [])
  return [...wrong, ...never.filter((words) => answer.raw.includes(words)).map((words) => `${id}: ${JSON.stringify(words)} is printed`)]
}

function faultOf(path: string, expected: Expected, { files, lines, remarks }: Answer): string | undefined {
  const [text, line] = [files.get(path), lines.get(path)]
  const now = text === undefined ? (line === undefined ? 'not there' : `the line "${line}"`) : `the text ${JSON.stringify(visible(text).slice(0, 80))}`
  if ('shown' in expected) return text !== undefined && matches(visible(text), expected.shown) ? undefined : `${path} should be shown as ${expected.shown}, and is ${now}`
  if ('line' in expected) return line?.startsWith(expected.line) ? undefined : `${path} should be a line that says ${expected.line}, and is ${now}`
  if (text !== undefined || line !== undefined) return 'left' in expected && expected.left === 'ignore-too-large' ? undefined : `${path} should be left out, and is ${now}`
  const isTold = !('left' in expected) || remarks === undefined || remarks.some((one) => one.path === path && one.code === `source/${expected.left}`)
  return isTold ? undefined : `nothing is said of ${path}`
}

const matches = (text: string, shown: string | RegExp): boolean => (typeof shown === 'string' ? text === shown : shown.test(text))
