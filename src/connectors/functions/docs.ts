// Doc comments: the words before the first tag, and the tags with their types.
import { schemaOf } from './types.ts'
import type { Tree } from '../schema/tree.ts'

/** A `@param`, `@property` or `@returns`. */
export interface Tag {
  readonly tag: string
  readonly name: string
  readonly schema: Tree
  readonly optional: boolean
  readonly fallback?: string
  readonly words: string
}

/** A doc comment in its parts. */
export interface Doc {
  readonly words: string
  readonly tags: readonly Tag[]
}

/** Reads what stands between the signs of a doc comment. */
export function docOf(comment: string): Doc {
  const text = comment.replace(/^[ \t]*\*[ \t]?/gm, '').trim()
  const [words = '', ...tags] = `\n${text}`.split(/\n[ \t]*(?=@[a-z])/)
  return { words: words.trim(), tags: tags.slice(0, 200).map(tagOf) }
}

const NAMED = new Set(['param', 'arg', 'argument', 'property', 'prop', 'typedef'])

function tagOf(text: string): Tag {
  const tag = /^@(\w+)/.exec(text)?.[1] ?? ''
  const { type, rest } = braced(text.slice(tag.length + 1).trimStart())
  const bare = { tag, name: '', schema: schemaOf(type), optional: false, words: rest.trim() }
  const [, bracket, name = '', fallback, words = ''] = (NAMED.has(tag) ? /^(\[?)([\w$.]+)(?:[ \t]*=[ \t]*([^\]\n]*))?\]?[ \t]*(?:-[ \t]+)?([^]*)$/.exec(rest.trim()) : null) ?? []
  return name === '' ? bare : { ...bare, name, optional: bracket === '[' || type.endsWith('='), ...(fallback === undefined ? {} : { fallback: fallback.trim() }), words: words.trim() }
}

/** The type in braces at the beginning, which may hold braces itself. */
function braced(text: string): { type: string; rest: string } {
  if (!text.startsWith('{')) return { type: '', rest: text }
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}' && (depth -= 1) === 0) return { type: text.slice(1, at).trim(), rest: text.slice(at + 1) }
  }
  return { type: '', rest: text }
}
