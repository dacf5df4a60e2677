import { lstatSync } from 'node:fs'
import { resolve } from 'node:path'
import { choice, flag, level, text, type Values } from '../core/field.ts'
import type { Meter } from '../core/ports.ts'
import { skeletonize } from '../core/skeleton.ts'
import { jsonLine, METER_NAMES, visible } from '../workspace/index.ts'
import { caching, cachingOf } from './open.ts'
import { type Context, defineOperation, EXIT, Failure, type Outcome } from './operation.ts'
import { Desk, type Form, type OpenSheet, type Sheet } from './sheets.ts'

const fields = {
  file: text('The file, or a folder for every file in it', { place: 'one' }),
  level: level('L1 (detail), L2 (shape) or L0 (full)', { otherwise: 'detail', least: 'shape', sign: 'LEVEL' }),
  lang: text('Read it as this language, whatever its name says (see "fovea languages")', { sign: 'NAME' }),
  meter: choice('What counts the tokens', { choices: METER_NAMES, otherwise: 'o200k_base' }),
  countLines: flag('Say after each elided body how many lines it had'),
  ...caching,
  jsonl: flag('One line of JSON for each file. Without a file: a filter that reads lines {"file","path","lang"} and answers {"file","skeleton"}'),
  json: flag('Content with tokens, ratio and symbols as JSON; of a folder, a list of them'),
}

type Input = Values<typeof fields>

/** Shows files as skeletons. */
export const skeleton = defineOperation({
  name: 'skeleton',
  title: 'Show a file or a folder as skeletons',
  doc: 'L1 keeps signatures, the first line of docs, constants, imports, attributes and fields; L2 keeps signatures, imports and fields. No definition is lost.',
  examples: ['fovea skeleton src/auth.ts --level L2', 'fovea skeleton src --jsonl > skeletons.jsonl', 'fovea skeleton --jsonl --level L2 < files.jsonl'],
  fields,
  async run(input, context) {
    const desk = new Desk(context.cwd, { level: input.level ?? 'detail', countLines: input.countLines, caching: cachingOf(input), ...(context.signal === undefined ? {} : { signal: context.signal }), ...(input.lang === undefined ? {} : { language: input.lang }) })
    if (input.file === '') throw new Failure('the name of the file is empty: fovea skeleton src/auth.ts', EXIT.usage)
    if (input.file === undefined) {
      if (input.jsonl) return stream(desk, lines(desk.answers(context.lines())))
      throw new Failure('name a file: fovea skeleton src/auth.ts', EXIT.usage)
    }
    // A link is followed by nobody: what it leads to is asked for by its own name.
    const folder = lstatSync(resolve(context.cwd, input.file), { throwIfNoEntry: false })?.isDirectory() === true
    return folder ? ofFolder(desk, input, context) : ofFile(desk, input as Input & { file: string })
  },
})

async function ofFile(desk: Desk, input: Input & { readonly file: string }): Promise<Outcome> {
  const sheet = await desk.file({ file: input.file, path: input.file })
  if (sheet.error !== undefined) throw new Failure(sheet.error)
  if (input.jsonl) return { text: [asLine(sheet)], framed: true }
  return { text: [sheet.skeleton], data: measured(sheet, await meterFor(desk, input)), diagnostics: desk.diagnostics }
}

async function ofFolder(desk: Desk, input: Input, context: Context): Promise<Outcome> {
  const progress = (done: number, all: number): void => context.progress(`${done} of ${all} files`)
  const folder = input.file ?? '.'
  if (!input.json) return stream(desk, desk.folder(folder, { form: input.jsonl ? LINES : SECTIONS, progress }))
  const meter = await meterFor(desk, input)
  const data: object[] = []
  for await (const sheet of desk.openFolder(folder, progress)) data.push(measured(sheet, meter))
  return { text: [], data, diagnostics: desk.diagnostics, exit: desk.exit() }
}

const meterFor = (desk: Desk, { meter }: Input): Promise<Meter> => desk.meter(meter ?? 'o200k_base')

/** One file as data, the same alone and in a folder. */
const measured = ({ file, language, error, parsed, text: source, style }: OpenSheet, meter: Meter): object =>
  (error === undefined ? { file, language, ...skeletonize(parsed, source, { ...style, meter }) } : { file, error })

/** An answer that is written while it is made: what was noticed on the way is known at its end. */
function stream(desk: Desk, text: AsyncIterable<string | Uint8Array>): Outcome {
  return {
    framed: true, text,
    get diagnostics() { return desk.diagnostics },
    get exit() { return desk.exit() },
  }
}

async function* lines(all: AsyncIterable<Sheet>): AsyncIterable<string> {
  for await (const sheet of all) yield asLine(sheet)
}

/** A line of JSON for each file. */
const LINES: Form = { name: 'lines', write: (sheet) => [Buffer.from(asLine(sheet))] }

/** Files one below the other. What was remembered as bytes is handed on as bytes: reading and writing ten thousand texts would take longer than finding them. */
export const SECTIONS: Form = {
  name: 'sections',
  write(sheet) {
    const { file, bytes, error } = sheet
    const head = `==> ${file} <==\n`
    if (bytes !== undefined) return [Buffer.from(visible(head)), bytes, END]
    return [Buffer.from(visible(`${head}${error === undefined ? sheet.skeleton : `(${error})\n`}\n`))]
  },
}

const END = Buffer.from('\n')

const plain = ({ file, language, skeleton: content, error }: Sheet): object =>
  error === undefined ? { file, language, skeleton: content } : { file, error }

const asLine = (sheet: Sheet): string => `${jsonLine(plain(sheet))}\n`
