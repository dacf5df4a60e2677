// Plans in one line, as cards show them: `scan(res:…) -> filter(amount > 3) -> aggregate(by city: sum(amount) as total) -> sort(total desc) -> limit(10)`.
// They are for reading; this says whether such a line still speaks of what is there.

/** What a line is judged by. */
export interface LineWorld {
  readonly ops: readonly string[]
  /** The columns of a resource; undefined when there is none of this id. */
  columns(id: string): readonly string[] | undefined
}

const ALIASES: Readonly<Record<string, string>> = { agg: 'aggregate' }
const NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u

/** What is wrong with a line; undefined when all is well. Names that are not plain words are not judged. */
export function lineFault(line: string, world: LineWorld): string | undefined {
  let known: Set<string> | undefined
  for (const [at, part] of stepsOf(line).entries()) {
    const [, word = '', given] = /^([a-z_]+)\s*(?:\((.*)\))?$/s.exec(part) ?? []
    const op = ALIASES[word] ?? word
    if (!world.ops.includes(op)) return `"${part.slice(0, 60)}" is no step: ${world.ops.join(', ')}`
    if (at === 0 && given?.startsWith('res:') === true) {
      const columns = world.columns(given)
      if (columns === undefined) return `there is no resource ${given}`
      known = new Set(columns)
    }
    const fault = known === undefined ? undefined : nameFault(op, given ?? '', known)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** The steps between arrows that stand outside of brackets and quotes. */
function stepsOf(line: string): string[] {
  const steps: string[] = ['']
  let depth = 0
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '"') quote = sign
    else depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    const arrow = depth === 0 && quote === '' && (sign === '→' || line.startsWith('->', at))
    if (!arrow) steps[steps.length - 1] += sign
    else {
      steps.push('')
      at += sign === '→' ? 0 : 1
    }
  }
  return steps.map((step) => step.trim())
}

/** Judges the names of a step and adds those that it makes. */
function nameFault(op: string, given: string, known: Set<string>): string | undefined {
  const used = op === 'project' ? given.split(',') : op === 'sort' ? [given.replace(/\s+(?:asc|desc)$/i, '')] : op === 'aggregate' ? aggregated(given) : []
  const missing = used.map((name) => name.trim()).find((name) => NAME.test(name) && !known.has(name))
  for (const [, made = ''] of given.matchAll(/\sas\s+([^,)]+)/gi)) known.add(made.trim())
  return missing === undefined ? undefined : `there is no column ${missing}`
}

/** `by city: sum(amount) as total` uses city and amount. */
function aggregated(given: string): string[] {
  const [, group = ''] = /^by ([^:]*):/.exec(given) ?? []
  return [...group.split(','), ...[...given.matchAll(/\b(?:sum|avg|min|max|count|count_distinct)\(([^()]*)\)/g)].map(([, inner = '']) => inner)]
}
