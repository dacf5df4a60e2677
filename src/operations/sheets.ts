// Skeletons of many files: a folder, or lines of standard input. Every file passes the same door: the jail, the guards, the rules of its folder.
import { existsSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { Changed } from '../core/changed.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { UsageError } from '../core/field.ts'
import { type Level, lower } from '../core/level.ts'
import { nearest } from '../core/nearest.ts'
import { languageOf, parsedOf } from '../core/known.ts'
import { parseText } from '../core/parse.ts'
import type { Entry, Language, Meter, Parsed } from '../core/ports.ts'
import { isVisible, verdictsOf } from '../core/rank/rank.ts'
import type { Verdict } from '../core/rule.ts'
import { skeletonOf, type SkeletonStyle } from '../core/skeleton.ts'
import { type Caching, LANGUAGES, openWorkspace, requestOf, settle, visible, type Workspace } from '../workspace/index.ts'
import { permitted } from './fragment.ts'
import { EXIT, Failure } from './operation.ts'

/** How skeletons are wanted. */
export interface Wish {
  readonly caching?: Caching
  readonly level: Level
  readonly countLines: boolean
  readonly language?: string
}

/** A file that was asked for: `file` is how the answer names it. */
export interface Asked {
  readonly file: string
  readonly path: string
  readonly lang?: string | undefined
}

/** One file with its skeleton, or why it has none. */
export interface Sheet {
  readonly file: string
  readonly language: string
  readonly skeleton: string
  readonly error?: string
  /** The same skeleton in UTF-8, where it was remembered and nothing in it acts or hides: it can be written as it is. */
  readonly bytes?: Uint8Array
}

/** A file with everything that its skeleton was made of. */
export interface OpenSheet extends Sheet {
  readonly text: string
  readonly parsed: Parsed
  readonly style: SkeletonStyle
}

/** How the sheets of many files come about: from what is remembered, or made now. */
interface Making<S extends Sheet> {
  recall(asked: Asked & { root: string }, entry: Entry): S | undefined
  make(asked: Asked & { root: string }, entry: Entry): Promise<S>
}

/** How a skeleton is made, and under which kind it is remembered. */
interface Manner {
  readonly language: Language
  readonly kind: string
  readonly style: SkeletonStyle
}

/** What a skeleton is kept with before it when it has something to be shown by its number: no problem begins so. */
const ACTS = 126
const LINE_FEED = 10

/** Waiting for each of ten thousand files that are known would take longer than showing them. */
const MOST_AT_ONCE = 64

/** A folder at work. */
interface Open {
  readonly workspace: Workspace
  isVisible(path: string): boolean
  verdictOf(path: string): Verdict
}

/** Makes skeletons for one working folder and remembers what went wrong. */
export class Desk {
  readonly diagnostics: Diagnostic[] = []
  private readonly open = new Map<string, Open>()

  constructor(private readonly cwd: string, private readonly wish: Wish) {
    if (wish.language !== undefined) this.language(wish.language)
  }

  /** The exit code for what happened so far. */
  exit(): number {
    return this.diagnostics.some(({ severity }) => severity !== 'info') ? EXIT.partial : EXIT.ok
  }

  meter(name: string): Promise<Meter> {
    return this.at(this.cwd).workspace.meter(name)
  }

  /** One file. Inside this folder its rules hold; a file from elsewhere is a folder of its own. */
  async file(asked: Asked): Promise<OpenSheet> {
    const path = resolve(this.cwd, asked.path)
    const inside = path === this.cwd || path.startsWith(this.cwd + (this.cwd.endsWith(sep) ? '' : sep))
    const root = inside || !existsSync(dirname(path)) ? this.cwd : dirname(path)
    try {
      return await this.sheet({ ...asked, root }, this.at(root).workspace.readOne(relative(root, path), { asked: true }))
    } catch (error) {
      if (!(error instanceof Failure || (error instanceof Error && error.name === 'PathError'))) throw error
      return this.failed(asked.file, error.message)
    }
  }

  /** Every file of a folder, in the order of their paths: those that are known many at a time, others as they are made. */
  folder(typed: string, progress: (done: number) => void): AsyncIterable<readonly Sheet[]> {
    return this.each({ typed, progress }, { recall: (asked, entry) => this.remembered(asked, entry), make: (asked, entry) => this.made(asked, entry) })
  }

  /** The same with all that the skeletons were made of. */
  openFolder(typed: string, progress: (done: number) => void): AsyncIterable<readonly OpenSheet[]> {
    return this.each({ typed, progress }, { recall: () => undefined, make: (asked, entry) => this.sheet(asked, entry) })
  }

  /** Files are named as the folder was typed, so that a name can be typed again. */
  private async *each<S extends Sheet>({ typed, progress }: { typed: string; progress: (done: number) => void }, { recall, make }: Making<S>): AsyncIterable<readonly (S | OpenSheet)[]> {
    const root = resolve(this.cwd, typed)
    const prefix = typed.replace(/^(?:\.\/)+|^\.$/, '').replace(/([^/])\/*$/, '$1/')
    const { workspace, isVisible } = this.at(root)
    const { entries, diagnostics } = await workspace.read(settle({}, workspace.layers))
    this.diagnostics.push(...diagnostics)
    let known: (S | OpenSheet)[] = []
    for (const [done, entry] of entries.entries()) {
      if (!isVisible(entry.path)) continue
      progress(done)
      const asked = { file: `${prefix}${entry.path}`, path: entry.path, root }
      const before = tried(asked.file, () => recall(asked, entry))
      if (before !== undefined) known.push(before)
      if (before === undefined || known.length === MOST_AT_ONCE) {
        yield before === undefined ? [...known, await make(asked, entry).catch((error: unknown) => refused(asked.file, error))] : known
        known = []
      }
    }
    yield known
    await workspace.close()
  }

  /** An answer for each line that is not blank. */
  async *answers(lines: AsyncIterable<string>): AsyncIterable<readonly Sheet[]> {
    let number = 0
    for await (const line of lines) {
      number++
      if (line.trim() === '') continue
      const asked = askedIn(line, number)
      yield ['wrong' in asked ? this.failed('', asked.wrong) : await this.answer(asked)]
    }
  }

  /** A line that asks for what cannot be, such as an unknown language, costs itself and not the lines after it. */
  private async answer(asked: Asked): Promise<Sheet> {
    try {
      return await this.file(asked)
    } catch (error) {
      if (error instanceof UsageError) return this.failed(asked.file, error.message)
      throw error
    }
  }

  private async sheet({ file, root, lang }: Asked & { root: string }, entry: Entry): Promise<OpenSheet> {
    const { workspace } = this.at(root)
    const ceiling = this.ceiling(file, root, entry)
    const named = lang ?? this.wish.language
    const { language, remark, parsed } = await readAs(workspace, entry, named === undefined ? undefined : this.language(named))
    const style = { level: lower(this.wish.level, ceiling), ...(this.wish.countLines ? { countLines: remark } : {}) }
    this.remark(file, parsed.problem)
    return { file, language, text: entry.text, parsed, style, skeleton: skeletonOf(parsed, entry.text, style) }
  }

  /** The same for one of many files, when it was made of the same text before. */
  private remembered(asked: Asked & { root: string }, entry: Entry): Sheet | undefined {
    const { workspace } = this.at(asked.root)
    const manner = this.manner(asked, entry)
    const kept = manner === undefined ? undefined : workspace.memory?.recall(manner.kind, entry.sha256)
    if (manner === undefined || kept === undefined) return undefined
    const bytes = Buffer.from(kept.buffer, kept.byteOffset, kept.length)
    if (bytes[0] === ACTS) return this.sheetFrom(asked, manner, bytes.toString('utf8', 1))
    const line = bytes.indexOf(LINE_FEED)
    this.remark(asked.file, bytes.toString('utf8', 0, Math.max(0, line)) || undefined)
    return { file: asked.file, language: manner.language.name, bytes: bytes.subarray(line + 1), get skeleton() { return bytes.toString('utf8', line + 1) } }
  }

  /** The same, made and remembered. */
  private async made(asked: Asked & { root: string }, entry: Entry): Promise<Sheet> {
    const { workspace } = this.at(asked.root)
    const manner = this.manner(asked, entry)
    if (manner === undefined) return this.sheet(asked, entry)
    const parsed = await parsedOf(entry, manner.language, workspace)
    const skeleton = skeletonOf(parsed, entry.text, manner.style)
    const made = `${parsed.problem ?? ''}\n${skeleton}`
    workspace.memory?.keepText(manner.kind, entry.sha256, visible(skeleton) === skeleton ? made : String.fromCharCode(ACTS) + made)
    return this.sheetFrom(asked, manner, made)
  }

  /** How one of many files is made; undefined when it is not remembered. */
  private manner({ file, root }: Asked & { root: string }, entry: Entry): Manner | undefined {
    const ceiling = this.ceiling(file, root, entry)
    const language = this.wish.language === undefined ? languageOf(entry, this.at(root).workspace) : undefined
    if (language === undefined) return undefined
    const level = lower(this.wish.level, ceiling)
    return { language, kind: `skeleton-${level}-${this.wish.countLines ? 'counted' : 'plain'}-${language.name}`, style: { level, ...(this.wish.countLines ? { countLines: language.remark } : {}) } }
  }

  private sheetFrom({ file }: Asked, { language }: Manner, made: string): Sheet {
    const line = made.indexOf('\n')
    this.remark(file, made.slice(0, line) || undefined)
    return { file, language: language.name, skeleton: made.slice(line + 1) }
  }

  /** How much of a file may be shown; one that may not be shown at all is not there. */
  private ceiling(file: string, root: string, entry: Entry): Level {
    const { isVisible, verdictOf } = this.at(root)
    if (!isVisible(entry.path)) throw new Failure(`there is no file ${file}`)
    const { ceiling } = permitted(entry.path, verdictOf(entry.path))
    if (entry.stub !== undefined) throw new Failure(`${file} is not shown as a skeleton: it is ${entry.stub}`)
    return ceiling
  }

  private remark(file: string, problem: string | undefined): void {
    if (problem !== undefined) this.diagnostics.push({ code: 'parse/coarse', severity: 'info', message: `${file}: ${problem}` })
  }

  private language(word: string): string {
    if (this.at(this.cwd).workspace.parser.languageNamed(word) !== undefined) return word
    const near = nearest(word, LANGUAGES.map(({ name }) => name))
    throw new UsageError(`there is no language "${word}"; ${near.length > 0 ? `did you mean ${near.join(', ')}?` : 'see "fovea languages"'}`)
  }

  private at(root: string): Open {
    const known = this.open.get(root)
    if (known !== undefined) return known
    const workspace = openWorkspace(root, { caching: this.wish.caching ?? 'on' })
    const request = requestOf(settle({}, workspace.layers))
    const opened = { workspace, isVisible: isVisible(request), verdictOf: verdictsOf(request) }
    this.open.set(root, opened)
    return opened
  }

  private failed(file: string, message: string): OpenSheet {
    this.diagnostics.push({ code: 'skeleton/failed', severity: 'warning', message })
    return blank(file, message)
  }
}

/** What cannot be shown, or changed meanwhile, is told in its place. */
function refused(file: string, error: unknown): OpenSheet {
  if (error instanceof Failure || error instanceof Changed) return blank(file, error.message)
  throw error
}

function tried<S>(file: string, act: () => S): S | OpenSheet {
  try {
    return act()
  } catch (error) {
    return refused(file, error)
  }
}

const blank = (file: string, error: string): OpenSheet =>
  ({ file, language: 'text', text: '', parsed: { tiles: [] }, style: { level: 'none' }, skeleton: '', error })

/** The file that a line asks for, or what is wrong with the line. */
function askedIn(line: string, number: number): Asked | { readonly wrong: string } {
  const wrong = { wrong: `line ${number} is not {"file": …, "path": …}: ${line.slice(0, 60)}` }
  try {
    const { file, path = file, lang } = JSON.parse(line) as Record<string, unknown>
    if (typeof path !== 'string' || (lang !== undefined && typeof lang !== 'string')) return wrong
    return { file: typeof file === 'string' ? file : path, path, lang }
  } catch {
    return wrong
  }
}

/** An entry as its own language reads it, from what is known of it, or as another one does. */
async function readAs(workspace: Workspace, entry: Entry, named: string | undefined): ReturnType<typeof parseText> {
  const language = named === undefined ? languageOf(entry, workspace) : undefined
  return language === undefined ? parseText(workspace.parser, { path: entry.path, text: entry.text, ...(named === undefined ? {} : { language: named }) })
    : { language: language.name, remark: language.remark, parsed: await parsedOf(entry, language, workspace) }
}
