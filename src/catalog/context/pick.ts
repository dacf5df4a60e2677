// Whose details are wanted: what a model is asked (S3.45, S3.58), and what of its answer holds. Only ids that it was shown are taken, each with a reason.
import { flat } from './line.ts'

/** A resource that was picked, and why. */
export interface Pick {
  readonly id: string
  readonly why: string
}

/** What an answer gave: picks, or what is wrong with it. */
export interface Picked {
  readonly picks: readonly Pick[]
  readonly faults: readonly string[]
}

/** How a model is told to choose. */
export const PICK_SYSTEM = 'You choose data sources for a task. Answer with a JSON array and nothing else: [{"id": "res:...", "why": "three to eight words"}]. Use only ids of the list.'

/** The question: at most `most` of the resources that are shown. */
export function pickPrompt(task: string, overview: string, most: number): string {
  return [
    `Choose at most ${most} resources from the list below that together are enough for this task: "${flat(task, 2000)}".`,
    'A heading such as "res:db.pg.main.public.*" stands for the beginning of the ids below it: replace the star by the first word of a line.',
    'Give the whole id and a short reason for each. When in doubt, prefer a resource of kind skill that already does the counting.',
    '', overview,
  ].join('\n')
}

/** What is said when an answer cannot be used. */
export const pickAgain = (faults: readonly string[]): string => `Your answer could not be used:\n${faults.map((fault) => `- ${fault}`).join('\n')}\nAnswer again with the JSON array alone, with whole ids of the list and a reason for each.`

const LONGEST_ANSWER = 100_000

/** Reads an answer. Unknown ids, ids without a reason and too many ids are faults; nothing is guessed. */
export function picksIn(answer: string, shown: ReadonlySet<string>, most: number): Picked {
  const list = arrayIn(answer.slice(0, LONGEST_ANSWER))
  if (list === undefined) return { picks: [], faults: ['there is no JSON array in it'] }
  const read = list.map((item) => pickOf(item, shown))
  const picks = read.flatMap((one) => (typeof one === 'string' ? [] : [one])).filter(({ id }, at, all) => all.findIndex((other) => other.id === id) === at)
  const faults = read.filter((one) => typeof one === 'string')
  return { picks: picks.slice(0, most), faults: [...faults, ...(picks.length > most ? [`it holds ${picks.length} ids, at most ${most} were asked for`] : []), ...(list.length === 0 ? ['it is empty'] : [])] }
}

function pickOf(item: unknown, shown: ReadonlySet<string>): Pick | string {
  const { id, why } = (typeof item === 'object' && item !== null ? item : { id: item }) as { id?: unknown; why?: unknown }
  if (typeof id !== 'string') return 'an entry has no id'
  if (!shown.has(id)) return `${JSON.stringify(flat(id, 120))} is not an id of the list`
  return typeof why === 'string' && why.trim() !== '' ? { id, why: flat(why, 120) } : `${id} has no reason`
}

/** The first JSON array of a text: models like to put words or fences around it. */
function arrayIn(text: string): readonly unknown[] | undefined {
  const [from, to] = [text.indexOf('['), text.lastIndexOf(']')]
  if (from < 0 || to < from) return undefined
  try {
    const value = JSON.parse(text.slice(from, to + 1)) as unknown
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
