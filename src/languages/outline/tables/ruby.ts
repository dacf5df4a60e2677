import { between } from '../indents.ts'
import { remark, short } from '../skips.ts'
import type { Indented, Shape } from '../speech.ts'
import { NAME, shape } from '../words.ts'

const last = ({ groups }: RegExpExecArray): string => groups?.['name'] ?? ''

const TOP: readonly Shape[] = [
  shape('class', String.raw`class\s*<<\s*(?<name>self)`, { holds: 'top', silent: true }),
  shape('class', String.raw`class\s+(?<name>${NAME}(?:::${NAME})*)`, { holds: 'top', named: (words) => last(words).replaceAll('::', '.') }),
  shape('module', String.raw`module\s+(?<name>${NAME}(?:::${NAME})*)`, { holds: 'top', named: (words) => last(words).replaceAll('::', '.') }),
  shape('method', String.raw`(?:(?:private|protected|public|module_function|private_class_method|memoize)[ \t(]+)?def\s+(?:(?:self|${NAME})\.)?(?<name>${NAME}[?!=]?(?![\w])|[-+*/%<>=!~^&|\[\]@]{1,4})`, { named: (words) => last(words) }),
  shape('method', String.raw`(?:alias_method|let!?|subject|attr_(?:reader|writer|accessor)|def_node_matcher|define_method|scope)[ \t(]+:(?<name>\w+[?!=]?)`),
  shape('method', String.raw`alias\s+:?(?<name>\w+[?!=]?)`),
  shape('constant', String.raw`(?<name>[A-Z]\w*)\s*(?:\|\|)?=(?![=~>])`),
]

const HEREDOC = /<<[~-]?(?:['"`]?)([A-Z_a-z]\w*)['"`]?(?=[^\w]|$)/g

/** Ruby. */
export const ruby: Indented = {
  indents: true,
  shapes: { top: TOP },
  skips: { '#': remark, '"': short, "'": short, '=': between('=begin', '\n=end') },
  closes: /(?:end|rescue|ensure|else|elsif|when)\b|[)}\]]/y,
  heredoc: HEREDOC,
}
