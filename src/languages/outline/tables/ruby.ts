import { between } from '../indents.ts'
import { remark, short } from '../skips.ts'
import type { Indented, Shape } from '../speech.ts'
import { NAME, shape } from '../words.ts'

const last = ({ groups }: RegExpExecArray): string => groups?.['name'] ?? ''

/** Calls whose blocks are bodies, not places for definitions. */
const BODIES = 'it|its|specify|example|scenario|test|should|before|after|around|setup|teardown|background|given|task|file|rule|define_singleton_method|step|get|post|put|patch|delete|head|options|lambda|proc|validate'

/** Words that define nothing by what stands behind them. */
const PLAIN = /^(?:if|unless|while|until|for|case|begin|return|yield|super|not|defined\?|then|do|and|or|undef|require|require_relative|require_dependency|load|autoload|import|include|extend|prepend|using|refine|private|protected|public|module_function|private_class_method|public_class_method|private_constant|puts|print|p|pp|printf|putc|raise|fail|warn|abort|exit!?|system|exec|spawn|fork|sleep|loop|eval|instance_eval|class_eval|module_eval|send|trap|at_exit|srand|rand|gets|open|catch|throw|expect|assert\w*|refute\w*|format|sprintf|binding)$/

/** What a call names by its first argument, or by itself where it has only a block. */
const calledFor = ({ groups }: RegExpExecArray): string => (PLAIN.test(groups?.['call'] ?? '') ? '' : groups?.['name'] ?? groups?.['key'] ?? groups?.['call'] ?? '')

const TOP: readonly Shape[] = [
  shape('class', String.raw`class\s*<<\s*(?<name>self)`, { holds: 'top', silent: true }),
  shape('class', String.raw`class\s+(?<name>${NAME}(?:::${NAME})*)`, { holds: 'top', named: (words) => last(words).replaceAll('::', '.') }),
  shape('module', String.raw`module\s+(?<name>${NAME}(?:::${NAME})*)`, { holds: 'top', named: (words) => last(words).replaceAll('::', '.') }),
  shape('method', String.raw`(?:(?:private|protected|public|module_function|private_class_method|memoize)[ \t(]+)?def\s+(?:(?:self|${NAME})\.)?(?<name>${NAME}[?!=]?(?![\w])|[-+*/%<>=!~^&|\[\]@]{1,4})`, { named: (words) => last(words) }),
  shape('method', String.raw`(?:alias_method|let!?|subject|attr_(?:reader|writer|accessor)|def_node_matcher|define_method|scope)[ \t(]+:(?<name>\w+[?!=]?)`),
  shape('method', String.raw`alias\s+:?(?<name>\w+[?!=]?)`),
  shape('class', String.raw`(?<name>[A-Z]\w*)[ \t]*=[ \t]*(?:::)?(?:Class|Module|Struct|Data)\.(?:new|define)\b`, { holds: 'top' }),
  shape('constant', String.raw`(?<name>[A-Z]\w*)\s*(?:\|\|)?=(?![=~>])`),
  shape('field', String.raw`self\.(?<name>[a-z_]\w*)[ \t]*=(?![=~>])`),
  shape('function', String.raw`(?<call>${BODIES})\b(?:[ \t(]+:(?<name>\w+[?!]?)|[ \t]*(?:do\b|\{))`, { named: calledFor }),
  shape('module', String.raw`(?:${BODIES})[ \t(]+["']`, { silent: true }),
  shape('module', String.raw`(?<call>[a-z_]\w*[?!]?)[ \t]+(?:do\b|\{)`, { holds: 'top', named: calledFor }),
  shape('field', String.raw`(?<call>[a-z_]\w*[?!]?)(?:[ \t]+|\()(?::(?<name>\w+[?!]?)(?![\w:?!])|(?<key>\w+):(?!:))`, { holds: 'top', named: calledFor }),
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
