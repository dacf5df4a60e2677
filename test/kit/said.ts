// Everything that packing says, as one text: what two runs are compared by.
import type { Context, Outcome } from '../../src/operations/operation.ts'
import { pack } from '../../src/operations/pack.ts'

/** What packing is asked. */
export type PackInput = Parameters<typeof pack.run>[0]

/** A question with nothing in it but what is given. */
export const packInput = (given: Partial<PackInput>): PackInput => ({
  path: '.', budget: undefined, task: undefined, taskFile: undefined, lens: undefined, include: [], exclude: [], pin: [], level: [], skeleton: undefined, levels: [], format: undefined, meter: undefined,
  order: undefined, commit: undefined, output: undefined, frozen: false, redact: undefined, verify: false, noCache: false, allowSensitive: false, strict: false, failOnSecret: false, log: undefined, json: false, quiet: false,
  ...given,
})

/** What is said in a folder, without the time of the log and the name of the pack: without a cache there is none. */
export async function said(root: string, input: PackInput): Promise<string> {
  const context = { cwd: root, progress: () => {} } as unknown as Context
  const { text, report, diagnostics, exit, events }: Outcome = await pack.run(input, context)
  return JSON.stringify([[...text as Iterable<string>].join(''), (report ?? []).filter((line) => !line.startsWith('pack ')), diagnostics, exit, events?.map((event) => ({ ...event, timestamp: undefined, pack: undefined }))])
}
