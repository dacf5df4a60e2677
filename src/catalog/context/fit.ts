// How a window is split (S3.41, S3.44): what must be said first, then width (overviews) and depth (details).

/** The parts of a window, in tokens. */
export interface Split {
  readonly head: number
  readonly task: number
  readonly overview: number
  readonly details: number
}

/** The part of what is left that goes to the overview; what it does not need goes to the details. */
const WIDTH = 0.35

/** Splits a window after what the head and the task cost. */
export function splitWindow(window: number, head: number, task: number): Split {
  const left = Math.max(0, window - head - task)
  const overview = Math.floor(left * WIDTH)
  return { head, task, overview, details: left - overview }
}

/** How many overviews and details to aim at. */
export interface Aim {
  readonly k: number
  readonly m: number
}

/** The largest k overviews and m details, m at most k, that mean costs allow: k * c_o + m * c_d stays within both parts together. Real rows are priced afterwards. */
export function fitBudget({ overview, details }: Pick<Split, 'overview' | 'details'>, meanOverview: number, meanDetails: number, candidates = Infinity): Aim {
  const [line, card] = [Math.max(1, meanOverview), Math.max(1, meanDetails)]
  const all = overview + details
  const m = Math.min(candidates, Math.floor(details / card), Math.floor(all / (line + card)))
  return { k: Math.min(candidates, Math.floor((all - m * card) / line)), m }
}
