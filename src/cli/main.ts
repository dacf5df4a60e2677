// From a command line to an exit code.
import type { Diagnostic } from '../core/diagnostic.ts'
import { readFields, UsageError } from '../core/field.ts'
import { elided } from '../core/names.ts'
import { suggestion } from '../core/nearest.ts'
import { once } from '../core/once.ts'
import { type Context, EXIT, Failure, GROUPS, heard, type Operation, OPERATIONS, type Outcome, runFresh } from '../operations/index.ts'
import { SERVERS } from '../mcp/commands.ts'
import { STUDIO } from '../studio/command.ts'
import { systemCause } from '../workspace/output.ts'
import { phase, phases } from '../workspace/phases.ts'
import { firstWords, readArgs } from './args.ts'
import { completionFor } from './completion.ts'
import { groupHelp, helpFor, overview } from './help.ts'
import { writeEvents } from './events.ts'
import { isBrief, keepHeapSmall } from './heap.ts'
import { jsonLine, plainJson, singleLine, visible } from '../workspace/index.ts'
import { discreet, progressLine, say, sayError, writeOut } from './terminal.ts'
import { optimiseLater } from './tiers.ts'

/** The most diagnostics of one kind that are printed one by one. */
const MOST_OF_A_KIND = 3

/** Every command of the program. */
export const COMMANDS: readonly Operation[] = [...OPERATIONS, ...STUDIO, ...SERVERS, completionFor(() => COMMANDS)]

/** Runs a command line and gives its exit code, which is told before the answer is written: whoever reads it may go away meanwhile. */
export async function main(argv: readonly string[], told: (exit: number) => void = () => {}): Promise<number> {
  if (argv[0] === 'help' || (argv.length === 1 && isHelp(argv[0]))) return showHelp(argv.slice(1, 4).join(' '))
  const before = argv.slice(0, -1).join(' ')
  if (isHelp(argv.at(-1)) && GROUPS.some(({ name }) => name === before)) return showHelp(before)
  const json = argv.includes('--json')
  try {
    const { operation, raw, help } = readArgs(argv, COMMANDS)
    if (help) return await showHelp(operation.name)
    return await runOperation(operation, raw, { json, told })
  } catch (error) {
    return failed(error, { json, command: commandIn(argv) })
  }
}

/** The command or group that a line begins with, of several words the longest; empty for the usual one. */
const commandIn = (argv: readonly string[]): string => [3, 2, 1].map((words) => argv.slice(0, words).join(' ')).find((name) => [...COMMANDS, ...GROUPS].some((one) => one.name === name)) ?? ''

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

/** Help for a command, a group or, without a name, the program. */
async function showHelp(name: string): Promise<number> {
  const operation = COMMANDS.find((command) => command.name === name)
  const group = GROUPS.find((candidate) => candidate.name === name)
  await writeOut([operation !== undefined ? helpFor(operation) : group !== undefined ? groupHelp(group, COMMANDS) : overview(COMMANDS)])
  if (name === '' || operation !== undefined || group !== undefined) return EXIT.ok
  sayError(`there is no command "${name}"; ${suggestion(name, [...COMMANDS.map((command) => command.name), ...firstWords(COMMANDS)])}`)
  return EXIT.usage
}

