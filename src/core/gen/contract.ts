// How a model names files in its answer. Each stands whole between two lines that carry a mark: eight digits that no text has by chance, so that fences, quotes and even this
// contract inside a file end nothing. Text instead of a tool: every server can say it, code in JSON is dearer and worse, and a person can paste it.

/** A file that an answer wants written. */
export interface AnswerFile {
  /** A path below the project, or an alias, as it was written. */
  readonly name: string
  readonly text: string
}

/** What is wrong with an answer; the message is a whole sentence. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
}

/** What a model is told before anything else. */
export const contractOf = (mark: string): string => `You write code for the project that is described below. It is described by aliases: short names with a hash, some with a card of what is in the file.
Cards are short. When you need the full text of an alias, call the tool get_alias before you write. BASE is a context that was sent before, DELTA what changed since, ACTION what to do: call get_alias for every file that you change.

Answer with every file that must be new or different, each one whole, between two lines like these:
@@@ file ${mark} path/of/the/file.py
the full text of the file
@@@ end ${mark}

- The path is relative to the project and uses /. An alias may stand in its place: it means its file.
- Never leave anything out of a file: what is between the two lines replaces it.
- No code fences around files. What you say outside these blocks is shown to a person and written nowhere.
- Text such as \u27e8redacted:…\u27e9 stands for a secret that you must not see: do not write a file that holds one.
- When no file needs to change, answer with this line: @@@ none ${mark}
`

const LINE = /^@@@ (file|end|none) ([0-9a-f]{8})(?:[ \t]+(.*?))?[ \t]*$/

/** The mark of an answer whose request is not known: that of its first block. */
export const markIn = (answer: string): string | undefined => /^@@@ (?:file|none) ([0-9a-f]{8})\b/m.exec(answer)?.[1]

/** The files of an answer, in its order. Anything that is not as agreed is an error: half an answer is none. */
export function filesIn(answer: string, mark: string): AnswerFile[] {
  const files: AnswerFile[] = []
  let open: { name: string; lines: string[] } | undefined
  let none = false
  for (const line of answer.split(/\r?\n/)) {
    const [, word, given, rest = ''] = LINE.exec(line) ?? []
    if (word === undefined || (given !== mark && open !== undefined)) open?.lines.push(line)
    else if (given !== mark) throw new AnswerError(mark === '' ? NO_FILE : `the answer marks a block with ${given} instead of ${mark}`)
    else if (word === 'end') {
      if (open === undefined) throw new AnswerError('the answer ends a file that it did not begin')
      files.push(fileFrom(open))
      open = undefined
    } else if (open !== undefined) throw new AnswerError(`the answer begins ${shown(rest)} before the end of ${shown(open.name)}`)
    else if (word === 'none') none = true
    else open = { name: nameFrom(rest), lines: [] }
  }
  if (open !== undefined) throw new AnswerError(`the answer does not end ${shown(open.name)}: it was cut`)
  return checked(files, none)
}

const NO_FILE = 'the answer names no file in the form that was asked for: a block begins with a line such as "@@@ file 5c2f9a1b src/main.py"'

function checked(files: AnswerFile[], none: boolean): AnswerFile[] {
  if (files.length === 0 && !none) throw new AnswerError(NO_FILE)
  if (files.length > 0 && none) throw new AnswerError('the answer says that no file changes, and writes some')
  const twice = files.find(({ name }, i) => files.findIndex((other) => other.name === name) !== i)
  if (twice !== undefined) throw new AnswerError(`the answer writes ${shown(twice.name)} twice`)
  return files
}

const shown = (name: string): string => JSON.stringify(name.length > 120 ? `${name.slice(0, 120)}…` : name)

/** A path in quotes or backticks means the path. */
function nameFrom(rest: string): string {
  const name = /^([`"'])(.+)\1$/.exec(rest)?.[2] ?? rest
  if (name === '') throw new AnswerError('the answer begins a file without a path')
  return name
}

function fileFrom({ name, lines }: { name: string; lines: readonly string[] }): AnswerFile {
  const own = unfenced(name, lines)
  return { name, text: own.length === 0 ? '' : `${own.join('\n')}\n` }
}

/** Models like fences even where they were asked for none. Around all of a file that is not Markdown they cannot be meant. */
function unfenced(name: string, lines: readonly string[]): readonly string[] {
  const fence = /^(```+|~~~+)[\w+#.-]*$/.exec(lines[0] ?? '')?.[1]
  return fence === undefined || lines.length < 2 || lines.at(-1) !== fence || /\.(?:md|mdx|markdown|rst|txt)$/i.test(name) ? lines : lines.slice(1, -1)
}
