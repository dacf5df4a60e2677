import { type Block, isDefinition, walk } from '../../block.ts'
import type { Row } from './rows.ts'

/** The rows of a test card: the names of the tests, in order. */
export function testRows({ text, block }: { text: string; block: Block }): Row[] {
  const said = [...text.matchAll(CALL)].map((match) => (match[2] as string).replace(/\\(.)/g, '$1'))
  const defined = [...walk(block)].filter((one) => isDefinition(one) && TEST.test(one.name)).map(({ name }) => wordsIn(name))
  const names = said.length > 0 ? said : defined
  return [{ label: `Tests (${names.length})`, items: names, between: '; ', noun: 'test', rank: 1 }]
}

/** `test('name'`, `it("name"`, `describe.each(...)` apart. */
const CALL = /\b(?:describe|context|it|test|specify|scenario)(?:\.(?:only|skip|concurrent|todo))*\(\s*(['"`])((?:\\.|(?!\1)[^\\\n]){1,200})\1/g

const TEST = /^(?:test|should|it_|spec)|test$|^Test|_spec$/i

/** `test_rejects_empty_input` is `rejects empty input`. */
const wordsIn = (name: string): string => name.replace(/^tests?_?(?=.)/i, '').replaceAll('_', ' ').trim() || name
