import { extend } from '../language.ts'
import { plainer, tsx } from './typescript.ts'

/** JavaScript with the types of Flow. They are close to those of TypeScript, so its grammar reads them once the differences are evened out. */
export default extend(tsx, {
  name: 'flow',
  title: 'Flow',
  extensions: ['.js', '.jsx', '.mjs', '.cjs', '.js.flow'],
  owns: (head) => /^[ \t]*(?:\/\*|\/\/|\*)[^\n]*@flow\b|^[ \t]*@flow\b/m.test(head),
  note: 'read by the grammar of TypeScript: casts such as `(x: T)` and functions without parameter names may be misread inside bodies',
  reads: (text) => STEPS.reduce((rest, step) => step(rest), text),
  loose: /^(?:(?:export|declare|default|async|opaque)[ \t]+)*(?:function\b[ \t]*\*?|component|hook|class|interface|enum|type|const|let|var)[ \t]*(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
})

const blank = (words: string): string => words.replace(/[^\n]/g, ' ')

/** What Flow writes that TypeScript does not know, each replaced by something of the same length. */
const STEPS: readonly ((text: string) => string)[] = [
  plainer,
  (text) => text.replace(/\bdeclare export default\b/g, 'export default        ').replace(/\bdeclare export\b/g, 'export declare'),
  (text) => text.replace(/^opaque\b/gm, 'export').replace(/(?<=\b(?:declare|export)[ \t]+)opaque\b/g, blank).replace(/\btype(?=[ \t]+\w+[ \t]*;)/g, 'var '),
  (text) => text.replace(/^import\b[^;'"]*/gm, (list) => list.replace(/\btypeof\b/g, 'type  ')),
  (text) => text.replace(/(?<=\btype[ \t]+\w+(?:<[^<>\n]*>)?)[ \t]*:[ \t]*[^=;\n{]+(?==|;|$)/gm, blank),
  (text) => text.replace(/\bcomponent(?=[ \t]+[A-Z]\w*[ \t]*[(<])/g, 'function '),
  (text) => text.replace(/(?<=[:=<|&(,?]\s*)component\((?:[^()]|\([^()]*\))*\)(?:[ \t]+renders[?*]?[ \t]+\w+)?/g, (type) => `${blank(type.slice(3))}any`),
  (text) => text.replace(BOUNDED, (list) => list.replace(BOUND, (bound, space: string) => (bound.length > space.length + 1 ? blank(bound) : `${space}=`))),
  (text) => text.replace(/\{\||\|\}/g, (brace) => (brace === '{|' ? '{ ' : ' }')).replaceAll('@@', '__'),
  // Maybe types, variance, interfaces without a name.
  (text) => text.replace(/(?<=(?:[:<|&(,[=]|=>)\s*)\?+(?=\s*[\p{L}_$({['"<])/gu, blank),
  (text) => text.replace(/(?<=(?:[{,;|<]|^)\s*(?:static[ \t]+)?)[+-](?=[\p{L}_$][\p{L}\p{N}_$]*(?:\??:|[ \t]*[,>=])|\[)/gmu, blank),
  (text) => text.replace(/(?<=[:=<|&(,?]\s*)interface(?=\s*\{)/g, blank),
  // Inexact objects and spread types.
  (text) => text.replace(/\.\.\.(?=\s*[,}])|(?<=[{,]\s+|(?:[<(:=|&,>]|\bas)\s*\{)\.\.\.(?:[\w$]+\.)*(?=[\w$]+\s*[,}])/g, blank),
  (text) => text.replace(/(?<=[{\s])\.\.\.([\w$.]+)(<[^;{}()]*?>)(?=\s*[,}])/g, (_, name: string, types: string) => `   ${name.replace(/^.*\./, blank)}${blank(types)}`),
  // A function of one type without brackets reads as one without parameters.
  (text) => text.replace(/(?<=(?:[^)\s]:|[=<(,])\s*)(?:[\w$.]{2,}|[\w$] )(?=[ \t]*=>)/g, (type) => `(${' '.repeat(type.length - 2)})`),
  (text) => text.replace(/:[ \t]*(?:any|\$FlowFixMe\w*)(?=\))|%checks\b|(?<=\benum[ \t]+\w+)[ \t]+of[ \t]+\w+/g, blank),
]

/** Type parameters with bounds: `<T: Node, U: Map<K> = Item>`. */
const BOUNDED = /<\s*[+-]?\w+\s*:[^<>(){};]*(?:<[^<>(){};]*>[^<>(){};]*)*>(?=\s*[({=]|\s+extends\b)/g
const BOUND = /(?<=[<,]\s*[+-]?\w+)([ \t]*):(?:[^,<>=]*(?==))?/g
