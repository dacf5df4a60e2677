// Types as TypeScript and JSDoc write them, as JSON Schema: `Promise<{ city: string, gmv?: number }[]>`. What cannot be understood is any type.
import type { Tree } from '../schema/tree.ts'

const TOKEN = /"[^"\n]*"|'[^'\n]*'|[A-Za-z_$][\w$.]*|\d[\d.]*|[{}()[\]<>|&?:;,=*!]/g
const DEEPEST = 20
const MOST_TOKENS = 4000

const PLAIN: Readonly<Record<string, Tree>> = {
  string: { type: 'string' }, String: { type: 'string' }, number: { type: 'number' }, Number: { type: 'number' }, bigint: { type: 'integer' }, integer: { type: 'integer' }, int: { type: 'integer' }, boolean: { type: 'boolean' }, Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date-time' }, object: { type: 'object' }, Object: { type: 'object' }, Record: { type: 'object' }, Map: { type: 'object' }, null: { type: 'null' }, undefined: { type: 'null' }, void: { type: 'null' }, true: { const: true }, false: { const: false }, any: {}, unknown: {}, array: { type: 'array', items: {} },
}
const LISTS = new Set(['Array', 'ReadonlyArray', 'Set', 'Iterable', 'AsyncIterable', 'Generator', 'AsyncGenerator', 'IterableIterator', 'AsyncIterableIterator'])
const SAME = new Set(['Promise', 'PromiseLike', 'Awaited', 'Readonly', 'Partial', 'Required', 'NonNullable'])

/** The schema of the type that a text begins with. Names that it does not know are references to `#/$defs`. */
export function schemaOf(text: string): Tree {
  const tokens = text.slice(0, MOST_TOKENS * 4).match(TOKEN)?.slice(0, MOST_TOKENS) ?? []
  return new Types(tokens).union(0)
}

class Types {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  union(depth: number): Tree {
    const all: Tree[] = []
    this.#take('|')
    do all.push(this.#intersection(depth + 1))
    while (this.#take('|'))
    return all.length === 1 ? all[0] ?? {} : all.every((one) => Object.hasOwn(one, 'const')) ? { enum: all.map((one) => one['const']) } : { anyOf: all }
  }

  #intersection(depth: number): Tree {
    const all: Tree[] = []
    do all.push(this.#listed(depth))
    while (this.#take('&'))
    return all.length === 1 ? all[0] ?? {} : { allOf: all }
  }

  #listed(depth: number): Tree {
    let one = this.#single(depth)
    while (this.#tokens[this.#at] === '[' && this.#tokens[this.#at + 1] === ']') {
      this.#at += 2
      one = { type: 'array', items: one }
    }
    return one
  }

  #single(depth: number): Tree {
    const token = this.#tokens[this.#at] ?? ''
    if (depth > DEEPEST || token === '') return {}
    if (token === '{') return this.#object(depth)
    if (token === '?' || token === '!' || token === 'readonly') return this.#past(() => this.#single(depth + 1))
    if (token === '(') return this.#past(() => this.#until(this.union(depth + 1), ')'))
    if (token === '[') return this.#past(() => this.#until({ type: 'array', items: this.union(depth + 1) }, ']'))
    return /^["'\d]/.test(token) ? this.#past(() => ({ const: /^\d/.test(token) ? Number(token) : token.slice(1, -1) })) : /^[A-Za-z_$]/.test(token) ? this.#past(() => this.#named(token, depth)) : this.#past(() => ({}))
  }

  #named(name: string, depth: number): Tree {
    const args: Tree[] = []
    this.#take('.')
    if (this.#take('<')) {
      do args.push(this.union(depth + 1))
      while (this.#take(','))
      this.#until({}, '>')
    }
    if (LISTS.has(name)) return { type: 'array', items: args[0] ?? {} }
    return SAME.has(name) ? args[0] ?? {} : PLAIN[name] ?? { $ref: `#/$defs/${name}` }
  }

  #object(depth: number): Tree {
    const properties: [string, Tree][] = []
    const required: string[] = []
    this.#take('{')
    while (this.#at < this.#tokens.length && !this.#take('}')) {
      const name = this.#tokens[this.#at++] ?? ''
      if (!/^[A-Za-z_$"']/.test(name) || name === 'readonly') continue
      const optional = this.#take('?')
      if (!this.#take(':')) continue
      const key = name.replace(/^["']|["']$/g, '')
      properties.push([key, this.union(depth + 1)])
      if (!optional) required.push(key)
    }
    return { type: 'object', properties: Object.fromEntries(properties), required }
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }

  #past(then: () => Tree): Tree {
    this.#at += 1
    return then()
  }

  /** Goes on behind a closing sign, over what was not understood before it. */
  #until(value: Tree, close: string): Tree {
    while (this.#at < this.#tokens.length && !this.#take(close)) this.#at += 1
    return value
  }
}
