// Where effects meet the core: a folder that can be read, parsed, measured and remembered.
import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { UsageError } from '../core/field.ts'
import type { History } from '../core/history.ts'
import type { Registry } from '../core/ctx/registry.ts'
import { keptJson } from '../core/kept-json.ts'
import type { Digest, Embedder, Entry, Ledger, Memory, Meter, Parser, Store } from '../core/ports.ts'
import { factsFor } from '../guards/privacy.ts'
import { type Guarding, redactIn, redactSecrets, redactWith } from '../guards/secrets.ts'
import { createParser } from '../languages/index.ts'
import { formatNamed } from '../formats/index.ts'
import { createMeter } from '../meters/index.ts'
import { filesSource, type FilesOptions } from '../sources/files.ts'
import { gitFacts } from '../sources/git.ts'
import { historyKey, historyProblem, readHistory } from '../sources/history.ts'
import { readEntry } from '../sources/jail.ts'
import { readAtMost } from '../sources/read.ts'
import { uncommittedIn } from '../sources/uncommitted.ts'
import { folderStore } from '../stores/folder.ts'
import type { Originals } from '../stores/originals.ts'
import type { Answers } from '../stores/answers.ts'
import type { Packs } from '../stores/packs.ts'
import { forgetful } from '../stores/forgetful.ts'
import { asset, inPieces, nodeAssets } from './assets.ts'
import { cacheFor, type Caching } from './caching.ts'
import { type Experience, experienceOf, INNOCENT } from './experience.ts'
import { isPath, type Layer, loadLayers, userConfigPath } from './config.ts'
import type { Settings } from './settings.ts'
import { documentsFor } from './shared-documents.ts'
import { shippedMemory } from './shipped.ts'
import type { Blocks, Warm } from './warm.ts'
import type { Between } from '../core/between.ts'

/** How a workspace is opened. */
export interface WorkspaceOptions {
  /** No clock, no store: the same bytes for the same files. */
  readonly frozen?: boolean
  readonly signal?: AbortSignal
  /** Where commands are typed: when that is another folder, pages with commands say where these hold. */
  readonly from?: string
  /** A model of one's own for the signal of meaning, before any that is configured; not used when frozen. */
  readonly embedder?: Embedder
  /** Whether what was worked out before is used; on unless told. */
  readonly caching?: Caching
  /** What a server keeps between its answers. */
  readonly warm?: Warm
  /** Hide numbers of people too, whatever the configuration says. */
  readonly pii?: boolean
  onProgress?(done: number): void
}

/** Everything that was read, and what could not be. */
export interface Reading {
  readonly entries: readonly Entry[]
  readonly diagnostics: readonly Diagnostic[]
  /** Files in which a secret was redacted. */
  readonly secrets: readonly string[]
}

/** Told of an entry; a promise when something must be loaded first. */
export type Learn = (entry: Entry) => Promise<void> | undefined

/** A folder that Fovea works in. */
export interface Workspace {
  readonly root: string
  readonly frozen: boolean
  readonly signal?: AbortSignal
  readonly embedder?: Embedder
  /** The commit that is looked at, in hex; absent for the files as they are on disk. */
  readonly commit?: string
  /** The aliases of that commit. */
  readonly aliases?: Registry
  /** Configuration files, strongest first. */
  readonly layers: readonly Layer[]
  readonly diagnostics: readonly Diagnostic[]
  /** What is hidden beside the usual, and what is allowed. */
  readonly guarding: Guarding
  readonly store: Store
  /** What went wrong with the store; filled as it is used. */
  readonly storeDiagnostics: readonly Diagnostic[]
  /** What was learned about its files; a frozen workspace knows nothing and learns nothing. */
  readonly experience: Experience
  /** Packs that were printed before; absent when it is frozen or has no cache. */
  readonly packs?: Packs
  /** Answers that were given before; absent without a cache. */
  readonly answers?: Answers
  /** Outputs of tools that were shown in part; none when frozen or without a cache. */
  readonly originals?: Originals
  readonly parser: Parser
  readonly digest: Digest
  /** What was worked out from texts in earlier runs. */
  readonly memory?: Memory
  /** Outlines of files that were parsed for an earlier answer. */
  readonly blocks?: Blocks
  /** What stays between two plans for the same files. */
  readonly between?: Between
  meter(name: string): Promise<Meter>
  /** Reads every file once; `learn` is told of each while its text is at hand, and waited for. */
  read(settings: Settings, learn?: Learn): Promise<Reading>
  /** Reads one file as it is on disk now; it must lie inside the root. `asked` reads lock files, generated and minified text too. */
  readOne(path: string, options?: Pick<FilesOptions, 'maxFileBytes' | 'asked'>): Entry
  /** The commits behind what is checked out, read once; undefined without a repository. A frozen workspace has them too: they follow from the commit. */
  history(): Promise<History | undefined>
  /** Those of the paths whose content is not in the commit that is checked out. */
  uncommitted(paths: readonly string[]): Promise<readonly string[]>
  /** Why there is no history where one could be expected. */
  historyProblem(): Diagnostic | undefined
  /** What may be said of the place: little, unless sensitive facts are allowed. */
  facts(allowSensitive: boolean): readonly (readonly [string, string])[]
  /** How commands in a page reach this folder, for their reader; undefined when they are typed in it. A frozen page does not depend on where it is made. */
  readonly reach?: string
  /** ISO time, seconds; the epoch when frozen. */
  timestamp(): string
  /** Writes what is to be remembered. */
  close(): Promise<void>
}

