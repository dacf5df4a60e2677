// Pins, excludes, levels, a commit that somebody set, each with a way to take it back. They are options of the command, so they stand in the address.
import type { Level } from '../../../src/core/level.ts'
import { announce } from '../announce.tsx'
import { choose, query } from '../address.ts'
import { exactly } from '../choices.ts'
import { plan, wrong } from '../plan.ts'
import { together } from './brought.ts'
import { beside, selected } from './selection.ts'

/** One path for --pin and --level, whose globs know no backslash: a sign that means something to them stands for any one. The name of a definition stays as it is. */
function alone(id: string): string {
  const hash = id.includes('#') ? id.indexOf('#') : id.length
  return `/${id.slice(0, hash).replace(/[*?{},]/g, '?')}${id.slice(hash)}`
}

const without = (name: string, value: string): string[] => query.value.getAll(name).filter((one) => one !== value)
const levelsWithout = (path: string): string[] => query.value.getAll('level').filter((one) => one.slice(0, one.lastIndexOf('=')) !== alone(path))

/** Whether a path, or a definition by its id, is shown in full whatever it costs. */
export const isPinned = (id: string): boolean => query.value.getAll('pin').includes(alone(id))

/** Pins a path or a definition, or takes the pin back. */
export function togglePin(id: string): void {
  const pinned = isPinned(id)
  choose({ pin: pinned ? without('pin', alone(id)) : [...query.value.getAll('pin'), alone(id)] })
  announce(pinned ? `${id}: the pin is gone` : `${id} is pinned`)
}

/** Leaves a path out; when it was looked at, the one after it is. */
export function exclude(path: string): void {
  const after = beside(path, 1) === path ? beside(path, -1) : beside(path, 1)
  choose({ exclude: [...without('exclude', exactly(path)), exactly(path)], pin: without('pin', alone(path)), level: levelsWithout(path), ...(selected.value === path ? { file: after === path ? undefined : after } : {}) })
  announce(`${path} is left out: the rules above the list bring it back`)
}

/** Shows a path at one level and no other; undefined lets the budget decide again. */
export function setLevel(path: string, level: Level | undefined): void {
  choose({ level: [...levelsWithout(path), ...(level === undefined ? [] : [`${alone(path)}=${level}`])] })
  announce(level === undefined ? `${path}: the budget decides` : `${path} is shown at ${level}`)
}

/** The level that somebody set for a path. */
export function levelSet(path: string): Level | undefined {
  const rule = query.value.getAll('level').find((one) => one.slice(0, one.lastIndexOf('=')) === alone(path))
  return rule?.slice(rule.lastIndexOf('=') + 1) as Level | undefined
}

/** What the address can say and no control shows. */
const KINDS = [['pin', 'pinned'], ['exclude', 'left out'], ['level', 'level'], ['include', 'only'], ['commit', 'commit'], ['levels', 'levels'], ['skeleton', 'skeletons'], ['order', 'order']] as const

/** What controls show too; when there is no plan for the address, any of it may be the cause. */
const CONTROLLED = [['budget', 'budget'], ['lens', 'lens'], ['format', 'format'], ['meter', 'tokens of']] as const

interface Named {
  readonly name: (typeof KINDS | typeof CONTROLLED)[number][0]
  /** Several when they were made together. */
  readonly values: readonly string[]
  readonly word: string
  readonly what: string
}

const groupsOf = (name: string): readonly (readonly string[])[] => (name === 'exclude' ? together(query.value.getAll(name)) : query.value.getAll(name).map((value) => [value]))

const rulesIn = (): Named[] => [...KINDS, ...(wrong.value === undefined ? [] : CONTROLLED)].flatMap(([name, word]) => groupsOf(name).map((values) => ({ name, values, ...worded(name, word, values.at(-1) ?? '') })))

/** Rules of some kinds that files meet, named as their chips are. */
export const namedRules = (kinds: readonly string[]): string[] => rulesIn().filter(({ name, values }) => kinds.includes(name) && !isUnmet(name, values.at(-1) ?? '')).map(({ word, what }) => `${word} ${what}`)

/** Every rule, with a button that removes it. */
export function Rules() {
  const rules = rulesIn()
  if (rules.length === 0) return null
  return (
    <ul class="rules" aria-label="Rules">
      {rules.map(({ name, word, values, what }) => (
        <li key={`${name} ${values.join(' ')}`}>
          <span class="kind">{word}</span> <span class="what" title={what}>{what}</span>{isUnmet(name, values.at(-1) ?? '') ? <span class="unmet">matches no file</span> : null}
          <button type="button" aria-label={`Remove: ${word} ${what}`} title={`Remove: ${word} ${what}`} onClick={() => choose({ [name]: query.value.getAll(name).filter((one) => !values.includes(one)) })}>×</button>
        </li>
      ))}
    </ul>
  )
}

/** Whether the plan says that no file meets a rule. */
const isUnmet = (name: string, value: string): boolean => plan.value?.unmet?.some((one) => one.name === name && one.value === (name === 'level' ? value.slice(0, value.lastIndexOf('=')) : value)) ?? false

/** Names whose values are paths. */
const GLOBS: ReadonlySet<string> = new Set(['pin', 'exclude', 'level', 'include'])

/** As people read it: `level` `src/a.ts` is `shape`; an exclude that begins with `!` brings back. */
function worded(name: string, word: string, value: string): { word: string; what: string } {
  const back = name === 'exclude' && value.startsWith('!')
  if (!GLOBS.has(name)) return { word, what: value }
  const what = (back ? value.slice(1) : value).replace(/^\//, '').replace(/\\(.)/g, '$1')
  return { word: back ? 'brought back' : word, what: name === 'level' ? what.replace(/=(\w+)$/, ' = $1') : what }
}
