// Random lists of blocks, the same for the same number.
import { PRIORITIES } from '../../dist/blocks/typed.js'

const encoder = new TextEncoder()
const WORDS = 'session token budget block summary critical 你好 🎉 parse render <b> & ]]> ``` --- [omitted: x] {"a": 1} é return if else fn = + \t 12345 0xdeadbeef https://example.org/a?b=c'.split(' ')

/** A generator of numbers in [0, 1) that begins with a seed. */
export function dice(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A list of 1 to 24 blocks, now and then of hundreds, of every type, with and without summaries, content and priorities. */
export function blockList(seed) {
  const roll = dice(seed)
  const below = (limit) => Math.floor(roll() * limit)
  const pick = (list) => list[below(list.length)]
  const line = (most) => Array.from({ length: below(most) }, () => pick(WORDS)).join(' ')
  const text = () => Array.from({ length: roll() < 0.1 ? 0 : Math.floor(40 ** roll()) }, () => `${pick(['', '', '  ', '\t'])}${line(12)}`).join('\n')
  const content = () => encoder.encode(text())
  const entries = (depth) => Array.from({ length: below(4) }, () => ({ name: line(3), kind: pick(['file', 'dir']), size: below(9999), children: depth > 0 ? entries(depth - 1) : [] }))
  const makers = [
    () => ({ type: 'code', lang: pick(['rust', 'go', 'unknown']), path: `src/${below(99)}.rs`, content: content() }),
    () => ({ type: 'conversation', role: pick(['system', 'user', 'assistant', 'tool']), content: content() }),
    () => ({ type: 'file_tree', root: line(2), entries: entries(3) }),
    () => ({ type: 'tool_result', toolName: line(2), status: pick(['ok', 'error', 'timeout']), content: content() }),
    () => ({ type: 'document', title: line(5), content: content(), format: pick(['markdown', 'plain', 'html']) }),
    () => ({ type: 'structured_data', format: pick(['json', 'yaml', 'toml', 'csv']), content: content() }),
    () => ({ type: 'diff', path: line(2), hunks: Array.from({ length: below(3) }, () => ({ oldStart: below(99), newStart: below(99), lines: content() })) }),
    () => ({ type: 'embedding_ref', vectorId: 'v', sourceHash: new Uint8Array(32), model: line(3) }),
    () => ({ type: 'image', mediaType: pick(['png', 'svg']), altText: line(5), content: content() }),
    () => ({ type: 'extension', namespace: line(2), typeName: line(2), content: content() }),
    () => ({ type: 'unknown', code: 66, body: content() }),
  ]
  const blocks = Array.from({ length: roll() < 0.01 ? 100 + below(300) : 1 + below(24) }, () => ({ ...pick(makers)(), ...(roll() < 0.5 ? { summary: text().slice(0, below(200)) } : {}) }))
  const heavy = roll() < 0.5 ? 0.05 : 0.2
  const annotations = blocks.flatMap((_, target) => (roll() < 0.25 ? [] : [{ type: 'annotation', target, kind: 'priority', value: Uint8Array.of(roll() < heavy ? 1 : 2 + below(PRIORITIES.length - 1)) }]))
  return [...blocks, ...annotations]
}
