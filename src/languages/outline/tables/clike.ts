import { after, prefixed, short, slashes } from '../skips.ts'
import type { Bracketed, Calls, Shape } from '../speech.ts'
import { BARE_TYPE, NAME, named, reading, shape } from '../words.ts'

/** An attribute or a macro that stands between the word and the name. */
const BETWEEN = String.raw`(?:(?:alignas\s*\([^()]*\)|\[\[[^\]]*\]\]|__attribute__\s*\(\([^()]*(?:\([^()]*\)[^()]*)?\)\)|[A-Z][A-Z0-9_]+(?:\([^()]*\))?)\s+){0,2}`
const QUALIFIED = String.raw`(?<name>${NAME}(?:::${NAME})*)`
const dotted = ({ groups }: RegExpExecArray): string => (groups?.['name'] ?? '').replaceAll('::', '.')

/** What a `typedef` calls its type: the last word, the one in brackets with a star, or the one before brackets. */
function typedefName({ input, index }: RegExpExecArray, end: number): string {
  const text = input.slice(Math.max(index, end - 200), end).replace(/^[^]*\}/, '')
  return /\(\s*\*\s*(\w+)\s*\)/.exec(text)?.[1] ?? /(\w+)\s*\([^()]*\)\s*$/.exec(text)?.[1] ?? /(\w+)\s*(?:\[[^\]]*\]\s*)*$/.exec(text)?.[1] ?? ''
}

/** A variable, given how its name is written. */
const value = (name: string): Shape => shape('constant', String.raw`(?!return\b|using\b|typedef\b|friend\b|goto\b|else\b)(?:(?:static|extern|const|constexpr|inline|volatile|mutable|thread_local|struct|enum|union|class|unsigned|signed|long)\s+){0,6}${BARE_TYPE}[\s*&]+(?:const\s+)?${name}\s*(?:\[[^\]\n]*\]\s*)*(?=[=;,])`, { plain: true, named: dotted })

const C: readonly Shape[] = [
  shape('type', String.raw`typedef\b`, { plain: true, named: typedefName }),
  shape('class', String.raw`(?:static\s+|const\s+){0,2}(?:struct|union)\s+${BETWEEN}${named}\s*(?=\{)`),
  shape('enum', String.raw`enum\s+${BETWEEN}${named}\s*(?=\{)`),
  shape('module', String.raw`extern\s*"[^"\n]*"\s*(?=\{)`, { holds: 'top', silent: true }),
  value(named),
]

const CPP: readonly Shape[] = [
  shape('module', String.raw`(?:inline\s+)?namespace\s+${BETWEEN}(?:\[\[[^\]]*\]\]\s*)?${QUALIFIED}\s*(?=\{)`, { holds: 'top', named: dotted }),
  shape('module', String.raw`(?:inline\s+)?namespace\s*(?=\{)`, { holds: 'top', silent: true }),
  shape('module', String.raw`extern\s*"[^"\n]*"\s*(?=\{)`, { holds: 'top', silent: true }),
  shape('type', String.raw`typedef\b`, { plain: true, named: typedefName }),
  shape('type', String.raw`(?:using|concept)\s+${named}\s*=`, { plain: true }),
  shape('class', String.raw`(?:static\s+|friend\s+|typedef\s+){0,2}(?:class|struct|union)\s+${BETWEEN}${QUALIFIED}\s*(?:<[^;{}()]*>\s*)?(?:final\s*)?(?=[:{])`, { holds: 'class', named: dotted }),
  shape('enum', String.raw`enum\s+(?:class\s+|struct\s+)?${BETWEEN}${named}\s*(?=[:{])`),
  shape('function', String.raw`[^;{}=()]{0,200}\boperator\s*(?:\(\s*\)|[^\s\w(]+|(?<=\s)[\w:<>*&][\w:<>*& ]{0,200}|""\s*\w+)\s*\(`, { named: operatorName }),
  value(QUALIFIED),
]

function operatorName(words: RegExpExecArray): string {
  return /(?:[\w:]+::)?operator\s*(?:\(\s*\)|[^(]+)/.exec(words[0])?.[0].replaceAll('::', '.').replace(/\s*\(\s*\)$/, '').replace(/\s+/g, ' ').trim() ?? ''
}

const CALLS: Calls = { kind: 'function', typed: true, declared: true, not: /^(?:if|for|while|switch|catch|return|sizeof|defined|static_assert|_Static_assert|decltype|typeof|__typeof__)$/ }

const rawString = (text: string, at: number): number => after(text, `)${/^[^(\s]{0,16}/.exec(text.slice(at + 1, at + 18))?.[0] ?? ''}"`, at + 1)

/** A macro on a line of its own, before what it says something of. */
const MACRO = String.raw`[A-Z][A-Z0-9_]{3,}(?:\([^()\n]{0,200}\))?[ \t]*(?=\r?\n\s*[^\s{:])`

/** A quote after a digit only sets digits apart. */
const digits = prefixed(short, [{ before: /(?:^|[^\w])\d[\da-fA-FxX']*$/, skip: (_, at) => at + 1 }])

/** C. */
export const c: Bracketed = {
  skips: { '"': short, "'": short, '/': slashes },
  preprocessed: true,
  labels: reading(MACRO),
  calls: { top: { ...CALLS, macros: true } },
  shapes: { top: C },
}

/** C++. */
export const cpp: Bracketed = {
  skips: { '"': prefixed(short, [{ before: /(?:^|[^\w])(?:u8|u|U|L)?R$/, skip: rawString }]), "'": digits, '/': slashes },
  preprocessed: true,
  labels: reading(String.raw`template\s*<(?:[^<>;{}]|<(?:[^<>;{}]|<[^<>;{}]*>){0,300}>){0,600}>|${MACRO}|(?:public|private|protected|signals|Q_SIGNALS|(?:public|private|protected)\s+(?:slots|Q_SLOTS))\s*:(?!:)`),
  calls: { top: CALLS, class: { kind: 'function', declared: true, not: CALLS.not } },
  shapes: { top: CPP, class: CPP },
}
