import { test } from 'vitest'
import { fileBlock } from './tile.ts'
import { walk, qualifiedName } from './block.ts'
import { levelFrom } from './level.ts'
import { targetFrom } from './handle.ts'
import { findBlocks } from './find.ts'
import { readFields, tokens } from './field.ts'
import { mentionsOf } from './rank/mention.ts'
import { globMatcher } from './glob.ts'
import { blockScores } from './rank/blocks.ts'
import { queryOf } from './rank/rank.ts'
import { compile } from './compile.ts'
import { allocate, ordered } from './allocate.ts'
import { sketchTiles, corpusOf, ask, tiny, words, about } from '../../test/kit/core.ts'
import { claudeXml } from '../formats/index.ts'
const nothing = { head: '', tail: '' }
const t = (name: string, start: number, end: number) => ({ kind: 'function' as const, name, start, end, shape: nothing, detail: nothing })
test('probe', () => {
  const tr = (f: () => unknown) => { try { return f() } catch (e) { return String(e) } }
  console.log('dup ids', [...walk(fileBlock('a', 'abcdef', [t('get', 0, 1), t('get', 1, 2), t('get~2', 2, 3)]))].map((b) => b.id))
  console.log(tr(() => levelFrom('constructor')), tr(() => levelFrom('__proto__')), tr(() => targetFrom('constructor=foo')))
  const hashy = fileBlock('c#/a.ts', 'abcdef', [t('get', 0, 6)])
  console.log('hash', findBlocks(hashy, { kind: 'any', name: 'get' }).length, targetFrom('c#/a.ts#get'), targetFrom('file='))
  console.log(tr(() => readFields({ budget: tokens('b') , format: tokens('x'), lens: tokens('y')}, new Map([['bugdet', '3']]))))
  for (const n of [2000, 20000, 60000]) { const s = performance.now(); mentionsOf('a'.repeat(n)); console.log('mention', n, performance.now() - s) }
  console.log(mentionsOf('see ./src/a.ts, src/b.ts. And closeAll() in `Foo.bar` e.g. x'))
  console.log('glob', globMatcher('/foo')('a/foo'), globMatcher('./foo')('a/foo'), globMatcher('docs/**')('docs'), globMatcher('a}b{c,d}')('a}bc'), globMatcher('**')('a/b'))
  const text = 'fn unrelated(x)\n  nothing here\nclass Sessions\n  fn close(x)\n    nope\n'
  const file = fileBlock('a.sk', text, sketchTiles(text))
  console.log([...blockScores(file, text, { fileScore: 1, query: queryOf('improve sessions') })].map(([b, s]) => [b.id, s]))
  console.log(allocate(ordered({ parent: Int32Array.from([-1, -1,-1]), cost: Float64Array.from([-5, 10,3]), value: Float64Array.from([1, 10,2]), must: new Uint8Array(3), cap: new Int32Array(3).fill(-1), caps: [] }), 6))
  const r = ask({ budget: 30, rules: [{ match: 'big.txt', atLeast: 'full', why: 'pin' }] })
  const c = corpusOf({ 'big.txt': 'w '.repeat(100) }, r)
  for (const f of [tiny, claudeXml]) { const out = compile(c, r, { format: f, meter: words, about: about(30) }); console.log(out.parts.join(''), out.plan.overrun, out.page.notices) }
  for (const b of [0, 1]) { const rr = { ...r, budget: b }; const out = compile(c, rr, { format: claudeXml, meter: words, about: about(b) }); console.log(b, out.least, out.parts.length, out.plan.overrun) }
  for (let b = 100; b < 125; b++) { const rr = { ...r, budget: b }; const out = compile(c, rr, { format: tiny, meter: words, about: about(b) }); console.log(b, out.tokens, out.plan.overrun, out.page.notices) }
  console.log(qualifiedName(hashy))
})
