import { raw, short, slashes } from '../skips.ts'
import type { Bracketed, Shape } from '../speech.ts'
import { NAME, named, reading, shape } from '../words.ts'

/** `func (s *Server[K]) Start()` is asked for as `Server.Start`. */
const method = ({ groups }: RegExpExecArray): string => (groups?.['of'] === undefined ? groups?.['name'] ?? '' : `${groups['of']}.${groups['name'] ?? ''}`)

const TYPED: readonly Shape[] = [
  shape('class', String.raw`${named}\s*(?:\[[^\]\n]*\]\s*)?struct\b`),
  shape('interface', String.raw`${named}\s*(?:\[[^\]\n]*\]\s*)?interface\b`),
  shape('type', String.raw`${named}\s*(?:[=\w*(\[\u0080-\uffff]|<-)`, { plain: true }),
]

const TOP: readonly Shape[] = [
  shape('function', String.raw`func\s*(?:\(\s*(?:${NAME}\s+)?\*?\s*\(?(?<of>${NAME})\s*(?:\[[^\]\n]*\]\s*)?,?\s*\)\s*)?${named}\s*(?:\[[^(\n]*\])?\(`, { named: method }),
  shape('module', String.raw`type\s*\(`, { holds: 'types', opens: '(', silent: true }),
  shape('module', String.raw`(?:const|var)\s*\(`, { holds: 'values', opens: '(', silent: true }),
  ...TYPED.map(({ words, ...rest }): Shape => ({ ...rest, words: reading(String.raw`type\s+${words.source}`) })),
  shape('constant', String.raw`(?:const|var)\s+${named}`, { plain: true }),
]

/** Go. */
export const go: Bracketed = {
  skips: { '"': short, "'": short, '`': raw, '/': slashes },
  lines: true,
  shapes: { top: TOP, types: TYPED, values: [shape('constant', named, { plain: true })] },
}

