// Small words for what changed, shared by everything that is compared.

/** One thing that changed. */
export interface Difference {
  /** `+email:str`, `amount: int -> num`. */
  readonly text: string
  /** True when a reader or caller that was right before can fail now. */
  readonly breaking: boolean
}

/** `before -> after`, or nothing when both are the same. */
export const turned = (name: string, [before, after]: readonly [string | undefined, string | undefined], breaking: boolean): Difference[] =>
  before === after ? [] : [{ text: `${name}${before ?? 'none'} -> ${after ?? 'none'}`, breaking }]

/** What came and what went in two lists of words. */
export function listChanges(name: string, lists: readonly [readonly string[], readonly string[]], breaks: { readonly came: boolean; readonly went: boolean }): Difference[] {
  const [before, after] = lists.map((list) => new Set(list)) as [Set<string>, Set<string>]
  return [
    ...[...before].filter((word) => !after.has(word)).map((word) => ({ text: `-${name}${word}`, breaking: breaks.went })),
    ...[...after].filter((word) => !before.has(word)).map((word) => ({ text: `+${name}${word}`, breaking: breaks.came })),
  ]
}
