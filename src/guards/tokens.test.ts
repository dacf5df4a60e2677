import { expect, test } from 'vitest'
import { redactSecrets } from './secrets.ts'
import { sample } from './secret-rules.ts'
import { TOKEN_KINDS } from './tokens.ts'

const LETTERS: readonly (readonly [RegExp, string])[] = [[/a-z/, 'qwrtzplkjhgfdsyxcvbnm'], [/a-f/, 'bcdfae'], [/A-Z/, 'QWRTZPLKJHGFDSYXCVBNM'], [/0-9|\\d/, '7294618305'], [/2-7/, '234567']]

/** A text that the body of a pattern describes: the first of alternatives, and of repeats the fewest. */
function like(body: string): string {
  let [rest, made] = [body, '']
  while (rest !== '') {
    const group = rest.startsWith('(?:') ? groupIn(rest) : undefined
    const atom = group === undefined ? /^(?:\[[^\]]*\]|\\.|[^|])/.exec(rest)?.[0] : group.whole
    if (atom === undefined) break
    const repeat = /^(?:\{(\d+)(?:,\d+)?\}|\?)/.exec(rest.slice(atom.length))
    const times = repeat === null ? 1 : Number(repeat[1] ?? 0)
    made += group === undefined ? lettersOf(atom, times) : like(group.inner).repeat(times)
    rest = rest.slice(atom.length + (repeat?.[0].length ?? 0))
  }
  return made
}

function groupIn(text: string): { whole: string; inner: string } {
  let [depth, at] = [0, 0]
  do {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
    at++
  } while (depth > 0)
  return { whole: text.slice(0, at), inner: text.slice(3, at - 1) }
}

function lettersOf(atom: string, times: number): string {
  if (!atom.startsWith('[') && atom !== '\\d') return atom.replace('\\', '').repeat(times)
  const alphabet = LETTERS.filter(([range]) => range.test(atom)).map(([, letters]) => letters).join('')
  return sample(times, alphabet)
}

const ROWS = TOKEN_KINDS.flatMap(({ id, beginnings, body }) => beginnings.map((beginning) => [id, beginning + like(body)] as const))

test.each(ROWS)('%s', (id, value) => {
  for (const text of [value, `key = "${value}"\n`, `x\n- ${value}\n`, `é(${value})`]) {
    const { text: clean, found } = redactSecrets(text)
    expect(found, text).toHaveLength(1)
    expect(clean.includes(value), text).toBe(false)
  }
  expect(TOKEN_KINDS.some((kind) => kind.id === redactSecrets(value).found[0]?.rule), id).toBe(true)
})

test('examples and rows of one letter are no tokens', () => {
  for (const [, value] of ROWS) {
    const faint = value.replace(/[A-Za-z0-9]{12,}/g, (run) => 'x'.repeat(run.length))
    if (faint !== value) expect(redactSecrets(faint).found, faint).toEqual([])
  }
  expect(redactSecrets(['AK', 'IAIOSFODNN7', 'EXAMPLE'].join('')).found).toEqual([])
})
