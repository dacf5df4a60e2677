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
import { type Caching, LANGUAGES, openWorkspace, requestOf, type Settings, settle, visible, type Workspace } from '../workspace/index.ts'
import { breathing } from './breath.ts'
import { permitted } from './fragment.ts'
import { EXIT, Failure } from './operation.ts'
import { keptStretch, STRETCH, stretchesOf, stretchFrom } from './stretches.ts'

/** How skeletons are wanted. */
export interface Wish {
  readonly caching?: Caching
  readonly signal?: AbortSignal
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
  /** It changed while it was read, or its parser failed: another look may tell more. */
  readonly passing?: true
  /** The same skeleton in UTF-8, where it was remembered and nothing in it acts or hides: it can be written as it is. */
  readonly bytes?: Uint8Array
}

/** A file with everything that its skeleton was made of. */
export interface OpenSheet extends Sheet {
  readonly text: string
  readonly parsed: Parsed
  readonly style: SkeletonStyle
}

/** How the files of a folder are written one below the other. */
export interface Form {
  /** What is written is remembered under this. */
  readonly name: string
  write(sheet: Sheet): readonly Uint8Array[]
}

/** Told how many files of how many are done. */
type Progress = (done: number, all: number) => void

/** A file of a folder, and how the answer names it. */
interface Member {
  readonly asked: Asked & { readonly root: string }
  readonly entry: Entry
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
  private readonly breath: () => Promise<void> | undefined

  constructor(private readonly cwd: string, private readonly wish: Wish) {
    this.breath = breathing(wish.signal)
    if (wish.language !== undefined) this.language(wish.language)
  }

  /** The exit code for what happened so far. */
  exit(): number {
    return this.diagnostics.some(({ severity, code }) => severity !== 'info' && code !== 'source/redacted') ? EXIT.partial : EXIT.ok
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

  /** Every file of a folder, in the order of their paths, as it is written. What stood side by side before is found with one look: ten thousand looks would take longer than everything else. */
  async *folder(typed: string, { form, progress }: { form: Form; progress: Progress }): AsyncIterable<Uint8Array> {
    const { workspace, members, settings } = await this.members(typed)
    const said = JSON.stringify([form.name, this.wish.level, this.wish.countLines, this.wish.language ?? null, settings])
    let done = 0
    for (const stretch of stretchesOf(members)) {
      const key = workspace.memory === undefined ? undefined : workspace.digest.sha256(`${said}\n${stretch.map(({ asked, entry }) => `${asked.file}\0${entry.path}\0${entry.sha256}\0${entry.stub ?? ''}\0`).join('')}`)
      const kept = key === undefined ? undefined : stretchFrom(workspace.memory?.recall(STRETCH, key))
      this.diagnostics.push(...kept?.diagnostics ?? [])
      if (kept !== undefined) progress(done += stretch.length, members.length)
      await this.breath()
      yield kept?.bytes ?? await this.written(stretch, { form, progress: () => progress(done++, members.length), keep: (bytes) => { if (key !== undefined) workspace.memory?.keep(STRETCH, key, bytes) } })
    }
    await workspace.close()
  }

  /** The same with all that the skeletons were made of. */
  async *openFolder(typed: string, progress: Progress): AsyncIterable<OpenSheet> {
    const { workspace, members } = await this.members(typed)
    for (const [done, { asked, entry }] of members.entries()) {
      await this.breath()
      progress(done, members.length)
      yield await this.sheet(asked, entry).catch((error: unknown) => refused(asked.file, error))
    }
    await workspace.close()
  }

  /** The files of a folder that may be shown. They are named as the folder was typed, so that a name can be typed again. */
  private async members(typed: string): Promise<{ workspace: Workspace; members: Member[]; settings: Settings }> {
    const root = resolve(this.cwd, typed)
    const prefix = typed.replace(/^(?:\.\/)+|^\.$/, '').replace(/([^/])\/*$/, '$1/')
    const { workspace, isVisible } = this.at(root)
    const settings = settle({}, workspace.layers)
    const { entries, diagnostics } = await workspace.read(settings)
    this.diagnostics.push(...diagnostics.map((diagnostic) => namedFrom(prefix, diagnostic)))
    return { workspace, settings, members: entries.filter(({ path }) => isVisible(path)).map((entry) => ({ entry, asked: { file: `${prefix}${entry.path}`, path: entry.path, root } })) }
  }

  /** A stretch as it is written, from what is remembered of each file, or made now. */
  private async written(stretch: readonly Member[], { form, progress, keep }: { form: Form; progress: () => void; keep: (stretch: Uint8Array) => void }): Promise<Uint8Array> {
    const told = this.diagnostics.length
    const parts: Uint8Array[] = []
    let isLasting = true
    for (const { asked, entry } of stretch) {
      await this.breath()
      progress()
      const sheet = tried(asked.file, () => this.remembered(asked, entry)) ?? await this.made(asked, entry).catch((error: unknown) => refused(asked.file, error))
      parts.push(...form.write(sheet))
      if (sheet.passing) isLasting = false
    }
    const bytes = Buffer.concat(parts)
    if (isLasting) keep(keptStretch({ bytes, diagnostics: this.diagnostics.slice(told) }))
    return bytes
  }

  /** An answer for each line that is not blank. */
  async *answers(lines: AsyncIterable<string>): AsyncIterable<Sheet> {
    let number = 0
    for await (const line of lines) {
      number++
      if (line.trim() === '') continue
      const asked = askedIn(line, number)
      yield 'wrong' in asked ? this.failed('', asked.wrong) : await this.answer(asked)
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
    return { file, language, text: entry.text, parsed, style, skeleton: skeletonOf(parsed, entry.text, style), ...(parsed.passing ? { passing: true } : {}) }
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
    if (parsed.passing) return { ...this.sheetFrom(asked, manner, made), passing: true }
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
    const workspace = openWorkspace(root, { caching: this.wish.caching ?? 'on', ...(this.wish.signal === undefined ? {} : { signal: this.wish.signal }) })
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

/** What is said of a file of a folder, with the name that its skeleton has. */
const namedFrom = (prefix: string, diagnostic: Diagnostic): Diagnostic => {
  const { path, message } = diagnostic
  return path === undefined ? diagnostic : { ...diagnostic, path: `${prefix}${path}`, message: message.replace(path, () => `${prefix}${path}`) }
}

/** What cannot be shown, or changed meanwhile, is told in its place. */
function refused(file: string, error: unknown): OpenSheet {
  if (error instanceof Changed) return { ...blank(file, error.message), passing: true }
  if (error instanceof Failure) return blank(file, error.message)
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
