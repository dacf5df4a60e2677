import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { included } from '../modules/quoted.ts'

/** GLSL, the language of shaders. Definitions between `#if` and `#endif` are shown without these lines. */
export default defineLanguage({
  name: 'glsl',
  title: 'GLSL',
  family: 'code',
  extensions: ['.glsl', '.vert', '.frag', '.geom', '.tesc', '.tese', '.comp', '.vsh', '.fsh', '.rgen', '.rchit', '.rmiss'],
  grammar: 'glsl',
  remark: ['// ', ''],
  ...included,
  note: 'Code that only makes sense after its macros are expanded may be kept as lines.',
  reads: withoutPrecision,
  blocks: {
    preproc_include: { kind: 'import', name: () => '', run: true },
    preproc_call: (node) => (/^#(?:version|pragma|include)$/.test(node.firstNamedChild?.text ?? '') ? { kind: 'import', name: () => '', run: true } : undefined),
    preproc_extension: { kind: 'import', name: () => '', run: true },
    preproc_def: (node) => (node.childForFieldName('value') === null ? undefined : { kind: 'constant' }),
    preproc_function_def: { kind: 'function', omits: (node) => ({ start: node.childForFieldName('parameters')?.endIndex ?? node.endIndex, end: node.endIndex, with: '' }) },
    preproc_ifdef: { kind: 'module', spreads: true },
    preproc_if: { kind: 'module', spreads: true },
    preproc_else: { kind: 'module', spreads: true },
    preproc_elif: { kind: 'module', spreads: true },
    struct_specifier: { kind: 'class' },
    function_definition: { kind: 'function', name: declaredName, body: 'body' },
    declaration: declared,
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}'],
    shape: [';'],
    inner: [' {}'],
  },
  comments: ['comment'],
  doc: /^\/\*\*|^\/\/\//,
  loose: /^(?:(?:const|highp|mediump|lowp)[ \t]+)*(?:void|float|int|uint|bool|[biu]?vec[234]|d?mat[234](?:x[234])?|struct|[A-Z]\w*)[ \t]+(?<name>[A-Za-z_]\w*)(?=[ \t]*[({])/gm,
  step: '    ',
})

/** The grammar knows no precision: such a statement is blanked, such a word becomes another one of its length. */
function withoutPrecision(text: string): string {
  return text.replace(/^[ \t]*precision[ \t]+\w+[ \t]+\w+[ \t]*;/gm, (line) => ' '.repeat(line.length))
    .replace(/\b(?:highp|mediump|lowp)\b/g, (word) => ({ highp: 'const', mediump: 'uniform', lowp: 'auto' })[word] ?? word)
}

/** The name inside arrays, functions and initial values. */
function declaredName(node: Node): string {
  let inner = node.childForFieldName('declarator')
  while (inner !== null && inner.childForFieldName('declarator') !== null) inner = inner.childForFieldName('declarator')
  return inner?.text ?? ''
}

/** An interface block, a prototype, or variables. */
function declared(node: Node): Rule {
  const block = node.namedChildren.find(({ type }) => type === 'field_declaration_list')
  if (block !== undefined) return { kind: 'class', name: () => node.namedChildren.find(({ type }) => type === 'identifier')?.text ?? '' }
  const declarators = node.childrenForFieldName('declarator').filter((child) => child !== null)
  if (declarators.some(({ type }) => type === 'function_declarator')) return { kind: 'function', name: declaredName, layout: 'joined' }
  return { kind: 'constant', name: declaredName, values: () => declarators.flatMap((declarator) => declarator.childForFieldName('value') ?? []) }
}
