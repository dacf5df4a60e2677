// Shell completion, derived from the operations.
import { choice, dashed } from '../core/field.ts'
import { EXIT, Failure, GROUPS, type Operation } from '../operations/index.ts'
import { defineOperation } from '../operations/operation.ts'
import { firstWords, nextWords, verbsOf } from './args.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** The operation that prints a completion script for the others. */
export function completionFor(operations: () => readonly Operation[]): Operation {
  return defineOperation({
    name: 'completion',
    title: 'Print a completion script for bash, zsh or fish',
    doc: 'bash: source <(fovea completion bash). zsh: fovea completion zsh > "${fpath[1]}/_fovea". fish: fovea completion fish | source.',
    examples: SHELLS.map((shell) => `fovea completion ${shell}`),
    fields: { shell: choice('bash, zsh or fish', { choices: SHELLS, place: 'one' }) },
    async run(input) {
      if (input.shell === undefined) throw new Failure('name a shell: fovea completion bash, zsh or fish', EXIT.usage)
      return { text: [SCRIPTS[input.shell as (typeof SHELLS)[number]](operations())] }
    },
  }) as unknown as Operation
}

const SCRIPTS: Record<(typeof SHELLS)[number], (operations: readonly Operation[]) => string> = { bash, zsh, fish }

const verbs = (group: string, operations: readonly Operation[]): string => nextWords(group, operations).join(' ')

const isAlone = ({ name }: { name: string }): boolean => !name.includes(' ')

/** Groups that have members; a group in a group comes before the one that holds it. */
const groupsOf = (operations: readonly Operation[]): { name: string; title: string }[] =>
  GROUPS.filter(({ name }) => verbsOf(name, operations).length > 0).toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length)

/** A name as a pattern over the first three words of a command line. */
const patternOf = ({ name }: { name: string }): string => (name.split(' ').length === 3 ? `"${name}"` : `"${name} "*`)

const options = (operation: Operation): string[] => Object.entries(operation.fields).filter(([, field]) => field.place === undefined).map(([name]) => dashed(name))

function bash(operations: readonly Operation[]): string {
  const cases = operations.map((operation) => `    ${patternOf(operation)}) words="${options(operation).join(' ')}" ;;`)
  const groups = groupsOf(operations).map(({ name }) => `    "${name} "*) words="${verbs(name, operations)}"; any=1 ;;`)
  const values = valueCases(operations).map(([option, choices]) => `    ${option}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur")); return ;;`)
  return [
    '_fovea() {', '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words="" any=""', '  case "$prev" in', ...values, '  esac',
    '  case "${COMP_WORDS[1]} ${COMP_WORDS[2]} ${COMP_WORDS[3]}" in', ...cases, ...groups, `    *) words="${firstWords(operations).join(' ')} ${options(operations[0] as Operation).join(' ')}" ;;`, '  esac',
    '  if [[ "$cur" == -* || $COMP_CWORD -eq 1 || -n "$any" ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); fi',
    '  COMPREPLY+=($(compgen -f -- "$cur"))', '}', 'complete -o filenames -F _fovea fovea', '',
  ].join('\n')
}

function valueCases(operations: readonly Operation[]): [string, readonly string[]][] {
  const found = new Map<string, readonly string[]>()
  for (const operation of operations) {
    for (const [name, field] of Object.entries(operation.fields)) if (field.choices !== undefined && field.place === undefined) found.set(dashed(name), [...new Set([...(found.get(dashed(name)) ?? []), ...field.choices])])
  }
  return [...found]
}

function zsh(operations: readonly Operation[]): string {
  const commands = [...operations.filter(isAlone), ...groupsOf(operations).filter(isAlone)].map(({ name, title }) => `'${name}:${zshText(title)}'`)
  const cases = operations.map((operation) => `    ${patternOf(operation)}) _arguments ${zshOptions(operation)} '*:file:_files' ;;`)
  const groups = groupsOf(operations).map(({ name }) => `    "${name} "*) compadd ${verbs(name, operations)} ;;`)
  return [
    '#compdef fovea', '_fovea() {', '  local -a commands', `  commands=(${commands.join(' ')})`,
    '  if (( CURRENT == 2 )); then _describe command commands; _files -/; return; fi', '  case "$words[2] $words[3] $words[4]" in', ...cases, ...groups,
    `    *) _arguments ${zshOptions(operations[0] as Operation)} '*:file:_files' ;;`, '  esac', '}', '_fovea "$@"', '',
  ].join('\n')
}

const zshText = (text: string): string => text.replace(/[':[\]]/g, '')

const zshOptions = (operation: Operation): string => Object.entries(operation.fields).filter(([, field]) => field.place === undefined)
  .map(([name, field]) => `'${dashed(name)}[${zshText(field.doc)}]${field.kind === 'flag' ? '' : `:value:${field.choices === undefined ? '_files' : `(${field.choices.join(' ')})`}`}'`).join(' ')

function fish(operations: readonly Operation[]): string {
  const rows = [...operations.filter(isAlone), ...groupsOf(operations).filter(isAlone)]
  const commands = rows.map(({ name, title }) => `complete -c fovea -n __fish_use_subcommand -a ${name} -d '${zshText(title)}'`)
  const seen = (words: readonly string[]): string => words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
  const further = [...groupsOf(operations), ...operations].filter((row) => !isAlone(row)).map(({ name, title }) =>
    `complete -c fovea -n '${seen(name.split(' ').slice(0, -1))}' -a ${name.split(' ').at(-1)} -d '${zshText(title)}'`)
  const flags = operations.flatMap((operation) => Object.entries(operation.fields).filter(([, field]) => field.place === undefined).map(([name, field]) =>
    `complete -c fovea -n '${seen(operation.name.split(' '))}' -l ${dashed(name).slice(2)}${field.short ? ` -s ${field.short}` : ''}${field.kind === 'flag' ? '' : field.choices === undefined ? ' -r' : ` -x -a '${field.choices.join(' ')}'`} -d '${zshText(field.doc)}'`))
  return [...commands, ...further, ...flags, ''].join('\n')
}
