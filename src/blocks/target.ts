// A hint for whom the text is: how the family of a model is best written to and counted.
import type { ModeName } from './modes/index.ts'

/** What a model reads well, and what counts its tokens. */
export interface Hint {
  readonly mode: ModeName
  readonly meter: string
}

const FAMILIES: readonly (readonly [RegExp, Hint])[] = [
  [/claude/i, { mode: 'xml', meter: 'claude' }],
  [/gpt-?3|gpt-?4(?![o.\d])/i, { mode: 'markdown', meter: 'cl100k_base' }],
  [/gpt|^o\d/i, { mode: 'markdown', meter: 'o200k_base' }],
]

/** The hint of a model's name; none for a model of which nothing is known. */
export const hintFor = (model: string): Hint | undefined => FAMILIES.find(([names]) => names.test(model))?.[1]
