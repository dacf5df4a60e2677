// Columns and inputs of two states of a resource, compared. Who reads a field and who writes it decides what breaks.
import { type Difference, listChanges, turned } from './difference.ts'
import type { Column, Input, Kind, Resource } from './record.ts'
import { shortType } from './types.ts'
import { type Step, stepOf } from './widening.ts'

/** Which changes of a field can break somebody: the rows of the table in the guide. */
interface Breaks {
  readonly steps: readonly Step[]
  /** It came, and must be given. */
  readonly neededNew: boolean
  /** It may be empty now, or must not be empty any more. */
  readonly looser: boolean
  readonly stricter: boolean
  readonly valueGone: boolean
}

const STORED: Breaks = { steps: ['narrower', 'other'], neededNew: false, looser: true, stricter: false, valueGone: true }
const ANSWER: Breaks = { steps: ['wider', 'other'], neededNew: false, looser: true, stricter: false, valueGone: false }
const MESSAGE: Breaks = { steps: ['wider', 'narrower', 'other'], neededNew: true, looser: true, stricter: true, valueGone: true }
const GIVEN: Breaks = { steps: ['narrower', 'other'], neededNew: true, looser: false, stricter: true, valueGone: true }
const COLUMNS: Readonly<Record<Kind, Breaks>> = { tabular: STORED, file: STORED, kv: STORED, bus: MESSAGE, api: ANSWER, skill: ANSWER }

/** One shape for columns and inputs, so that both are compared in one way. */
interface Field {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly needed: boolean
  readonly values: readonly string[]
  /** What else is said of it and can change: name, value, whether a change breaks. */
  readonly facts: readonly (readonly [name: string, value: string | undefined, breaking: boolean])[]
}

/** What became of the columns and the inputs. */
export function fieldChanges(before: Resource, after: Resource): Difference[] {
  const inputs = ({ details }: Resource): Field[] => (details.inputs ?? []).map(inputField)
  const columns = ({ details }: Resource): Field[] => details.columns.map(columnField)
  return [...compare([columns(before), columns(after)], COLUMNS[after.overview.kind]), ...compare([inputs(before), inputs(after)], GIVEN)]
}

const columnField = ({ name, type, nn, values = [], unit, fk, index, pii, description }: Column): Field => ({
  key: name, name, type, needed: nn === true, values,
  facts: [['unit ', unit, true], ['fk ', fk, false], ['index ', index, false], ['pii ', pii, false], ['described as ', description, false]],
})

const inputField = ({ name, in: where, type, required, values = [], default: otherwise, description }: Input): Field => ({
  key: `param ${name}`, name: `param ${name}`, type, needed: required === true, values,
  facts: [['in ', where, true], ['default ', otherwise, otherwise !== undefined], ['described as ', description, false]],
})

function compare([before, after]: readonly [readonly Field[], readonly Field[]], breaks: Breaks): Difference[] {
  const [old, now] = [byKey(before), byKey(after)]
  const gone = [...old.values()].filter(({ key }) => !now.has(key))
  const come = [...now.values()].filter(({ key }) => !old.has(key))
  const renames = renamed(gone, come, (field) => (now.has(field.key) ? after : before).indexOf(field))
  const taken = new Set(renames.values())
  const kept = [...now.values()].flatMap((field) => fieldChange(old.get(field.key), field, breaks))
  return [
    ...gone.map((field) => ({ text: renames.has(field) ? `${field.name} -> ${renames.get(field)?.name ?? ''}?` : `-${field.name}`, breaking: true })),
    ...come.filter((field) => !taken.has(field)).map((field) => ({ text: `+${field.name}:${shortType(field.type)}${field.needed && breaks.neededNew ? ' required' : ''}`, breaking: field.needed && breaks.neededNew })),
    ...kept, ...moved([...old.keys()].filter((key) => now.has(key)), [...now.keys()].filter((key) => old.has(key))),
  ]
}

/** The first of each name counts: a document may say a name twice. */
function byKey(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>()
  for (const field of fields) if (!found.has(field.key)) found.set(field.key, field)
  return found
}

/** A field that went and one of the same type that came at the same place may be one field with another name: a guess, and told as one. */
function renamed(gone: readonly Field[], come: readonly Field[], placeOf: (field: Field) => number): ReadonlyMap<Field, Field> {
  const places = new Map(come.map((field) => [placeOf(field), field]))
  return new Map(gone.flatMap((field): [Field, Field][] => {
    const other = places.get(placeOf(field))
    return other !== undefined && stepOf(field.type, other.type) === 'same' ? [[field, other]] : []
  }))
}

function fieldChange(before: Field | undefined, after: Field, breaks: Breaks): Difference[] {
  if (before === undefined) return []
  const about = `${after.name}: `
  return [
    ...typeChange(before, after, breaks),
    ...(before.needed === after.needed ? [] : [{ text: about + neededWord(after), breaking: after.needed ? breaks.stricter : breaks.looser }]),
    ...listChanges('', [before.values, after.values], { came: false, went: breaks.valueGone }).map(({ text, breaking }) => ({ text: `enum ${after.name} ${text}`, breaking })),
    ...after.facts.flatMap(([name, value, breaking], at) => factChange(about, name, [before.facts[at]?.[1], value, breaking])),
  ]
}

const neededWord = ({ name, needed }: Field): string => (name.startsWith('param ') ? (needed ? 'required' : 'optional') : needed ? 'not null' : 'nullable')

/** Short words where they differ, the words of the source where only the size does. */
function typeChange(before: Field, after: Field, { steps }: Breaks): Difference[] {
  if (before.type === after.type) return []
  const [a, b] = [shortType(before.type), shortType(after.type)]
  return turned(`${after.name}: `, a === b ? [before.type, after.type] : [a, b], steps.includes(stepOf(before.type, after.type)))
}

/** A description is long: that it changed is enough. */
function factChange(about: string, name: string, [before, after, breaking]: readonly [string | undefined, string | undefined, boolean]): Difference[] {
  if ((before ?? '') === (after ?? '')) return []
  return name === 'described as ' ? [{ text: `${about}description`, breaking: false }] : turned(about + name, [before, after], breaking)
}

const moved = (before: readonly string[], after: readonly string[]): Difference[] =>
  before.every((key, at) => key === after[at]) ? [] : [{ text: before[0]?.startsWith('param ') === true ? 'params reordered' : 'columns reordered', breaking: false }]
