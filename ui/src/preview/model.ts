// The text of the plan that is shown: which files it has, and those texts that somebody looks at. A text that did not change is neither asked for nor painted again.
import { effect, signal } from '@preact/signals'
import type { Hit, PreviewFile, PreviewIndex, PreviewView } from '../../../src/studio/contract.ts'
import { ask } from '../ask.ts'
import { plan, planQuery } from '../plan.ts'
import { type Body, bodyOf, paint } from './body.ts'

/** What the sheet shows. */
export interface Text {
  /** What it was asked with. */
  readonly query: string
  readonly index: PreviewIndex
  readonly lines: PreviewView['lines']
  readonly folders: PreviewView['folders']
}

/** A file that has arrived. */
export interface Arrived {
  readonly file: PreviewFile
  readonly body: Body
}

/** The newest that arrived. */
export const text = signal<Text | undefined>(undefined)

/** Why there is none. */
export const failed = signal<string | undefined>(undefined)

/** Counts texts that arrived: whoever draws them reads it. */
export const arrived = signal(0)

/** Files asked for at once, and characters of texts that are kept. */
const AT_ONCE = 12
const MOST_KEPT = 24_000_000

/** Counts how often the disk was ahead of the index. */
const outdated = signal(0)

const kept = new Map<string, Arrived>()
let size = 0

const keyAt = ({ path, mark }: PreviewIndex, place: number): string => `${path[place]}\n${mark[place]}`

/** The file at a place of the page, when it has arrived. */
export const arrivedAt = (index: PreviewIndex, place: number): Arrived | undefined => kept.get(keyAt(index, place))

/** Follows the plan until the function it gives is called. */
export function watchText(): () => void {
  let newest = 0
  const stop = effect(() => {
    void outdated.value
    if (plan.value === undefined) return
    const query = planQuery.peek()
    const mine = ++newest
    load(query).then((view) => {
      if (mine === newest) [text.value, failed.value] = [view, undefined]
    }, (error: Error) => { if (mine === newest) failed.value = error.message })
  })
  return () => { newest = -1; stop() }
}

async function load(query: string): Promise<Text> {
  const { index, lines, folders } = await askPreview(query, { index: 'true', count: '0' })
  return { query, index: index as PreviewIndex, lines, folders }
}

const askPreview = (query: string, more: Readonly<Record<string, string>>): Promise<PreviewView> => ask<PreviewView>('/preview.json', new URLSearchParams([...new URLSearchParams(query), ...Object.entries(more)]))

/** Where words stand, in the whole text. */
export const finding = async ({ query }: Text, words: string): Promise<readonly Hit[]> => (await askPreview(query, { find: words, count: '0' })).found ?? []

let asking = false
let wanted: { readonly text: Text; readonly first: number; readonly last: number } | undefined

/** Asks for the texts between two places, the last one included. */
export function want(from: Text, first: number, last: number): void {
  wanted = { text: from, first, last }
  if (!asking) void work()
}

async function work(): Promise<void> {
  asking = true
  for (let missing = firstMissing(); missing !== undefined && wanted !== undefined; missing = firstMissing()) {
    const { query, index } = wanted.text
    try {
      take(index, await askPreview(query, { from: String(missing), count: String(AT_ONCE) }))
    } catch (error) {
      failed.value = (error as Error).message
      wanted = undefined
    }
  }
  asking = false
}

function firstMissing(): number | undefined {
  if (wanted === undefined) return undefined
  const { text: { index }, first, last } = wanted
  for (let place = first; place <= last; place++) if (place < index.path.length && !kept.has(keyAt(index, place))) return place
  return undefined
}

/** Files that are other than the index says were changed on the disk in between: the index is asked for anew. */
function take(index: PreviewIndex, { from, files }: PreviewView): void {
  for (const [i, file] of files.entries()) {
    if (index.path[from + i] !== file.path) break
    keep(keyAt(index, from + i), file)
  }
  if (files.length === 0 || index.path[from] !== files[0]?.path) {
    wanted = undefined
    outdated.value++
  }
  arrived.value++
}

function keep(key: string, file: PreviewFile): void {
  if (kept.has(key)) return
  const body = bodyOf(file)
  paint(body, file.language)
  kept.set(key, { file, body })
  size += file.text.length
  const needed = new Set(wanted === undefined ? [] : wanted.text.index.path.slice(wanted.first, wanted.last + 1))
  for (const [oldest, { file: { path, text: old } }] of kept) {
    if (size <= MOST_KEPT) break
    if (oldest === key || needed.has(path)) continue
    kept.delete(oldest)
    size -= old.length
  }
}
