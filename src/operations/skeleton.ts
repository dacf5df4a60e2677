import { dirname, relative, resolve } from 'node:path'
import { choice, flag, level, text } from '../core/field.ts'
import { lower } from '../core/level.ts'
import { skeletonize } from '../core/skeleton.ts'
import { isVisible } from '../core/rank/rank.ts'
import { METER_NAMES, openWorkspace, requestOf, settle } from '../workspace/index.ts'
import { permitted } from './fragment.ts'
import { defineOperation, EXIT, Failure } from './operation.ts'

/** Shows one file as a skeleton. */
export const skeleton = defineOperation({
  name: 'skeleton',
  title: 'Show one file as a skeleton',
  doc: 'L1 keeps signatures, docs, constants, imports, attributes and fields; L2 keeps signatures, imports and fields. No definition is lost.',
  examples: ['fovea skeleton src/auth.ts --level L2', 'fovea skeleton src/auth.ts --json'],
  fields: {
    file: text('The file', { place: 'one' }),
    level: level('L1 (detail) or L2 (shape)', { otherwise: 'detail', sign: 'LEVEL' }),
    meter: choice('What counts the tokens', { choices: METER_NAMES, otherwise: 'o200k_base' }),
    countLines: flag('Say after each elided body how many lines it had'),
    json: flag('Content with tokens, ratio and symbols as JSON'),
  },
  async run(input, context) {
    if (input.file === undefined) throw new Failure('name a file: fovea skeleton src/auth.ts', EXIT.usage)
    if (input.level === 'none' || input.level === 'line') throw new Failure('a skeleton is L1 (detail) or L2 (shape)', EXIT.usage)
    const path = resolve(context.cwd, input.file)
    // Inside this folder its rules hold; a file from elsewhere is a folder of its own.
    const inside = !relative(context.cwd, path).startsWith('..')
    const workspace = openWorkspace(inside ? context.cwd : dirname(path))
    const entry = workspace.readOne(relative(inside ? context.cwd : dirname(path), path))
    const request = requestOf(settle({}, workspace.layers))
    if (!isVisible(request)(entry.path)) throw new Failure(`there is no file ${input.file}`)
    const { ceiling } = permitted(entry.path, request)
    const language = workspace.parser.languageOf(entry.path, entry.text)
    if (entry.stub !== undefined) throw new Failure(`${input.file} is not shown as a skeleton: it is ${entry.stub}`)
    if (language !== undefined) await workspace.parser.prepare(language, entry.text)
    const parsed = language === undefined ? { tiles: [], problem: 'its language is not known' } : workspace.parser.parse(language, entry.text)
    const result = skeletonize(parsed, entry.text, { level: lower(input.level ?? 'detail', ceiling), ...(input.countLines && language !== undefined ? { countLines: language.remark } : {}), meter: await workspace.meter(input.meter ?? 'o200k_base') })
    const diagnostics = parsed.problem === undefined ? [] : [{ code: 'parse/coarse', severity: 'info' as const, message: `${input.file}: ${parsed.problem}` }]
    return { text: [result.content], data: { file: input.file, language: language?.name ?? 'text', ...result }, diagnostics }
  },
})
