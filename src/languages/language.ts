// A language pack is a table: it says where definitions stand in the syntax tree. How they are cut and written is decided in tree.ts and forms.ts,
// the same way for every language. A table entry may be a named function where the tree alone does not say what a node is.
import type { Node } from './node.ts'
import type { Tile } from '../core/block.ts'
import type { Language, Parsed } from '../core/ports.ts'
import type { Cut, Span } from './span.ts'

/** A child by its field name, or found by a function. */
export type Find = string | ((node: Node) => Node | null)

/** How one kind of node becomes a tile. Without `body`, `holds` and `values` it is kept as it stands, comments aside. */
export interface Rule {
  readonly kind: Tile['kind']
  /** The field that holds the name (`name` when absent), or a function that says it. */
  readonly name?: string | ((node: Node) => string)
  /** The part that is left out of skeletons: a function's body. */
  readonly body?: Find
  /** Where that part begins when more goes with the body: the members that a constructor sets. */
  readonly from?: Find
  /** The same where the part is no node of its own; with `holds`, what goes when nothing in it is shown. */
  readonly omits?: (node: Node, level: 'shape' | 'detail') => Cut | readonly Cut[]
  /** The part whose definitions are shown one by one: a class body. */
  readonly holds?: Find
  /** Where the bracket before the first of them ends, when the part has more before it. */
  readonly opens?: number
  /** Where the bracket after the last of them begins, when it is not the last character of the part: `end`. */
  readonly closes?: number
  /** A part in brackets that the grammar leaves unread though it may define something: the tokens of a macro. It is read again by itself. */
  readonly seals?: Find
  /** Initial values: kept while short, left out when long. */
  readonly values?: (node: Node) => readonly Node[]
  /** The definition inside a wrapper such as `export` or a decorated function. */
  readonly wraps?: Find
  /** Neighbours of this kind become one tile: imports. */
  readonly run?: true
  /**
   * Neighbours of the same name become one tile: the clauses of a function. It reads as the first of them, at `detail` as the first of each node type.
   * A function says which of them belong together when the name does not: by the number of arguments.
   */
  readonly clause?: true | ((node: Node) => string)
  /** Where its first word stands, when that belongs to the node around it: `and` before the second of two definitions. */
  readonly since?: number
  /** Where it ends, when siblings behind it belong to it: a body that stands beside its signature. */
  readonly until?: number
  /** What stands inside is read as if it stood in its place. */
  readonly spreads?: true
  /** It only opens the file, as `<?php` does: what follows is still the head of the file. */
  readonly opening?: true
  /** What is written instead of a part, where the usual text of the language would not be valid: a constructor needs its braces. */
  readonly elision?: Partial<Elision>
  /** A sign after the node that belongs to it: the colon of `public:`. */
  readonly ends?: string
  /** At `shape` its lines stay lines, or become one where that is still easy to read; `line` does so at `detail` too. */
  readonly layout?: 'kept' | 'joined' | 'line'
  /** The branches of an `if` or `try`, each shown with the definitions inside it. */
  readonly branches?: (node: Node) => readonly Branch[]
  /** The parts of a condition that is no code, each below a line of its own: `#if`, `#else`. */
  readonly sections?: (node: Node) => readonly Section[]
}

/** One part of a condition: where its own line begins, where its words end, and what stands below. */
export interface Section {
  readonly start: number
  readonly open: number
  readonly nodes: readonly Node[]
}

/** One branch of a statement: from its keyword to the end of its block. A branch without braces says where its definitions stand: after `#if X`, before `#else`. */
export interface Branch {
  readonly start: number
  readonly block: Node
  readonly inside?: Span
}

/** A rule that depends on what the node holds; undefined when it is no definition. */
export type Chooser = (node: Node) => Rule | undefined

/** What is written where something was left out. */
export interface Elision {
  /** A body at `detail`, longest first; the first that is no longer than the body is used. */
  readonly detail: readonly string[]
  /** A body at `shape`. */
  readonly shape: readonly string[]
  /** The body of a function inside a value at `shape`, where `shape` alone would not be valid. */
  readonly inner?: readonly string[]
  /** The same at both levels where the body or what it belongs to needs another marker, by their types: `=> x` goes without a trace. */
  readonly of?: Readonly<Record<string, readonly string[]>>
  /** A long value: replaced by this text, or removed together with the `=` when undefined. */
  readonly value?: string | undefined
  /** Parts of a value that can be emptied while the rest stays: node type to what replaces it. */
  readonly parts?: Readonly<Record<string, string>>
  /** Keeps short values of constants at `shape`, where a constant without a value is not valid; `false` drops those of fields too. */
  readonly keepsShort?: boolean
}

