import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { quoted, scripted } from '../modules/quoted.ts'

/** Vim script: functions, commands and variables. */
export default defineLanguage({
  name: 'vim',
  title: 'Vim script',
  family: 'code',
  extensions: ['.vim'],
  filenames: ['.vimrc', '_vimrc', '.gvimrc', '_gvimrc', '.exrc', 'vimrc', 'gvimrc'],
  interpreters: ['vim'],
  grammar: 'vim',
  remark: ['" ', ''],
  quotes: '\'',
  ...quoted({ form: /^[ \t:]*(?:source|so|runtime|ru)!?[ \t]+(?<module>[^\s|]+)/gm, path: scripted }),
  note: 'Functions of Vim 9 (`def`) are not known to the grammar.',
  blocks: {
    runtime_statement: { kind: 'import', name: () => '', run: true },
    source_statement: { kind: 'import', name: () => '', run: true },
    function_definition: callable,
    command_statement: (node) => (node.childForFieldName('name') === null ? undefined : { kind: 'function' }),
    let_statement: assigned,
    const_statement: assigned,
    if_statement: { kind: 'module', branches },
  },
  elision: { detail: [''], shape: [''], value: '0', keepsShort: true, parts: { dictionnary: '{}', list: '[]' } },
  comments: ['comment'],
  doc: /^"/,
  loose: /^[ \t]*(?:fu(?:n(?:c(?:t(?:i(?:o(?:n)?)?)?)?)?)?!?|def!?)[ \t]+(?<name>(?:[a-z]:|<SID>)?[\w#.]+)/gm,
  step: '  ',
})

/** A function; `endfunction` needs a line of its own. */
function callable(node: Node): Rule {
  const head = node.namedChildren.find(({ type }) => type === 'function_declaration')
  const body = node.namedChildren.find(({ type }) => type === 'body')
  const name = (): string => head?.childForFieldName('name')?.text ?? ''
  const end = node.lastChild
  if (body === undefined || end === null) return { kind: 'function', name }
  const start = body.previousSibling?.endIndex ?? body.startIndex
  return { kind: 'function', name, omits: () => ({ start, end: end.startIndex, with: `\n${' '.repeat(node.startPosition.column)}` }) }
}

/** Variables of a script or of everyone; others belong to a moment. */
function assigned(node: Node): Rule | undefined {
  const [target] = node.namedChildren
  const value = node.children.find(({ type }) => type === '=')?.nextSibling ?? null
  return target === undefined || value === null || !/^[gs]:\w/.test(target.text) ? undefined : { kind: 'constant', name: () => target.text, values: () => [value], layout: 'kept' }
}

const CLAUSE = /^(?:elseif|else)_statement$/

/** The parts of `if … elseif … else … endif`. */
function branches(node: Node): Branch[] {
  const clauses = [node, ...node.namedChildren.filter(({ type }) => CLAUSE.test(type))]
  const last = node.lastChild?.startIndex ?? node.endIndex
  return clauses.flatMap((clause, index) => {
    const block = clause.namedChildren.find(({ type }) => type === 'body')
    const inside = { start: block?.previousSibling?.endIndex ?? clause.startIndex, end: clauses[index + 1]?.startIndex ?? last }
    return block === undefined ? [] : [{ start: clause.startIndex, block, inside }]
  })
}
