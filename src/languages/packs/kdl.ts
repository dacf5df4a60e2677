import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'

/** KDL: nodes and their children one by one, deeper ones by their heads. */
export default defineLanguage({
  name: 'kdl',
  title: 'KDL',
  family: 'data',
  extensions: ['.kdl'],
  grammar: 'kdl',
  remark: ['// ', ''],
  blocks: { node: entry },
  elision: { detail: [' { /* ... */ }', ' {}'], shape: [' {}'] },
  comments: ['single_line_comment', 'multi_line_comment'],
  continuation: '\\',
  doc: /^\/\/\/|^\/\*\*/,
  loose: /^(?<name>[A-Za-z_][\w-]*)(?=[ \t]|\{)/gm,
  step: '    ',
})

/** A node; one behind `/-` is commented out. */
function entry(node: Node): Rule | undefined {
  if (node.text.startsWith('/-')) return undefined
  const children = node.childForFieldName('children')
  if (children === null) return { kind: 'entry' }
  return node.parent?.type === 'document' ? { kind: 'entry', holds: 'children' } : { kind: 'entry', body: 'children' }
}
