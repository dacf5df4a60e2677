// Small marks that several pages show.
import type { ComponentChildren } from 'preact'
import { visible } from '../../../src/core/visible.ts'

/** A word in a box. */
export const Badge = ({ kind = '', title, children }: { kind?: string; title?: string; children: ComponentChildren }) => <span class={`badge ${kind}`} {...(title === undefined ? {} : { title })}>{children}</span>

/** What came, what went, what turned into something else: by the sign it is written with. */
export const sortOf = (words: string): 'came' | 'went' | 'turned' => (words.startsWith('+') ? 'came' : words.startsWith('-') ? 'went' : 'turned')

/** Changes in a few words each. */
export function Words({ words, label }: { words: readonly string[]; label: string }) {
  if (words.length === 0) return null
  return <ul class="change-words" aria-label={label}>{words.map((one) => <li key={one} class={sortOf(one)}><code>{visible(one)}</code></li>)}</ul>
}

/** A time to be read. */
export const When = ({ at }: { at: string }) => <time dateTime={at}>{at.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC')}</time>

/** The end of an id, where the whole is too long to be read first. */
export const ending = (id: string): string => id.split('.').at(-1) ?? id
