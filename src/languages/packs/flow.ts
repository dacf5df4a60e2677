import { extend } from '../language.ts'
import { blank, plainer, tsx, without } from './typescript.ts'

/** JavaScript with the types of Flow. They are close to those of TypeScript, so its grammar reads them once the differences are evened out. */
export default extend(tsx, {
  name: 'flow',
  title: 'Flow',
  extensions: ['.js', '.jsx', '.mjs', '.cjs', '.js.flow'],
  // What is rare comes first, so that hardly any place of a text is tried, and what stands before it is short: a line may hold the word thousands of times.
  owns: /@flow\b(?<=^[ \t]{0,200}(?:(?:\/\*|\/\/|\*)[^\n]{0,200})?@flow)/m,
  note: 'read by the grammar of TypeScript: casts such as `(x: T)` and functions without parameter names may be misread inside bodies',
  reads: (text) => STEPS.reduce((rest, step) => step(rest), text),
  loose: /^(?:(?:export|declare|default|async|opaque)[ \t]+)*(?:function\b[ \t]*\*?|component|hook|class|interface|enum|type|const|let|var)[ \t]*(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
})

/** What Flow writes that TypeScript does not know, each replaced by something of the same length. */
const STEPS: readonly ((text: string) => string)[] = [
  plainer,
  (text) => text.replace(/\bdeclare export default\b/g, 'export default        ').replace(/\bdeclare export\b/g, 'export declare'),
  (text) => without(text.replace(/^opaque\b/gm, 'export'), /(\b(?:declare|export)[ \t]+)(opaque)\b/g).replace(/\btype(?=[ \t]+\w+[ \t]*;)/g, 'var '),
  (text) => text.replace(/^import\b[^;'"]*/gm, (list) => list.replace(/\btypeof\b/g, 'type  ')),
  (text) => without(text, /(\btype[ \t]+\w+(?:<[^<>\n]*>)?)([ \t]*:[ \t]*[^=;\n{]{1,200})(?=[=;\n])/g),
  (text) => text.replace(/\bcomponent(?=[ \t]+[A-Z]\w*[ \t]*[(<])/g, 'function '),
  (text) => text.replace(COMPONENT, (_, before: string, type: string) => `${before}${blank(type.slice(3))}any`),
  (text) => text.replace(BOUNDED, (list) => list.replace(BOUND, (_, name: string, bound: string, instead?: string) => name + (instead === undefined ? bound.replace(':', '=') : blank(bound + instead)))),
  (text) => text.replace(/\{\||\|\}/g, (brace) => (brace === '{|' ? '{ ' : ' }')).replaceAll('@@', '__'),
  // Maybe types, variance, interfaces without a name.
  (text) => without(text, /((?:[:<|&(,[=]|=>)\s*)(\?+)(?=\s*[\w$({['"<\u0080-\uffff])/g),
  (text) => without(text, /((?:[{,;|<]\s*|\n[ \t]*)(?:static[ \t]+)?)([+-])(?=[\w$\u0080-\uffff]+(?:\??:|[ \t]*[,>=])|\[)/g),
  (text) => without(text, /([:=<|&(,?]\s*)(interface)(?=\s*\{)/g),
  // Inexact objects and spread types.
  (text) => without(text, /()(\.\.\.)(?=\s*[,}])/g),
  (text) => without(text, /([{,]\s+|(?:[<(:=|&,>]|\bas)\s*\{)(\.\.\.(?:[\w$]+\.)*)(?=[\w$]+\s*[,}])/g),
  (text) => text.replace(/([{\s])(\.\.\.(?:[\w$]+\.)*)([\w$]+)(<[^;{}()]{0,300}?>)(?=\s*[,}])/g, (_, before: string, dots: string, name: string, types: string) => before + blank(dots) + name + blank(types)),
  // A function of one type without brackets reads as one without parameters.
  (text) => text.replace(/((?:[^)\s]:|[=<(,])\s*)([\w$.]{2,}|[\w$] )(?=[ \t]*=>)/g, (_, before: string, type: string) => `${before}(${' '.repeat(type.length - 2)})`),
  (text) => without(text, /()(:[ \t]*(?:any|\$FlowFixMe\w*)(?=\))|%checks\b)/g),
  (text) => without(text, /(\benum[ \t]+\w+)([ \t]+of[ \t]+\w+)/g),
]

/** The type of a component: `component(ref?: Ref, ...Props) renders Box`. */
const COMPONENT = /([:=<|&(,?]\s*)(component\((?:[^()]|\([^()]*\))*\)(?:[ \t]+renders[?*]?[ \t]+\w+)?)/g

/** Type parameters with bounds: `<T: Node, U: Map<K> = Item>`. A default may follow a bound; else the bound takes its place. */
const BOUNDED = /<\s*[+-]?\w+\s*:[^<>(){};]{0,200}(?:<[^<>(){};]{0,200}>[^<>(){};]{0,200}){0,8}>(?=\s*[({=]|\s+extends\b)/g
const BOUND = /([<,]\s*[+-]?\w+)([ \t]*:)([^,<>=]*(?==))?/g
