import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { deltaBetween, isFrame } from '../core/delta/delta.ts'
import { type Pack, PACK_ID, packId } from '../core/delta/pack.ts'
import { sectionAt, sharedPrefix } from '../core/delta/prefix.ts'
import { deltaText } from '../core/delta/told.ts'
import { choice, flag, text, UsageError } from '../core/field.ts'
import { counted } from '../core/names.ts'
import type { Meter } from '../core/ports.ts'
import { findPack, METER_NAMES, openWorkspace, row, settle, type Workspace } from '../workspace/index.ts'
import { type Context, defineOperation, Failure } from './operation.ts'

/** Says how much of a pack a prompt cache can take from another one. */
export const diff = defineOperation({
  name: 'diff',
  title: 'Compare two packs: how much of the second comes from a prompt cache',
  doc: 'Providers keep a prompt from its first byte to the first difference. For two packs, by id or as files: how long the shared beginning is, how many tokens of the second it saves, where they part, and what a delta would cost instead.',
  examples: ['fovea diff 9f8e7d6c 1b2c3d4e', 'fovea diff yesterday.md today.md', 'fovea diff 9f8e7d6c context.xml --json'],
  fields: {
    a: text('The earlier pack: its id, or a file', { place: 'one' }),
    b: text('The later pack: its id, or a file', { place: 'one' }),
    root: text('The folder whose packs are meant', { sign: 'DIR', otherwise: '.' }),
    meter: choice('What counts the tokens; o200k_base unless told', { choices: METER_NAMES }),
    json: flag('The answer as JSON'),
  },
  async run(input, context) {
    if (input.a === undefined || input.b === undefined) throw new UsageError('name two packs: fovea diff 9f8e7d6c 1b2c3d4e, or two files')
    const workspace = openWorkspace(resolve(context.cwd, input.root ?? '.'))
    const meter = await workspace.meter(settle({ meter: input.meter }, workspace.layers).meter.value)
    const [a, b] = [sideOf(input.a, workspace, context), sideOf(input.b, workspace, context)]
    const data = comparePacks(a, b, meter)
    return { text: [`${sentences(data).map(row).join('\n')}\n`], data }
  },
})

/** A pack, and how it is named to people. */
export type Side = Pack & { readonly shown: string }

/** The largest file that is compared. */
const MOST_BYTES = 64 << 20

/** A pack by its id, or a file; what is known of a text that was packed here is used either way. */
function sideOf(typed: string, workspace: Workspace, context: Context): Side {
  const kept = findPack(workspace, typed.replace(/^ctx@/, ''))
  if (kept !== undefined) return { ...kept, shown: kept.id }
  const file = resolve(context.cwd, typed)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) throw new Failure(PACK_ID.test(typed) ? `the pack ${typed} is not known here: packs are kept for a while only; name a file instead` : `${typed} is neither the id of a pack nor a file`)
  if (!stat.isFile() || stat.size > MOST_BYTES) throw new Failure(`${typed} cannot be compared: ${stat.isFile() ? 'it is too large' : 'it is not a plain file'}`)
  const read = readFileSync(file, 'utf8')
  const id = packId(read, workspace.digest)
  const whole = { id, text: read, sections: [{ path: '', level: 'none' as const, sha8: '', lines: read.split(/(?<=\n)/).length }], tokens: 0, format: '', meter: '', lens: '', at: '' }
  return { ...(findPack(workspace, id) ?? whole), shown: typed }
}

/** What two texts have in common, in bytes and tokens. */
export function comparePacks(a: Side, b: Side, meter: Meter) {
  const { length, lines } = sharedPrefix(a.text, b.text)
  // A token may reach over the place where they part: whole lines are certain.
  const kept = b.text.slice(0, length === b.text.length ? length : b.text.lastIndexOf('\n', length - 1) + 1)
  const of = ({ shown, id, text: all }: Side) => ({ name: shown, pack: id, bytes: Buffer.byteLength(all), tokens: meter.count(all) })
  const [first, second] = [of(a), of(b)]
  const saved = length === 0 ? 0 : meter.count(kept)
  const delta = deltaBetween(a, b, () => true)
  const path = sectionAt(b, lines)
  return {
    a: first, b: second, prefix: { bytes: Buffer.byteLength(b.text.slice(0, length)), lines, tokens: saved, share: second.tokens === 0 ? 1 : Math.round((saved / second.tokens) * 1e4) / 1e4 },
    saved_tokens: saved, same: a.text === b.text, ...(a.text === b.text ? {} : { first_difference: { line: lines + 1, path: isFrame(path) ? null : path } }),
    files: delta.files, unchanged: delta.unchanged, delta_tokens: meter.count(deltaText(delta)), meter: meter.name,
  }
}

function sentences({ a, b, prefix, same, files, unchanged, delta_tokens: cost, ...rest }: ReturnType<typeof comparePacks>): string[] {
  if (same) return [`${a.name} and ${b.name} are the same ${counted(b.bytes, 'byte')}: all ${counted(b.tokens, 'token')} can come from a prompt cache`]
  const { line, path } = rest.first_difference ?? { line: 0, path: null }
  return [
    `${a.name}: ${counted(a.bytes, 'byte')}, ${counted(a.tokens, 'token')}`,
    `${b.name}: ${counted(b.bytes, 'byte')}, ${counted(b.tokens, 'token')}`,
    `shared from the beginning: ${counted(prefix.bytes, 'byte')}, ${counted(prefix.lines, 'line')}; ${counted(prefix.tokens, 'token')} (${(prefix.share * 100).toFixed(1)} %) can come from a prompt cache`,
    `first difference: line ${line}${path === null ? '' : `, in ${path}`}`,
    ...(files > 0 ? [`${unchanged} of ${counted(files, 'file')} read the same`] : []),
    `as a delta: ${counted(cost, 'token')}`,
  ]
}
