// The place of a file among all by its score. Everything that speaks of places counts them here, so that no two sentences differ.

/** A score as it is told: four digits, so that what looks the same is the same. */
export const toldScore = (score: number): number => Math.round(score * 1e4) / 1e4

/** The place of a score among told scores, from 1; those that score the same share it. */
export const placeAmong = (scores: readonly number[], own: number): number => 1 + scores.reduce((above, score) => above + (score > own ? 1 : 0), 0)

/** `1st`, `22nd`, `113th`. */
export function ordinal(place: number): string {
  const ending = place % 100 >= 11 && place % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${ending}`
}
