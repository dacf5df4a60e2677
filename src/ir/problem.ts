// What is wrong with a plan, or what is unwise in it: always with the place where it stands.

/** One finding of a check. An error keeps a plan from running, a warning does not. */
export interface Problem {
  readonly severity: 'error' | 'warning'
  /** `plan/unknown-column` */
  readonly code: string
  /** `steps[2] (paid).where` */
  readonly place: string
  readonly message: string
}

/** A plan that cannot be used; the message names the first places. */
export class PlanError extends Error {
  override readonly name = 'PlanError'

  constructor(readonly problems: readonly Problem[]) {
    const errors = problems.filter(({ severity }) => severity === 'error')
    super([...errors.slice(0, SHOWN).map(({ place, message }) => (place === '' ? message : `${place}: ${message}`)), ...(errors.length > SHOWN ? [`and ${errors.length - SHOWN} more`] : [])].join('\n'))
  }
}

const SHOWN = 20

/** Collects problems of one place and of places inside it. */
export class Findings {
  constructor(readonly all: Problem[] = [], readonly place: string = '') {}

  /** The same collection, one place deeper. */
  at(part: string): Findings {
    return new Findings(this.all, this.place === '' || part.startsWith('[') ? `${this.place}${part}` : `${this.place}.${part}`)
  }

  error(code: string, message: string): undefined {
    this.all.push({ severity: 'error', code: `plan/${code}`, place: this.place, message })
    return undefined
  }

  warn(code: string, message: string): undefined {
    this.all.push({ severity: 'warning', code: `plan/${code}`, place: this.place, message })
    return undefined
  }
}
