import { expect, test } from 'vitest'
import { callsFor, faultIn, guarded } from '../kit/calls.mjs'
import { dice } from '../kit/edits.mjs'
import { folder, tokensOf } from '../walks/run.ts'
import { connected } from './client.ts'

test('random calls, sensible and hostile: within budget, nothing from outside, no crash', async () => {
  const home = folder()
  const root = guarded(home) as string
  const client = await connected({ args: [root] })
  const next = callsFor(root, dice(20_261_116))
  for (let i = 0; i < 400; i++) {
    const call = next() as { name: string; args: Record<string, unknown> }
    const result = await client.callTool({ name: call.name, arguments: call.args })
    expect(faultIn(call, result, tokensOf), `call ${i}: ${JSON.stringify(call)} -> ${JSON.stringify(result).slice(0, 2000)}`).toBe(undefined)
  }
})
