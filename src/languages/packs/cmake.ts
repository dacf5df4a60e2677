import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { quoted, scripted } from '../modules/quoted.ts'

/** CMake: functions, macros, targets, options and variables. `...` is an argument like any other, so it may stand for those left out. */
export default defineLanguage({
  name: 'cmake',
  title: 'CMake',
  family: 'code',
  extensions: ['.cmake', '.cmake.in'],
  filenames: ['CMakeLists.txt'],
  grammar: 'cmake',
  remark: ['# ', ''],
  ...quoted({ form: /\b(?:include|add_subdirectory)\s*\(\s*(?<module>[^\s)]+)/gi, endings: ['.cmake', '/CMakeLists.txt'], roots: ['cmake'], path: scripted }),
  blocks: {
    function_def: routine,
    macro_def: routine,
    normal_command: command,
    if_condition: { kind: 'module', branches },
  },
  elision: { detail: [''], shape: [''] },
  comments: ['line_comment', 'bracket_comment'],
  doc: /^#(?!\[)/,
  loose: /^[ \t]*(?:function|macro|add_library|add_executable)[ \t]*\([ \t]*(?<name>[\w.-]+)/gim,
  step: '  ',
})

const argumentsOf = (command: Node): Node[] =>
  command.namedChildren.find(({ type }) => type === 'argument_list')?.namedChildren.filter(({ type }) => type === 'argument') ?? []

const firstArgument = (command: Node): string => argumentsOf(command)[0]?.text ?? ''

/** A function or macro; its end stands on a line of its own. */
function routine(node: Node): Rule | undefined {
  const [head, end] = [node.firstNamedChild, node.lastNamedChild]
  if (head === null || end === null || head.id === end.id) return undefined
  const omits = (): Cut => ({ start: head.endIndex, end: end.startIndex, with: `\n${' '.repeat(end.startPosition.column)}` })
  return { kind: 'function', name: () => firstArgument(head), omits }
}

const IMPORTS = /^(?:cmake_minimum_required|project|include|find_package|add_subdirectory|cmake_policy)$/i
const DEFINITIONS = /^(?:add_library|add_executable|add_custom_target|add_test|option|set|define_property)$/i

/** A command that brings something in, or gives something a name. */
function command(node: Node): Rule | undefined {
  const word = node.firstNamedChild?.text ?? ''
  if (IMPORTS.test(word)) return { kind: 'import', name: () => '', run: true }
  return DEFINITIONS.test(word) ? { kind: 'constant', name: () => firstArgument(node), omits: (_, level) => laterArguments(node, level) } : undefined
}

/** As many lines and characters of arguments as are shown at `detail`. */
const SHORT = { rows: 2, characters: 200 }

function laterArguments(node: Node, level: 'shape' | 'detail'): Cut {
  const [first, second, ...more] = argumentsOf(node)
  const last = more.at(-1) ?? second
  const whole = { start: node.endIndex, end: node.endIndex, with: '' }
  if (first === undefined || second === undefined || last === undefined) return whole
  const short = last.endPosition.row - first.startPosition.row <= SHORT.rows && last.endIndex - first.startIndex <= SHORT.characters
  return level === 'detail' && short ? whole : { start: first.endIndex, end: node.endIndex, with: ' ...)' }
}

const CLAUSE = /^(?:if|elseif|else)_command$/

/** The parts of `if … elseif … else … endif`. */
function branches(node: Node): Branch[] {
  const parts = node.namedChildren
  return parts.flatMap((clause, index) => {
    const block = parts[index + 1]
    if (!CLAUSE.test(clause.type) || block?.type !== 'body') return []
    return [{ start: clause.startIndex, block, inside: { start: clause.endIndex, end: parts.slice(index + 2).find(({ type }) => type.endsWith('_command'))?.startIndex ?? block.endIndex } }]
  })
}
