import { CodecError, Doubts, survey } from '../../blocks/codec/index.ts'
import { flag } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { defineOperation, EXIT } from '../operation.ts'
import { type Container, containerOf, reading } from './container.ts'

/** Says everything that is wrong with a container. */
export const validate = defineOperation({
  name: 'bcp validate',
  title: 'Say everything that is wrong with a container',
  doc: 'Reads every block, also after one that is wrong, and stops only where no further block can be found. Exit code 1 when something is wrong. What is allowed and still looks like a mistake is told as a note.',
  examples: ['fovea bcp validate context.bcp', 'fovea bcp validate context.bcp --json'],
  fields: { ...reading, json: flag('The verdict as JSON') },
  async run(input, context) {
    const container = await containerOf(input, context)
    const { blocks, faults, notes } = judged(container)
    const verdict = faults.length === 0 ? `valid: ${counted(blocks, 'block')}` : `not valid: ${counted(faults.length, 'fault')}, ${counted(blocks, 'block')} found`
    return {
      text: [...faults.map(({ message }) => `${message}\n`), ...notes.map((note) => `note: ${note}\n`), `${container.shown} is ${verdict}\n`],
      data: { valid: faults.length === 0, blocks, faults: faults.map(({ fault, message, where }) => ({ fault, message, ...(where.offset === undefined ? {} : { offset: where.offset }) })), notes },
      exit: faults.length === 0 ? EXIT.ok : EXIT.failed,
    }
  },
})

function judged({ bytes, options }: Container): { blocks: number; faults: CodecError[]; notes: string[] } {
  const faults: CodecError[] = []
  const doubts = new Doubts()
  let blocks = 0
  try {
    for (const seen of survey(bytes, options)) {
      blocks++
      doubts.look(seen)
      if (seen.fault !== undefined) faults.push(seen.fault)
    }
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    faults.push(error)
  }
  return { blocks, faults, notes: doubts.list() }
}