/** One for all folders: a grammar is loaded once, however many are opened. */
const PARSER = createParser(nodeAssets)

/** Opens a folder. */
export function openWorkspace(folder: string, options: WorkspaceOptions = {}): Workspace {
  const root = rootOf(folder)
  const frozen = options.frozen ?? false
  const { layers, diagnostics } = loadLayers(root, frozen)
  const meters = options.warm?.meters ?? new Map<string, Promise<Meter>>()
  let history: Promise<History | undefined> | undefined
  const kept = frozen ? undefined : folderStore(join(root, '.fovea'))
  const guarding = guardingOf(layers, options.pii ?? false)
  const began = Date.now()
  const cache = cacheFor(root, { caching: options.caching ?? 'on', guarding, warm: options.warm })
  const timestamp = (): string => new Date(frozen ? 0 : Date.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    root, frozen, layers, diagnostics, guarding,
    ...(options.signal === undefined ? {} : { signal: options.signal }), ...(options.embedder === undefined ? {} : { embedder: options.embedder }),
    ...(frozen || options.from === undefined ? {} : reachOf(root, options.from)),
    store: kept ?? forgetful, storeDiagnostics: kept?.diagnostics ?? [],
    experience: frozen ? INNOCENT : experienceOf(() => documentsFor({ root, layers }, '.fovea'), { timestamp, doubt: () => shippedMemory({ root, layers, ...(options.signal === undefined ? {} : { signal: options.signal }) }) }),
    parser: PARSER, ...(cache === undefined ? {} : { memory: cache.memory, answers: cache.answers, ...(frozen ? {} : { packs: cache.packs, originals: cache.originals }) }), ...(options.warm === undefined ? {} : { blocks: options.warm.blocks, between: options.warm.between }),
    digest: { sha256: (text) => createHash('sha256').update(text).digest('hex') },
    meter: (name) => {
      const meter = meters.get(name) ?? createMeter(name, (encoding) => asset(`vocab/${encoding}.bin`), (encoding, use) => inPieces(`vocab/${encoding}.laid`, use))
      meters.set(name, meter)
      return meter
    },
    read: async (settings, learn) => {
      failClosed(diagnostics)
      const readNow = (): Promise<Reading> => readAll(root, settings, { ...options, frozen, guarding, ledger: cache?.ledger(String(settings.maxFileBytes.value)), lists: cache === undefined || options.caching === 'verify' ? undefined : { shelf: cache.lists, now: began, isSecret: (text) => redactWith(guarding, text).text !== text }, learn })
      return options.warm === undefined ? readNow() : options.warm.read({ root, settings, frozen, guarding, trusted: options.caching !== 'verify' }, readNow)
    },
    readOne: (path, reading = {}) => {
      failClosed(diagnostics)
      return readEntry(root, path, { redact: (legible) => redactIn(guarding, legible), frozen, ...reading })
    },
    history: () => (history ??= historyOf(root, cache?.memory, { signal: options.signal })),
    uncommitted: (paths) => uncommittedIn(root, paths, options.signal),
    historyProblem: () => historyProblem(root),
    facts: (allowSensitive) => factsOf(root, { allowSensitive, frozen }),
    timestamp,
    close: async () => {
      await kept?.close()
      cache?.close()
    },
  }
}

/** What is hidden beside the usual, and what is allowed: only its user may say so. Paths are for reports: what was worked out from a text is kept by its bytes, wherever these lie. */
export function guardingOf(layers: readonly Layer[], pii: boolean): Guarding {
  const said = layers.map(({ config }) => config.secrets).find((secrets) => secrets !== undefined)
  const allow = (said?.allow ?? []).filter((one) => !isPath(one))
  return { ...(pii || said?.pii === true ? { pii: true } : {}), ...(allow.length === 0 ? {} : { allow }) }
}