/** The table of one language that is read through tree-sitter. */
export interface Table extends Language {
  readonly grammar: string
  /** The file of an npm package that holds the grammar, where the usual package has a weaker one: `tree-sitter-x/tree-sitter-x.wasm`. */
  readonly from?: string
  /** The text as the grammar should see it, every character in its place: what only disturbs it is blanked. What is printed is always the text itself. */
  readonly reads?: (text: string) => string
  /** The same for a text that the grammar could not read: tried second, and kept when it leaves less unread. */
  readonly mends?: (text: string) => string
  /** Conditions on lines of their own, `#if … #endif`, are hidden from the grammar and put around what they choose. It says how a whole branch ends. */
  readonly conditions?: RegExp
  readonly blocks: Readonly<Record<string, Rule | Chooser>>
  readonly elision: Elision
  /** Functions that may stand inside a value, and where their body is. */
  readonly bodies?: Readonly<Record<string, Find>>
  /** Members whose values are kept and left out like those of constants, with the field of the value: an enumerator. */
  readonly valued?: Readonly<Record<string, string>>
  /** Comment node types. */
  readonly comments: readonly string[]
  /** The mark that says a line goes on below; it goes where lines are joined. */
  readonly continuation?: string
  /** Decorators and attributes. */
  readonly marks?: readonly string[]
  /** Nodes at the start of a definition that hold its decorators among other words. Decorators elsewhere in it stay: they belong to a parameter or a type. */
  readonly modifiers?: { readonly types: readonly string[]; readonly marks: readonly string[] }
  /** Nodes that begin a definition whose own node comes later in the row: the type before a variable. */
  readonly beginnings?: readonly string[]
  /** Which comments document what stands below them. */
  readonly doc: RegExp
  /** Documentation may stand below what it documents, with an empty line after it. */
  readonly docBelow?: true
  /** Documentation may stand apart from what it documents by an empty line. */
  readonly docApart?: true
  /** Which comments document what they stand in: `//!`. */
  readonly innerDoc?: RegExp
  /** Which comments at the head of a file document the file when nothing else claims them; one that begins with `/**` when absent. */
  readonly fileDoc?: RegExp
  /** Documentation is the first string of a body. */
  readonly docString?: true
  /** Documentation is a literal above a definition: which nodes are one, and how their first line is written. */
  readonly docAbove?: { readonly is: (node: Node) => boolean; readonly first: (literal: string) => string }
  /** Documentation is a literal that a definition begins with, a mark of this type: its first line stays at `detail`. */
  readonly docNode?: string
  /** Bodies are indented blocks without braces; `mixed` where both are written. */
  readonly indented?: true | 'mixed'
  /** Marks that cannot be missed though they may stand on a line of their own, by the node that holds them: `;` after the constants of an enum. */
  readonly separators?: Readonly<Record<string, string>>
  /** Nodes whose members may be set apart by line ends alone. */
  readonly separated?: readonly string[]
  /** How a definition looks at the start of a line, for text that could not be parsed. The group `name` is its name. */
  readonly loose: RegExp
  /** The same in a sealed part, where definitions are indented or share a line, and the lines above one that belong to it. */
  readonly looseInside?: { readonly words: RegExp; readonly above: RegExp }
  /** Its grammar reads any text in time; others are not given text that nests deeper or has longer lines than people write. */
  readonly bearsDepth?: true
  /** One step of indentation. */
  readonly step: string
}

/** A language that reads its text by itself. */
export interface Scanner extends Language {
  readonly scan: (text: string, inner: Inner) => Parsed
  /** The languages of the parts that it hands on, by name or by ending without the dot: `python`, `py`. */
  readonly embeds?: (text: string) => readonly string[]
}

/** Reads what a text holds in other languages. A language that is not known is read as lines. */
export interface Inner {
  /** A part of this text; its tiles stand where they stand in the whole. */
  within(language: string, part: Span): Parsed
  /** A text that is written inside this one in another form: the source of a notebook's cell. */
  apart(language: string, text: string): Parsed
}

/** A record that has what it was given and nothing else: a keyword of a language may be called `constructor`. */
const plain = <T extends object>(record: T | undefined): T => Object.assign(Object.create(null) as T, record)

/** Declares a language by its table. */
export const defineLanguage = (table: Table): Table => Object.freeze({
  ...table,
  blocks: plain(table.blocks),
  bodies: plain(table.bodies),
  separators: plain(table.separators),
  elision: { ...table.elision, parts: plain(table.elision.parts), of: plain(table.elision.of) },
})

/** Declares a language that needs no grammar. */
export const defineScanner = (scanner: Scanner): Scanner => Object.freeze(scanner)

/** A dialect: the same table with some entries more or different. */
export function extend(base: Table, more: Partial<Table> & { readonly name: string }): Table {
  return defineLanguage({
    ...base, ...more,
    blocks: { ...base.blocks, ...more.blocks },
    bodies: { ...base.bodies, ...more.bodies },
  })
}

/** The child a table entry points at. */
export const find = (node: Node, where: Find | undefined): Node | null =>
  where === undefined ? null : typeof where === 'string' ? node.childForFieldName(where) : where(node)
