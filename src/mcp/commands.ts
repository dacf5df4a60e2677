// The commands that start servers. The protocol and everything behind it is loaded when one of them runs.
import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { flag, text } from '../core/field.ts'
import { UsageError } from '../core/field.ts'
import { type Context, type Operation } from '../operations/index.ts'
import { defineOperation } from '../operations/operation.ts'
import type { Place } from './call.ts'

const serving = {
  root: text('The folder; FOVEA_ROOT or the current one unless told', { place: 'one' }),
  compat: flag('List the names of the seed protocols too: zoom_context, get_alias'),
  frozen: flag('The same bytes for the same files: no clock, nothing learned'),
}

/** Serves agents over standard input and output. */
export const mcp = defineOperation({
  name: 'mcp',
  title: 'Serve agents over the Model Context Protocol, on standard input and output',
  doc: 'Started by the client, ends with it. Every answer is made from the files as they are then, keeps its token budget, and never shows anything outside the folder.',
  examples: ['fovea mcp', 'fovea mcp ~/src/project', 'claude mcp add fovea -- npx -y fovea mcp'],
  fields: serving,
  async run(input, context) {
    const place = placeOf(input, context)
    const [{ overStdio }, { ThreadClerk }] = await Promise.all([import('./stdio.ts'), import('./thread.ts')])
    await overStdio({ clerk: new ThreadClerk(place), compat: input.compat, signal: context.signal })
    return { text: [] }
  },
})

function placeOf({ root, frozen }: { root: string | undefined; frozen: boolean }, { cwd }: Context): Place {
  const said = root ?? (process.env['FOVEA_ROOT'] || undefined)
  const path = resolve(cwd, said ?? '.')
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError(`there is no folder ${said ?? path}: name the project, as in fovea mcp ~/src/project`)
  return { root: realpathSync(path), named: said !== undefined, frozen }
}

/** All of them, for the command line. */
export const SERVERS: readonly Operation[] = [mcp] as unknown as readonly Operation[]
