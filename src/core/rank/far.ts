// What was not looked into is only so far known: it ranks below everything that was, in steps, so that a word more or less in it changes nothing.

/** What was not looked into ranks below everything that was. */
const UNSEEN = 1e-4
/** So many steps lie between the farthest and the nearest. */
const STEPS = 100

/** The score of a file that was not looked into, by how near it was at first sight. What is near at all stays above what is not. */
export const farness = (look: number): number => UNSEEN * (Math.ceil(look * STEPS) / STEPS)
