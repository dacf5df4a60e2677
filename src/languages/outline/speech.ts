// What the engines must know of a language: how it writes what is no code, and how its definitions begin.
import type { OutlineKind } from '../../core/outline.ts'
import type { Skip } from './skips.ts'

/** How one kind of definition begins. */
export interface Shape {
  /** Matches from its first word; the group `name` is its name. It must not backtrack over long text: repeats are bounded. */
  readonly words: RegExp
  readonly kind: OutlineKind
  /** The list that reads what stands inside it; absent when that is not looked at. */
  readonly holds?: string
  /** It may go on after a part in braces: a constant, a type; `valued` only after `=`. Otherwise braces are its body and end it. */
  readonly plain?: true | 'valued'
  /** Where its members stand, when not in braces: the round brackets of `const ( … )`. */
  readonly opens?: '('
  /** It is a call whose function holds definitions: after the function the rest of its line is passed over. */
  readonly called?: true
  /** It only leads to what it holds and is no definition itself. */
  readonly silent?: true
  /** What the clauses of one definition share: where they follow one another they are one. */
  readonly clause?: (words: RegExpExecArray) => string
  /** What it is called when the words alone do not say; it is told where the head ends as far as it was read. */
  readonly named?: (words: RegExpExecArray, end: number) => string
}

/** A language whose definitions stand in brackets. */
export interface Bracketed {
  readonly skips: Readonly<Record<string, Skip>>
  /** Shapes by the name of a list; `top` reads the file. */
  readonly shapes: Readonly<Record<string, readonly Shape[]>>
  /** A line end closes a statement that could end there. */
  readonly lines?: true
  /** Statements that begin so end at no line end before their braces. */
  readonly bodied?: RegExp
  /** No line end within what this matches ends the statement that begins with it. */
  readonly spanned?: RegExp
  /** Templates with code in them stand between backticks. */
  readonly templates?: true
  /** Types may be written in braces, so a brace may stand in the middle of a head. */
  readonly typesInBraces?: true
  /** What may stand before a definition and belongs to it: `@`, `[`, `#[`. */
  readonly marks?: readonly string[]
  /** Where the code begins; at the start unless told. */
  readonly begins?: (text: string) => number
  /** Words with a colon that stand before a definition and say nothing: `public:`. */
  readonly labels?: RegExp
  /** Lists in which a name before round brackets is a function, and what it is then. */
  readonly calls?: Readonly<Record<string, Calls>>
  /** Lists whose members stand between commas, and the list that reads what follows a semicolon in them. */
  readonly commas?: Readonly<Record<string, string>>
  /** Lines that are for the preprocessor; of what stands in brackets only the first branch is read. */
  readonly preprocessed?: true
}

/** Functions that no word announces. */
export interface Calls {
  readonly kind: OutlineKind
  /** A type must stand before the name. */
  readonly typed?: true
  /** It may be declared without a body. */
  readonly declared?: true
  /** A constructor is named behind its class: `Point.origin(`. */
  readonly dotted?: true
  /** Where no type stands before the name it is a macro's, and what that defines stands in the brackets: `TEST(works) {`. */
  readonly macros?: true
  /** Words before brackets that name no function. */
  readonly not: RegExp
}

/** A language whose definitions begin a line and end where the indentation does. */
export interface Indented {
  readonly indents: true
  readonly skips: Readonly<Record<string, Skip>>
  readonly shapes: Readonly<Record<string, readonly Shape[]>>
  /** Brackets carry a statement over the line end. */
  readonly brackets?: true
  /** What at the same indentation still belongs to a definition: `end`, `}`. */
  readonly closes?: RegExp
  /** Texts that begin on the next line and end at a line of their own, by the words that announce them: `<<~SQL`. */
  readonly heredoc?: RegExp
}

/** How a language is outlined. */
export type Speech = Bracketed | Indented

/** A definition by offsets. */
export interface Found {
  readonly kind: OutlineKind
  readonly name: string
  readonly start: number
  end: number
  readonly depth: number
}

/** Longer names are data. */
export const LONGEST_NAME = 200
