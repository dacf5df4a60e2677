import { describe, expect, test } from 'vitest'
import { about, ask, corpusOf, tiny, words } from '../../test/kit/core.ts'
import { compile } from './compile.ts'
import { INCLUDE_OR_DROP, type Request } from './request.ts'
import type { Rule } from './rule.ts'

const line = (name: string): string => Array.from({ length: 40 }, (_, i) => `${name}${i}`).join(' ')
const SOURCE = `fn first(x)\n  ${line('one')}\nclass Store\n  fn get(x)\n    ${line('two')}\n  fn put(x)\n    ${line('three')}\nfn last(x)\n  ${line('four')}\n`
const files = { 'a.sk': SOURCE, 'b.sk': SOURCE.replaceAll('one', 'other') }
const pin = (block: string, more: Partial<Rule> = {}): Rule => ({ match: 'a.sk', block, atLeast: 'full', why: 'zoomed', ...more })

function pack(rules: readonly Rule[], more: Partial<Request> = {}): { text: string; overrun: number } {
  const request = ask({ rules, budget: 110, ...more })
  const { parts, plan } = compile(corpusOf(files, request), request, { format: tiny, meter: words, about: about(request.budget) })
  return { text: parts.join(''), overrun: plan.overrun }
}

describe('a floor of one definition', () => {
  test('shows that definition in full and no other one', () => {
    expect(pack([]).text).not.toContain('three0')
    const { text } = pack([pin('Store.put')])
    expect(text).toContain('three39')
    expect(text).not.toContain('two0')
    expect(text).not.toContain('other0')
  })

  test('holds for everything inside', () => {
    const { text } = pack([pin('Store')], { budget: 140 })
    expect(text).toContain('two39')
    expect(text).toContain('three39')
    expect(text).not.toContain('four39')
  })

  test('a name may be the end of a name, but the very name goes first', () => {
    expect(pack([pin('put')]).text).toContain('three39')
    expect(pack([pin('nothing')]).text).not.toContain('three0')
  })

  test('reaches as deep as it says', () => {
    const { text } = pack([pin('Store.put', { atLeast: 'shape' })], { budget: 20 })
    expect(text).toContain('fn put(x)')
    expect(text).not.toContain('three0')
  })

  test('is bounded by a ceiling and says when it exceeds the budget', () => {
    expect(pack([pin('Store.put'), { match: '*', atMost: 'shape', why: 'private' }]).text).not.toContain('three0')
    expect(pack([pin('Store.put')], { budget: 30 }).overrun).toBeGreaterThan(0)
  })

  test('where files are in or out, the file that holds it is in', () => {
    expect(pack([pin('Store.put')], { ladder: INCLUDE_OR_DROP, budget: 250 }).text).toContain('four39')
  })
})
