// Connecting a client: one entry in the file where it looks for servers. The change is shown before it is made, and can be taken back.
import { lstatSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { choice, flag, text, UsageError } from '../../core/field.ts'
import { type Context, defineOperation, EXIT, Failure, type Outcome } from '../../operations/operation.ts'
import { writeTo } from '../../operations/pack.ts'
import { visible } from '../../workspace/index.ts'
import { type Client, CLIENTS } from './clients.ts'
import { type Program, programAt } from './program.ts'

/** Connects a client with Fovea in a project. */
export const install = defineOperation({
  name: 'install',
  title: 'Connect an agent or editor with Fovea in this project',
  doc: `Writes one entry into the file where the client looks for its servers, and shows the change before. Clients: ${CLIENTS.map(({ name, file }) => `${name} (${file})`).join(', ')}. Doing it twice changes nothing. A Fovea that was not installed, such as a clone, is entered by its path.`,
  examples: ['fovea install claude-code', 'fovea install cursor --dry-run', 'fovea install agents-md --yes', 'fovea install codex --uninstall'],
  fields: {
    client: choice('What to connect', { choices: CLIENTS.map(({ name }) => name), place: 'one' }),
    root: text('The project', { sign: 'DIR', otherwise: '.' }),
    uninstall: flag('Take the entry out again'),
    yes: flag('Write without asking', { short: 'y' }),
    dryRun: flag('Show the change and write nothing'),
    json: flag('The answer as JSON'),
  },
  async run(input, context) {
    const client = CLIENTS.find(({ name }) => name === input.client)
    if (client === undefined) throw new UsageError(`name what to connect: fovea install ${CLIENTS.map(({ name }) => name).join(', ')}`)
    const root = resolve(context.cwd, input.root ?? '.')
    const before = textAt(root, client)
    const program = programAt(process.argv[1], { path: process.env['PATH'], node: process.execPath })
    const after = client.change(program)(before, !input.uninstall, client.file)
    if (after === before) return told(client, { changed: false, lines: [], report: [unchanged(client, before, input.uninstall)] })
    const lines = changeIn(before ?? '', after ?? '')
    if (input.dryRun) return told(client, { changed: false, lines, report: ['nothing was written'] })
    if (!input.yes && !(await agreed(client, lines, context))) return { ...told(client, { changed: false, lines: [], report: ['nothing was written'] }), exit: EXIT.failed }
    put(root, client, after)
    const report = input.uninstall ? [after === undefined ? `${client.file} was removed` : `the entry was taken out of ${client.file}`] : [`${client.file} was written; ${client.afterwards}`, ...onlyHere(client, program)]
    return told(client, { changed: true, lines: input.yes ? lines : [], report })
  },
})

function unchanged({ file }: Client, before: string | undefined, uninstall: boolean): string {
  if (!uninstall) return `${file} is as it should be`
  return before === undefined ? `there is no ${file}, so there is nothing to take out` : `there is no entry of Fovea in ${file}, so there is nothing to take out`
}

/** A path of this machine may be shared by mistake. */
const onlyHere = ({ starts, file }: Client, { here }: Program): string[] =>
  (starts && here ? [`this Fovea is not installed, so ${file} names where it lies: that holds on this machine only`] : [])

/** The file as it is; what is no plain file inside the project is not touched. */
function textAt(root: string, { file }: Client): string | undefined {
  const path = join(root, file)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  const inside = relative(realpathSync(root), realpathSync(path))
  if (!stat.isFile() || inside === '..' || inside.startsWith(`..${sep}`)) throw new Failure(`${file} is not a plain file of this project: nothing was changed`)
  return readFileSync(path, 'utf8')
}

function put(root: string, { file }: Client, after: string | undefined): void {
  const path = join(root, file)
  if (after === undefined) return removed(root, path)
  mkdirSync(dirname(path), { recursive: true })
  writeTo(path, file, [after])
}

/** The file, and the folders that held nothing else. */
function removed(root: string, path: string): void {
  rmSync(path)
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    try {
      rmdirSync(folder)
    } catch {
      return
    }
  }
}

/** Lines that go and lines that come, with nothing around them. */
function changeIn(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  return [...old.slice(start, old.length - end).map((line) => `- ${line}`), ...now.slice(start, now.length - end).map((line) => `+ ${line}`)].filter((line) => line.length > 2)
}

/** Asks on the terminal; where nobody can be asked, nothing is written. */
async function agreed({ file }: Client, lines: readonly string[], context: Context): Promise<boolean> {
  process.stderr.write(`${file}\n${visible(lines.join('\n'))}\n`)
  if (process.stdin.isTTY !== true) throw new Failure('give --yes to write this, or --dry-run to only see it')
  process.stderr.write('write this? [y/N] ')
  for await (const line of context.lines()) return /^y(?:es)?$/i.test(line.trim())
  return false
}

const told = ({ name, file }: Client, { changed, lines, report }: { changed: boolean; lines: readonly string[]; report: readonly string[] }): Outcome =>
  ({ text: lines.map((line) => `${line}\n`), data: { client: name, file, changed, change: lines }, report })
