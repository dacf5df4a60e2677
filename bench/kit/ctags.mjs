// Universal Ctags as an independent witness where no compiler's list is at hand: names, and bodies as far as it knows where they end.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const PARTS = new Set('field member enumerator variable constant property slot parameter label local namespaceref heredoc unknown alias using package key'.split(' '))
const FUNCTIONS = /func|method|procedure|subroutine|macro|test|constructor/i

/** Whether ctags can be asked. */
export const hasCtags = () => spawnSync('ctags', ['--version'], { encoding: 'utf8' }).stdout?.includes('Universal') === true

/** The record of one file as `fidelity.mjs` reads it; undefined when ctags does not know the language. */
export function ctagsRecord(lang, path) {
  const run = spawnSync('ctags', ['--output-format=json', '--fields=+neK', '--extras=-{anonymous}', '-f', '-', path], { encoding: 'utf8', maxBuffer: 1 << 26 })
  const tags = run.stdout.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)).filter((tag) => tag._type === 'tag')
  if (tags.length === 0) return undefined
  const text = readFileSync(path, 'utf8')
  const starts = lineStarts(text)
  const inside = tags.filter((tag) => FUNCTIONS.test(tag.kind) && tag.end > tag.line)
  const nested = (tag) => inside.some((other) => other !== tag && other.line < tag.line && tag.line <= other.end)
  return {
    f: path, lang,
    s: tags.filter((tag) => !nested(tag)).map((tag) => [lastPart(tag.name), tag.kind, PARTS.has(tag.kind) ? 2 : 1]),
    b: inside.map((tag) => [starts[tag.line] ?? text.length, (starts[tag.end - 1] ?? text.length) - 1]).filter(([start, end]) => end > start),
  }
}

const lastPart = (name) => name.split(/[.:/]/).filter((part) => part !== '').at(-1) ?? name

function lineStarts(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
