// Connecting a client: one entry in the file where it looks for servers. The change is shown before it is made, and can be taken back.
import { lstatSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { choice, flag, text, UsageError } from '../../core/field.ts'
import { type Context, defineOperation, EXIT, Failure, type Outcome } from '../../operations/operation.ts'
import { writeTo } from '../../operations/pack.ts'
import { type Client, CLIENTS } from './clients.ts'

/** Connects a client with Fovea in a project. */
export const install = defineOperation({
  name: 'install',
  title: 'Connect an agent or editor with Fovea in this project',
  doc: `Writes one entry into the file where the client looks for its servers, and shows the change before. Clients: ${CLIENTS.map(({ name, file }) => `${name} (${file})`).join(', ')}. Doing it twice changes nothing.`,
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
    const after = client.change(before, !input.uninstall, client.file)
    if (after === before) return told(client, { changed: false, lines: [], report: `${client.file} is as it should be` })
    const lines = changeIn(before ?? '', after ?? '')
    if (input.dryRun) return told(client, { changed: false, lines, report: 'nothing was written' })
    if (!input.yes && !(await agreed(client, lines, context))) return { ...told(client, { changed: false, lines: [], report: 'nothing was written' }), exit: EXIT.failed }
    put(root, client, after)
    return told(client, { changed: true, lines: input.yes ? lines : [], report: `${client.file} was ${after === undefined ? 'removed' : 'written'}; start ${client.title} again to see it` })
  },
})

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
  if (after === undefined) return rmSync(path)
  mkdirSync(dirname(path), { recursive: true })
  writeTo(path, file, [after])
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
  process.stderr.write(`${file}\n${lines.join('\n')}\n`)
  if (process.stdin.isTTY !== true) throw new Failure('give --yes to write this, or --dry-run to only see it')
  process.stderr.write('write this? [y/N] ')
  for await (const line of context.lines()) return /^y(?:es)?$/i.test(line.trim())
  return false
}

const told = ({ name, file }: Client, { changed, lines, report }: { changed: boolean; lines: readonly string[]; report: string }): Outcome =>
  ({ text: lines.map((line) => `${line}\n`), data: { client: name, file, changed, change: lines }, report: [report] })
