import { after, short, slashes, tripled } from '../skips.ts'
import { prefixed } from '../skips.ts'
import type { Bracketed, Shape } from '../speech.ts'
import { any, NAME, named, shape, TYPE } from '../words.ts'

const LEAD = any('public protected private internal static abstract sealed partial readonly unsafe new virtual override async extern const volatile file ref required fixed', 10)

const TYPED: readonly Shape[] = [
  shape('class', String.raw`${LEAD}(?:class|struct|record(?:\s+(?:class|struct))?)\s+${named}`, { holds: 'class' }),
  shape('interface', String.raw`${LEAD}interface\s+${named}`, { holds: 'class' }),
  shape('enum', String.raw`${LEAD}enum\s+${named}`),
  shape('type', String.raw`${LEAD}delegate\s+${TYPE}\s+${named}`),
]

const TOP: readonly Shape[] = [shape('module', String.raw`namespace\s+(?<name>${NAME}(?:\.${NAME})*)\s*(?=\{)`, { holds: 'top' }), ...TYPED]

const MEMBERS: readonly Shape[] = [
  shape('method', String.raw`${LEAD}${TYPE}\s+(?:${TYPE}\.)?this\s*\[`, { plain: 'valued', named: () => 'this' }),
  shape('method', String.raw`${LEAD}(?:(?:implicit|explicit)\s+)?(?:${TYPE}\s+)?(?<name>operator\s*[^\s(]+)`, { plain: 'valued' }),
  shape('method', String.raw`${LEAD}(?<name>~\s*${NAME})`),
  shape('field', String.raw`${LEAD}(?:event\s+)?(?!return\b|throw\b|using\b)${TYPE}\s+(?:${TYPE}\.)?${named}\s*(?=[=;,{])`, { plain: 'valued' }),
]

const verbatim = (text: string, at: number): number => {
  let end = after(text, '"', at + 1)
  while (text[end] === '"') end = after(text, '"', end + 1)
  return end
}

/** C#. */
export const csharp: Bracketed = {
  skips: { '"': prefixed(tripled(short), [{ before: /(?:@\$?|\$@)$/, skip: verbatim }]), "'": short, '/': slashes },
  marks: ['['],
  preprocessed: true,
  calls: { class: { kind: 'method', declared: true, not: /^(?:if|for|foreach|while|switch|catch|return|new|using|lock)$/ } },
  shapes: { top: TOP, class: [...TYPED, ...MEMBERS] },
}