async function runOperation(operation: Operation, raw: ReadonlyMap<string, unknown>, { json, told }: { json: boolean; told: (exit: number) => void }): Promise<number> {
  phase('start')
  const brief = isBrief(operation.name)
  const tendHeap = brief ? keepHeapSmall(operation.name) : (): void => {}
  if (brief) optimiseLater()
  const abort = new AbortController()
  const interrupt = (): void => abort.abort()
  process.once('SIGINT', interrupt)
  const progress = progressLine()
  const context: Context = { cwd: currentFolder(), signal: abort.signal, ...standardInput(), lines: readLines, progress: (message) => { tendHeap(); progress.show(message) } }
  try {
    const input = readFields(operation.fields, raw)
    const outcome = await runFresh((again) => operation.run(again && 'verify' in input ? { ...input, verify: true } : input, context))
    progress.clear()
    // What is written to a file by now is done.
    await heard(raw.get('output') === undefined ? abort.signal : undefined)
    writeEvents(outcome.events ?? [], raw.get('log'), context.cwd)
    told(outcome.exit ?? EXIT.ok)
    await deliver(outcome, { json, watched: operation.name === 'pack' && process.stdout.isTTY === true && raw.get('output') === undefined, written: () => progress.clear() })
    sayPhases()
    return outcome.exit ?? EXIT.ok
  } catch (error) {
    progress.clear()
    if (abort.signal.aborted) return EXIT.interrupted
    throw error
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** For those who make Fovea faster: FOVEA_PHASES=1 tells where the time went. */
function sayPhases(): void {
  phase('deliver')
  const told = phases()
  if (told !== undefined) say(`phases: ${told}`)
}

/** A context is for a model: on a terminal only the report is shown, and how to get the rest. */
async function deliver(outcome: Outcome, { json, watched, written }: { json: boolean; watched: boolean; written: () => void }): Promise<void> {
  if (json && outcome.data !== undefined) await writeOut([`${plainJson(JSON.stringify(outcome.data, (_, value: unknown) => (value === Infinity ? 'none' : value), 2))}\n`])
  else if (!watched) await writeOut(outcome.framed ? outcome.text : seen(outcome.text))
  // An answer that is made while it is written has progress of its own.
  written()
  sayDiagnostics(outcome.diagnostics ?? [])
  for (const sentence of outcome.report ?? []) say(sentence)
  if (watched) say('nothing was written: pipe it to a reader, or use -o FILE')
}

/** A few of each kind, and how many more: ten thousand warnings would hide the one that matters. */
function sayDiagnostics(diagnostics: readonly Diagnostic[]): void {
  for (const code of new Set(diagnostics.map((diagnostic) => diagnostic.code))) {
    const same = diagnostics.filter((diagnostic) => diagnostic.code === code)
    for (const diagnostic of same.slice(0, MOST_OF_A_KIND)) say(`${diagnostic.severity}: ${singleLine(inShort(diagnostic))}`)
    if (same.length > MOST_OF_A_KIND) say(`  and ${same.length - MOST_OF_A_KIND} more like this (${code})`)
    if (same[0]?.hint !== undefined) say(`  ${same[0].hint}`)
  }
}

/** A path may be as long as the system allows, and a warning is read by people. */
const inShort = ({ message, path = '' }: Diagnostic): string => message.replace(path, () => elided(path))

function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    throw new Failure('the current folder does not exist any more: change to another one')
  }
}

/** Strings of about so many characters are looked at and written at once. */
const CHUNK = 1 << 16

/** Text that no format wrote, as it arrives, with nothing in it that could act on a terminal. */
async function* seen(parts: Outcome['text']): AsyncIterable<string> {
  let chunk = ''
  for await (const part of parts as AsyncIterable<string>) {
    chunk += part
    if (chunk.length < CHUNK) continue
    yield visible(chunk)
    chunk = ''
  }
  yield visible(chunk)
}

/** Begins to read when it is read: what arrives before that would be lost. */
async function* readLines(): AsyncIterable<string> {
  const { createInterface } = await import('node:readline')
  yield* createInterface({ input: process.stdin, crlfDelay: Infinity })
}

/** Standard input, read once, as text or as bytes. */
function standardInput(): Pick<Context, 'stdin' | 'bytes'> {
  const bytes = once(readStdin)
  return { bytes, stdin: async () => (await bytes()).toString('utf8') }
}

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function failed(error: unknown, { json, command }: { json: boolean; command: string }): number {
  const exit = error instanceof UsageError ? EXIT.usage : error instanceof Failure ? error.exit : EXIT.failed
  const known = error instanceof UsageError || error instanceof Failure || (error instanceof Error && error.name === 'PathError')
  const message = error instanceof Error ? (known || !process.env['FOVEA_DEBUG'] ? systemCause(error) ?? error.message : (error.stack ?? error.message)) : String(error)
  if (json) process.stderr.write(`${jsonLine({ error: discreet(message), exit })}\n`)
  else sayError(message)
  if (error instanceof UsageError && !json) say(`see fovea ${command === '' ? '' : `${command} `}--help`)
  return exit
}
