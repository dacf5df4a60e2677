// The command that starts the studio. The server and everything behind it is loaded when it runs.
import { randomBytes } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { flag, number, text, UsageError } from '../core/field.ts'
import { portFrom, unheard } from '../mcp/address.ts'
import { Failure, type Operation } from '../operations/index.ts'
import { defineOperation } from '../operations/operation.ts'
import type { Ask, Reply } from './contract.ts'
import type { Place } from './room.ts'

/** Shows a folder in a browser. */
export const ui = defineOperation({
  name: 'ui',
  title: 'See where the tokens go, in a browser',
  doc: 'Opens a page on this machine: move the budget, write a task, see what is shown of each file and why, pin what is missing, and copy the context or the command that makes it. It listens on 127.0.0.1 only, asks for the token in its address, and loads nothing from elsewhere. Budget, task and all other choices are made on the page. Interrupt it to end it. The guide: docs/guide/studio.md.',
  examples: ['fovea ui', 'fovea ui ~/src/project', 'fovea ui . --port 7000 --no-open', 'fovea ui --role analyst'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }),
    port: number('The port; any that is free unless told', { otherwise: 0, sign: 'N' }),
    noOpen: flag('Print the address only'),
    frozen: flag('The same bytes for the same files: no clock, nothing learned'),
    role: text('Read the catalogue as this role; FOVEA_ROLE or the configuration unless told', { sign: 'ROLE' }),
    json: flag('Print the address as JSON on standard output'),
  },
  async run(input, context) {
    const place = placeOf(input.path ?? '.', context.cwd, input.frozen)
    // All that this process reads of a catalogue, it reads as that role: pages, tasks, zooms.
    if (input.role !== undefined) process.env['FOVEA_ROLE'] = input.role
    const port = portFrom(input.port)
    const [{ overLoopback }, { servedFiles }, { Thread }, { openPage }] = await Promise.all([import('./server.ts'), import('./files.ts'), import('../mcp/thread.ts'), import('./browser.ts')])
    const token = randomBytes(24).toString('base64url')
    const thread = new Thread<Ask, Reply>({ name: 'studio', place, patience: PATIENCE, ends: false, reads: ({ changes }) => !changes, unfinished, broken })
    const listening = await overLoopback({ thread, files: servedFiles(), token, port }).catch((error: NodeJS.ErrnoException) => {
      throw error instanceof Failure ? error : unheard('127.0.0.1', port, error)
    })
    // Whoever reads the address may end the server at once.
    const end = ended(context.signal)
    const url = `${listening.origin}/#token=${token}`
    if (input.json) process.stdout.write(`${JSON.stringify({ url })}\n`)
    else process.stderr.write(`${url}\n`)
    const shown = input.noOpen || input.json ? undefined : openPage(url, place.root)
    await end
    shown?.close()
    await listening.drain(LAST_QUESTIONS_MS)
    await thread.close()
    await listening.close()
    return { text: [] }
  },
})

/** What is under way when the studio is told to end has so long: a browser shows what it has. */
const LAST_QUESTIONS_MS = 2000

/** Milliseconds: the page shows how far it is, so it may take long. */
const PATIENCE = 600_000

const said = (status: number, error: string): Reply => ({ status, type: 'application/json', body: JSON.stringify({ error }) })
const unfinished = (files = 0): Reply => said(503, `this is not ready yet, ${files} files were read so far: try again in a minute`)
const broken = ({ message }: Error): Reply => said(500, `this broke off (${message}): choose a smaller folder or budget`)

const ended = (signal: AbortSignal | undefined): Promise<void> => new Promise((done) => {
  signal?.addEventListener('abort', () => done(), { once: true })
  process.once('SIGTERM', () => done())
})

function placeOf(folder: string, cwd: string, frozen: boolean): Place {
  const path = resolve(cwd, folder)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new UsageError(`there is no folder ${folder}`)
  if (!stat.isDirectory()) throw new UsageError(`${folder} is a file: name the folder it lies in`)
  return { root: realpathSync(path), frozen }
}

/** For the command line. */
export const STUDIO: readonly Operation[] = [ui] as unknown as readonly Operation[]
