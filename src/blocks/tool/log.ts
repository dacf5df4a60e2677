import { type Kind, sample, share } from './kind.ts'
import { byRepeats } from './weights.ts'

const STAMPED = /^\W{0,3}(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\d{1,2}\/\w{3}\/\d{4}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} \d\d:|\d{10,13}\b)|^\W{0,3}(?:trace|debug|info|notice|warn|warning|error|fatal|critical)\b\W/i
/** What compilers and linters write: where, then what. */
const DIAGNOSED = /^[^\s:()]+[:(]\d+[:,]\d+\)?:? |^(?:error|warning)(?:\[\w+\])?: |^\s+--> \S+:\d+:\d+|^npm (?:ERR!|error|warn) /i

/** Lines that begin with a time or a level, and what compilers say: errors and their surroundings, first and last of each kind. */
export const log: Kind = {
  name: 'log',
  confidence: (sheet) => {
    const lines = sample(sheet)
    return Math.min(0.9, Math.max(share(lines, STAMPED) * 1.2, share(lines, DIAGNOSED) * 1.6))
  },
  weigh: byRepeats,
}