/** The commits behind a folder, which follow from the newest one and need not be read twice. */
export async function historyOf(root: string, memory: Memory | undefined, { signal, at }: { signal?: AbortSignal | undefined; at?: string }): Promise<History | undefined> {
  const facts = memory === undefined ? undefined : historyKey(root, at)
  const key = facts === undefined ? undefined : createHash('sha256').update(facts).digest('hex')
  const before = key === undefined ? undefined : keptJson<History>(memory?.recallText('history', key))
  if (Array.isArray(before?.commits)) return before
  const history = await readHistory(root, { redact: redactSecrets, ...(signal === undefined ? {} : { signal }), ...(at === undefined ? {} : { at }) })
  if (key !== undefined && history !== undefined && history.partial === undefined) memory?.keepText('history', key, JSON.stringify(history))
  return history
}

/** A configuration that cannot be read may hold excludes and ceilings: nothing is shown until it is mended. */
export function failClosed(diagnostics: readonly Diagnostic[]): void {
  const wrong = diagnostics.find((diagnostic) => diagnostic.severity === 'error')
  if (wrong !== undefined) throw new UsageError([wrong.message, wrong.hint].filter((part) => part !== undefined).join('. '))
}

function rootOf(folder: string): string {
  const path = resolve(folder)
  const stat = statSync(path, { throwIfNoEntry: false })
  const shown = relative(process.cwd(), path) || '.'
  if (stat === undefined) throw new UsageError(`there is no folder ${shown}`)
  if (!stat.isDirectory()) throw new UsageError(`${shown} is a file: to see one file use "fovea zoom file=${shown}" or "fovea skeleton ${shown}"`)
  return realpathSync(path)
}

/** A folder below can be named; any other path would tell more of the machine than a page may. */
function reachOf(root: string, from: string): { reach?: string } {
  const below = relative(realpathSync(from), root).replaceAll('\\', '/')
  if (below === '') return {}
  const named = !below.startsWith('../') && below !== '..' && !isAbsolute(below)
  return { reach: named ? `Zoom commands in this page need --root '${below.replaceAll("'", `'\\''`)}'.` : 'Zoom commands in this page hold in the folder that was packed: go there, or add --root and its path.' }
}

async function readAll(root: string, settings: Settings, options: WorkspaceOptions & { guarding: Guarding; ledger: Ledger | undefined; lists: FilesOptions['lists']; learn: Learn | undefined }): Promise<Reading> {
  const reading: FilesOptions = {
    include: settings.include.value, exclude: settings.exclude.value, maxFileBytes: settings.maxFileBytes.value, frozen: options.frozen ?? false,
    // What one clone excludes by itself is not part of the codebase.
    useLocalExcludes: !(options.frozen ?? false),
    checksums: formatNamed(settings.format.value).checksums ?? true,
    // A server goes on after the page: it must not hold what was printed.
    isPrinted: settings.budget.value === Infinity && options.warm === undefined,
    isGathered: true,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    redact: (legible) => redactIn(options.guarding, legible),
    ...(options.ledger === undefined ? {} : { ledger: options.ledger }), ...(options.lists === undefined ? {} : { lists: options.lists }),
  }
  const source = filesSource(root, reading)
  const entries: Entry[] = []
  for await (const entry of source.entries()) {
    entries.push(entry)
    const learning = options.learn?.(entry)
    if (learning !== undefined) await learning
  }
  return { entries, diagnostics: source.diagnostics, secrets: secretsIn(source.diagnostics) }
}

/** Files in which a secret was replaced. */
export const secretsIn = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.flatMap(({ code, path }) => (code === 'source/redacted' && path !== undefined ? [path] : []))

/** Longest text of session notes that is shown. */
const MOST_NOTES = 4096

/** Every fact passes the same door as content: a token in the notes is still a token. A clone has its own remote, so a frozen page does not name it unasked. */
function factsOf(root: string, { allowSensitive, frozen }: { allowSensitive: boolean; frozen: boolean }): readonly (readonly [string, string])[] {
  const facts = factsFor({
    projectRoot: root,
    hostname: hostname(),
    sessionNotes: readAtMost(join(root, '.fovea', 'notes.txt'), MOST_NOTES)?.toString('utf8').trim() ?? '',
    userConfigPath: userConfigPath(),
    gitRemote: frozen && !allowSensitive ? '' : (gitFacts(root).remote ?? ''),
  }, allowSensitive)
  return facts.map(([name, value]) => [name, redactSecrets(value).text])
}
