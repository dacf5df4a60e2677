// Every case in test/cases/<language>/*.txt: a title, a level, the input, `==>`, the output. A new case begins where `# title` is followed by `@ level`.
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { levelFrom } from '../../src/core/level.ts'
import { LANGUAGES } from '../../src/languages/index.ts'
import { openParser, skeletonIn } from './parser.ts'

const here = new URL('./', import.meta.url)
const parser = openParser()

interface Case {
  readonly title: string
  readonly level: string
  readonly input: string
  readonly output: string
}

function casesOf(text: string): Case[] {
  return text.split(/^(?=# .*\n@ \w+\n)/m).map((part) => {
    const found = /^# (.*)\n@ (\w+)\n([^]*?)^==>\n([^]*)$/m.exec(part)
    if (found === null) throw new Error(`this is no case:\n${part.slice(0, 200)}`)
    const [, title = '', level = '', input = '', output = ''] = found
    return { title, level, input, output: `${output.trimEnd()}\n` }
  })
}

for (const folder of readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  describe(folder.name, () => {
    const language = LANGUAGES.find(({ name }) => name === folder.name)
    if (language === undefined) throw new Error(`test/cases/${folder.name} belongs to no language: see "fovea languages"`)
    for (const file of readdirSync(new URL(`${folder.name}/`, here)).filter((name) => name.endsWith('.txt'))) {
      for (const { title, level, input, output } of casesOf(readFileSync(new URL(`${folder.name}/${file}`, here), 'utf8'))) {
        test(`${title} (${level})`, async () => {
          expect(await skeletonIn(parser, language, { text: input, level: levelFrom(level) })).toBe(output)
        })
      }
    }
  })
}
