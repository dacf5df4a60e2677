import { choice, flag } from '../core/field.ts'
import type { Language } from '../core/ports.ts'
import { LANGUAGES, SCORES } from '../workspace/index.ts'
import { defineOperation } from './operation.ts'

const FAMILIES = ['code', 'data', 'prose'] as const

/** Lists what is read with its structure. */
export const languages = defineOperation({
  name: 'languages',
  title: 'List the languages and formats that are understood',
  doc: 'How each is recognised, and how true its skeletons are where that was measured (names kept, signatures kept, tokens saved at L1 and L2). Every other text is shown by its first lines and its length.',
  examples: ['fovea languages', 'fovea languages --family data', 'fovea languages --json'],
  fields: {
    family: choice('Only these', { choices: FAMILIES }),
    json: flag('The answer as JSON'),
  },
  async run(input) {
    const wanted = input.family === undefined ? FAMILIES : [input.family]
    const groups = wanted.map((family) => ({ family, languages: LANGUAGES.filter((language) => language.family === family).toSorted(byTitle) }))
    return { text: groups.map(({ family, languages: rows }) => `${family}: ${rows.length}\n${rows.map(row).join('')}\n`), data: groups.flatMap((group) => group.languages.map(described)) }
  },
})

const byTitle = (a: Language, b: Language): number => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1)

const signsOf = ({ extensions, filenames = [], interpreters = [] }: Language): string =>
  [...extensions, ...filenames, ...interpreters.map((program) => `#!${program}`)].join(' ')

const row = (language: Language): string =>
  `  ${language.title.padEnd(20)} ${language.name.padEnd(16)} ${scoreOf(language.name).padEnd(28)} ${signsOf(language)}${language.note === undefined ? '' : `\n${' '.repeat(40)}${language.note}`}\n`

/** `99.9 % 100.0 % -68 % -80 %`: names, signatures, tokens saved. */
function scoreOf(name: string): string {
  const score = SCORES[name]
  if (score === undefined) return ''
  const percent = (share: number | undefined, digits: number): string => (share === undefined ? '    -  ' : `${(share * 100).toFixed(digits)} %`)
  return `${percent(score.names, 1)} ${percent(score.signatures, 1)} -${percent(score.savedL1, 0)} -${percent(score.savedL2, 0)}`
}

const described = ({ name, title, family, extensions, filenames = [], interpreters = [], grammar, note }: Language): object =>
  ({ name, title, family, extensions, filenames, interpreters, read_by: grammar === undefined ? 'scanner' : `tree-sitter ${grammar}`, ...(SCORES[name] === undefined ? {} : { score: SCORES[name] }), ...(note === undefined ? {} : { note }) })
