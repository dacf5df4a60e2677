import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { quoted, scripted } from '../modules/quoted.ts'

const SPREAD: Rule = { kind: 'module', spreads: true }

/** Shell scripts: sh, bash, and the others as far as they agree. */
export default defineLanguage({
  name: 'shell',
  title: 'Shell',
  family: 'code',
  extensions: ['.sh', '.bash', '.zsh', '.ksh', '.dash', '.ash', '.bats', '.command', '.ebuild', '.eclass', '.zsh-theme'],
  filenames: [
    '.bashrc', '.bash_profile', '.bash_aliases', '.bash_login', '.bash_logout', '.bash_functions', '.profile', '.zshrc', '.zshenv', '.zprofile',
    '.zlogin', '.kshrc', '.shrc', 'PKGBUILD', 'APKBUILD', 'zshrc', 'bashrc',
  ],
  interpreters: ['sh', 'bash', 'zsh', 'ksh', 'mksh', 'dash', 'ash', 'rbash', 'bats'],
  grammar: 'bash',
  remark: ['# ', ''],
  ...quoted({ form: /(?:^|[;&|({])[ \t]*(?:source|\.)[ \t]+(?<module>[^\n;]+)/gm, endings: ['.sh'], path: scripted }),
  callsBare: true,
  note: 'Zsh and ksh are read as bash: where they differ, only the first lines of functions are shown.',
  blocks: {
    function_definition: { kind: 'function', body: 'body' },
    declaration_command: declared,
    variable_assignment: assigned,
    variable_assignments: assigned,
    command: commanded,
    if_statement: SPREAD,
    elif_clause: SPREAD,
    else_clause: SPREAD,
    case_statement: SPREAD,
    case_item: SPREAD,
    list: SPREAD,
    compound_statement: SPREAD,
    do_group: SPREAD,
    for_statement: SPREAD,
    while_statement: SPREAD,
    redirected_statement: SPREAD,
  },
  elision: {
    detail: [' { :; }'],
    shape: [' { :; }'],
    of: { subshell: [' ( : )'] },
    value: '',
  },
  comments: ['comment'],
  doc: /^#(?!!|[ \t]*(?:shellcheck|vim?:|-\*-))/,
  reads: withTests,
  loose: /^[ \t]*(?:function[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_:.-]*)|[\p{L}_][\p{L}\p{N}_:.-]*[ \t]*\(\))/gmu,
  step: '  ',
})

/** What a test of bats is called becomes a name, so that the test is a function. */
function withTests(text: string): string {
  return text.includes('@test') ? text.replace(/^(@test[ \t]+.*?)[ \t]\{[ \t]*$/gmu, (whole, head: string) => {
    const name = head.replace(/[^\p{L}\p{N}]/gu, '_')
    return `${name.slice(0, -2)}()${whole.slice(head.length)}`
  }) : text
}

function firstName(node: Node): string {
  const first = node.type === 'variable_assignment' ? node : node.namedChildren.find((child) => child.type === 'variable_assignment' || child.type === 'variable_name')
  return first?.childForFieldName('name')?.text ?? first?.text ?? ''
}

function valuesOf(node: Node): Node[] {
  const assignments = node.type === 'variable_assignment' ? [node] : node.namedChildren.filter((child) => child.type === 'variable_assignment')
  return assignments.flatMap((child) => child.childForFieldName('value') ?? [])
}

/** `readonly`, `declare`, `typeset` and `export` name what the whole script uses. */
function declared(node: Node): Rule | undefined {
  return node.firstChild?.type === 'local' ? undefined : { kind: 'constant', name: firstName, values: valuesOf }
}

/** A variable is set for the whole script outside of conditions, or when its name is in capitals. */
function assigned(node: Node): Rule | undefined {
  const lasting = node.parent?.type === 'program' || /^[\p{Lu}_][\p{Lu}\p{N}_]*$/u.test(firstName(node))
  return lasting ? { kind: 'constant', name: firstName, values: valuesOf } : undefined
}

/** What is sourced, and what `alias` names. */
function commanded(node: Node): Rule | undefined {
  const name = node.childForFieldName('name')?.text
  if (name === '.' || name === 'source') return { kind: 'import', name: () => '', run: true }
  return name === 'alias' ? { kind: 'constant', name: aliasName } : undefined
}

const aliasName = (node: Node): string => /[^\s=]+(?==)/.exec(node.text)?.[0] ?? ''
