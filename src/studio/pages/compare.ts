// Two contexts side by side: what is chosen for both stands plain in the address, what is chosen for one has its letter before it (`a.budget=8k`).
import { choice, type Fields, text, UsageError } from '../../core/field.ts'
import type { Choices } from '../../operations/choosing.ts'
import { choices as common, UNSAID } from '../choices.ts'
import { compareView, fileView } from '../compared.ts'
import { defineQuestion } from '../page.ts'
import type { Made, Room } from '../room.ts'

/** The names of the fields that choose a context. */
type Name = keyof typeof common

const NAMES = Object.keys(common) as readonly Name[]

/** The same fields for one side; nothing said there means what is said for both. */
const ofSide = (side: string): Fields => Object.fromEntries(NAMES.map((name) => [`${side}.${name}`, common[name]]))

const fields: Fields = { ...common, ...ofSide('a'), ...ofSide('b') }

/** What one side is made with: its own word beats the one for both, and an empty word takes that back. */
function choicesFor(side: 'a' | 'b', input: Readonly<Record<string, unknown>>): Choices {
  const said = NAMES.map((name) => [name, isSaid(input[`${side}.${name}`]) ? input[`${side}.${name}`] : input[name]])
  const full = said.map(([name, value]) => [name, value === '' ? undefined : value])
  return { ...Object.fromEntries(full), ...UNSAID } as Choices
}

const isSaid = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Both plans; one after the other, because both need the same reading. */
async function bothOf(input: Readonly<Record<string, unknown>>, room: Room): Promise<readonly [Made, Made]> {
  const a = await sideOf('a', input, room)
  return [a, await sideOf('b', input, room)]
}

/** One plan. What is wrong with it says which side it is; the kind of error stays, because the reply follows from it. */
async function sideOf(side: 'a' | 'b', input: Readonly<Record<string, unknown>>, room: Room): Promise<Made> {
  try {
    return await room.compiled(choicesFor(side, input))
  } catch (error) {
    if (error instanceof Error) error.message = `${side.toUpperCase()}: ${error.message}`
    throw error
  }
}

const compare = defineQuestion({
  path: '/compare.json', fields,
  run: async (input, room) => compareView(...await bothOf(input, room)),
})

const file = defineQuestion({
  path: '/compare/file.json', fields: { path: text('The file'), text: choice('The text as it is shown, or all of it', { choices: ['shown', 'whole'], otherwise: 'shown' }), ...fields },
  async run({ path, text: which, ...input }, room) {
    if (typeof path !== 'string') throw new UsageError('name a file: path=src/auth.ts')
    return fileView(await bothOf(input, room), path, which === 'whole')
  },
})

/** All of them. */
export const COMPARE_QUESTIONS = [compare, file]
