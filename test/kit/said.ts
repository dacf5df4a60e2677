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

/** What packing gives in a folder. */
export const ran = (root: string, input: PackInput): Promise<Outcome> => pack.run(input, { cwd: root, progress: () => {} } as unknown as Context) as Promise<Outcome>

/** What is said in a folder, without the time of the log and the name of the pack: without a cache there is none. */
export async function said(root: string, input: PackInput): Promise<string> {
  const { text, report, diagnostics, exit, events } = await ran(root, input)
  return JSON.stringify([[...text as Iterable<string>].join(''), (report ?? []).filter((line) => !line.startsWith('pack ')), diagnostics, exit, events?.map((event) => ({ ...event, timestamp: undefined, pack: undefined }))])
}
