// Texts that made a grammar, or what reads its tree, work for seconds or minutes. Each of them is stopped by the limit it is here for.
import { expect, test } from 'vitest'
import type { Language } from '../../src/core/ports.ts'
import { LANGUAGES } from '../../src/languages/index.ts'
import { openParser, parseAs } from '../cases/parser.ts'
import { repeated, UNITS } from '../kit/hostile/grammars.mjs'

const parser = openParser()
const languageNamed = (name: string): Language => LANGUAGES.find((language) => language.name === name) as Language

test.each([
  ['zig', 'remarks that end', /too much work/], ['powershell', 'aliases', /too much work/], ['javascript', 'operators', /too much work/], ['erlang', 'operators', /too much work/], ['haskell', 'headings', /too much work/], ['csharp', 'types of types', /too much work/], ['kotlin', 'types of types', /too much work/],
  ['dart', 'remarks that do not end', /too much work/], ['gleam', 'closing parentheses', /too much work/], ['gdscript', 'backslash line ends', /too much work/], ['dart', 'ends', /too much work/], ['julia', 'equals signs', /^$/], ['ocaml', 'commas', /could not be parsed/], ['astro', 'line ends', /^$/], ['ada', 'functions', /nested too deeply/],
] as const)('%s: %s', async (name, unit, problem) => {
  const text = repeated(UNITS[unit], 120_000)
  const parsed = await parseAs(parser, languageNamed(name), text)
  expect(parsed.problem ?? '').toMatch(problem)
  const fine = await parseAs(parser, languageNamed('dart'), 'int f(int a) {\n  return a;\n}\n')
  expect(fine.tiles.map((tile) => tile.name)).toEqual(['f'])
})
