import { describe, expect, test } from 'vitest'
import { ABOUT, entriesOf, meter, parser, requestFor } from '../../../test/kit/pack.ts'
import { FORMATS } from '../../formats/index.ts'
import { compile } from '../compile.ts'
import type { Format } from '../format.ts'
import { gather } from '../gather.ts'
import { aliased } from './corpus.ts'
import type { Registry } from './registry.ts'

const record = (i: number): string => `# ${i}. Title of number ${i}\n\n## Status\n\nAccepted\n\n## Context\n\nThere is a question number ${i} that people ask. ${'It has been asked for a long time by many. '.repeat(6)}\n\n## Decision\n\nWe answer it with ${i}. ${'There is more to say about it than fits. '.repeat(6)}\n\n## Consequences\n\n${'Some things are easier now than they were. '.repeat(6)}\n`
const entries = entriesOf([...Array.from({ length: 12 }, (_, i) => ({ path: `docs/adr/${i}.md`, content: record(i) })), { path: 'src/main.py', content: 'def main(argv):\n    """Runs."""\n    return len(argv)\n' }])
const registry: Registry = new Map([...entries].map(({ path }, i) => [`${path.endsWith('.py') ? 'H' : 'A'}.x${i}`, { alias: `${path.endsWith('.py') ? 'H' : 'A'}.x${i}`, path, sha: '00000000' }]))

async function page(budget: number, aliases: Registry, name = 'minimal') {
  const request = requestFor({ budget })
  const corpus = aliased(await gather(entries, request, { parser, meter, utility: new Map() }), aliases)
  return compile(corpus, request, { format: FORMATS.find((format) => format.name === name) as Format, meter, about: { ...ABOUT, budget } })
}

describe('cards as the detail of aliased files', () => {
  test('a budget that cannot hold the texts holds the cards', async () => {
    const [without, cards] = [await page(700, new Map()), await page(700, registry)]
    const text = cards.parts.join('')
    expect(without.parts.join('')).not.toContain('- Choice:')
    expect(text.match(/- Choice: We answer it with \d+/g)?.length).toBeGreaterThan(6)
    expect(cards.page.files.find(({ path }) => path === 'docs/adr/3.md')).toMatchObject({ level: 'detail', alias: `A.x5@${entries.find(({ path }) => path === 'docs/adr/3.md')?.sha256.slice(0, 8)}` })
  })

  test('with room for everything the text is shown, not the card; code keeps its skeleton', async () => {
    const { parts, page: shown } = await page(20_000, registry)
    expect(parts.join('')).not.toContain('- Choice:')
    expect(shown.files.every(({ level }) => level === 'full')).toBe(true)
  })

  test('no page is over its budget, whatever is shown of it', async () => {
    for (let budget = 100; budget < 6000; budget += 173) {
      for (const name of ['minimal', 'claude-xml', 'json']) {
        const compiled = await page(budget, registry, name)
        expect(meter.count(compiled.parts.join('')), `${name} ${budget}`).toBeLessThanOrEqual(budget)
      }
    }
  })

  test('without aliases the corpus is the same one', async () => {
    const corpus = await gather(entries, requestFor(), { parser, meter, utility: new Map() })
    expect(aliased(corpus, new Map())).toBe(corpus)
  })
})
