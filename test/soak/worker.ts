// One process of a soak: it is given numbers of cases and says what came of each.
import { faultOf, shrunken } from '../kit/property.ts'
import { caseAt, propertyAt } from './index.ts'

interface Work { readonly seed: number; readonly index: number; readonly only?: string; /** Properties that were violated: one case of each is enough. */ readonly stopped: readonly string[] }

/** A hundred times what the dearest case takes. */
const MOST_MS = 30_000

const told = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => (inner instanceof Uint8Array ? { hex: Buffer.from(inner).toString('hex') } : inner))

process.on('message', async ({ seed, index, only, stopped }: Work) => {
  const one = propertyAt(index)
  if ((only !== undefined && one.family !== only) || stopped.includes(`${one.family}: ${one.name}`)) return process.send?.({ index, skipped: true })
  const began = process.cpuUsage()
  const example = caseAt(seed, index)
  const fault = await faultOf(one, example)
  const answer = fault === undefined && one.answer !== undefined ? await one.answer(example) : undefined
  const { user, system } = process.cpuUsage(began)
  const ms = (user + system) / 1000
  // Cases are small: what takes so long grows faster than it should.
  const slow = fault === undefined && ms > MOST_MS ? `slow: ${Math.round(ms)} ms of CPU` : undefined
  process.send?.({
    index, family: one.family, name: one.name, ms,
    ...(fault === undefined ? slow === undefined ? {} : { fault: slow, example: told(example) } : { fault, example: told(await shrunken(one, example)) }), ...(answer === undefined ? {} : { answer }),
  })
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
