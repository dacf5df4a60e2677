import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { quoted } from '../modules/quoted.ts'

/** Just, the command runner: recipes with their parameters and what they depend on. */
export default defineLanguage({
  name: 'just',
  title: 'Just',
  family: 'code',
  extensions: ['.just'],
  filenames: ['justfile', '.justfile'],
  interpreters: ['just'],
  grammar: 'just',
  remark: ['# ', ''],
  ...quoted({ form: /^[ \t]*(?:import|mod[ \t]+\w+)\??[ \t]+["'](?<module>[^"'\n]+)["']/gm }),
  blocks: {
    setting: { kind: 'import', name: () => '', run: true },
    import: { kind: 'import', name: () => '', run: true },
    module: { kind: 'import', name: () => '', run: true },
    alias: { kind: 'type', name: 'left' },
    assignment: { kind: 'constant', name: 'left', values: assignedValue },
    export: { kind: 'constant', name: (node) => node.firstNamedChild?.childForFieldName('left')?.text ?? '', values: (node) => (node.firstNamedChild === null ? [] : assignedValue(node.firstNamedChild)) },
    recipe,
  },
  elision: { detail: [''], shape: [''], value: '""', keepsShort: true },
  comments: ['comment'],
  marks: ['attribute'],
  doc: /^#(?!!)/,
  loose: /^@?(?<name>[A-Za-z_][\w-]*)(?=[^:=\n]*:(?!=))/gm,
  step: '    ',
})

function assignedValue(node: Node): Node[] {
  const value = node.childForFieldName('right')
  return value === null ? [] : [value]
}

/** A recipe is complete without its lines. */
function recipe(node: Node): Rule {
  const header = node.namedChildren.find(({ type }) => type === 'recipe_header')
  const body = node.namedChildren.find(({ type }) => type === 'recipe_body')
  const name = (): string => header?.childForFieldName('name')?.text ?? ''
  if (header === undefined || body === undefined) return { kind: 'function', name }
  const colon = /^[ \t]*:/.exec(node.text.slice(header.endIndex - node.startIndex))?.[0].length ?? 0
  return { kind: 'function', name, omits: () => ({ start: header.endIndex + colon, end: body.startIndex + body.text.trimEnd().length, with: '' }) }
}
