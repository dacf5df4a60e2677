// A folder as it was at a commit: the same workspace, whose files, configuration, aliases and history are those of the commit. Nothing on the disk is touched.
import { RegistryError, registryFrom } from '../core/ctx/registry.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry } from '../core/ports.ts'
import { CONFIG_FILE } from '../core/settings/preferences.ts'
import { redactIn } from '../guards/secrets.ts'
import { commitSource } from '../sources/commit-files.ts'
import { type CommitTree, openCommit } from '../sources/commit.ts'
import { PathError } from '../disk/inside.ts'
import { loadLayers } from './config.ts'
import type { Settings } from './settings.ts'
import type { Warm } from './warm.ts'
import { failClosed, historyOf, type Learn, type Reading, secretsIn, type Workspace } from './workspace.ts'

/** What a commit is looked at with. */
export interface AtCommit {
  /** What a server keeps between its answers. */
  readonly warm?: Warm
  onProgress?(done: number): void
}

const ALIASES = '.ado/aliases.json'

/** The largest configuration or registry, in bytes. */
const MOST_BYTES = 1 << 20

/** The workspace at a commit, by any name that git understands. What was learned counts as it does today, except when frozen. */
export async function atCommit(workspace: Workspace, rev: string, options: AtCommit = {}): Promise<Workspace> {
  const { root, frozen, guarding, signal, memory } = workspace
  const tree = await openCommit(root, rev, signal)
  const said = await textsOf(tree, [CONFIG_FILE, ALIASES])
  const { layers, diagnostics } = loadLayers(root, frozen, () => said.get(CONFIG_FILE))
  const { aliases, told } = aliasesIn(said.get(ALIASES))
  let known: ReadonlyMap<string, Entry> = new Map()
  return {
    ...workspace, commit: tree.id, layers, diagnostics: [...diagnostics, ...told], aliases,
    // A frozen page is that of a clean checkout, to the byte.
    ...(frozen ? {} : { reach: `This is the tree of commit ${tree.id.slice(0, 12)}; zoom commands in this page show the files of today, and say so when they differ.` }),
    read: async (settings, learn) => {
      failClosed(diagnostics)
      const reading = await (options.warm === undefined ? readTree(workspace, tree, { settings, learn, ...options }) : options.warm.readCommit({ root, commit: tree.id, settings, frozen, guarding }, () => readTree(workspace, tree, { settings, ...options })))
      known = new Map(reading.entries.map((entry) => [entry.path, entry]))
      return reading
    },
    readOne: (path) => {
      const entry = known.get(path)
      if (entry === undefined) throw new PathError(path, `it is not among the files of commit ${tree.id.slice(0, 12)}`)
      return entry
    },
    history: () => historyOf(root, memory, { signal, at: tree.id }),
    uncommitted: async () => [],
  }
}

/** Files of the commit that say how it is shown; what is no plain file, or too large, is an error. */
async function textsOf(tree: CommitTree, paths: readonly string[]): Promise<ReadonlyMap<string, string | Error>> {
  const rows = tree.rows.filter(({ path }) => paths.includes(path))
  const texts = new Map<string, string | Error>(rows.filter(({ kind }) => kind !== 'file').map(({ path }) => [path, new Error('it is not a plain file')]))
  await tree.blobs(rows.filter(({ kind }) => kind === 'file'), MOST_BYTES, ({ path }, blob) => {
    texts.set(path, blob === undefined ? new Error('it is not in this clone') : blob.size > MOST_BYTES ? new Error('it is larger than 1 MB') : blob.bytes.toString('utf8'))
    return true
  })
  return texts
}

/** A registry that cannot be read must not stop a page that would do without. */
function aliasesIn(text: string | Error | undefined): { aliases: NonNullable<Workspace['aliases']>; told: readonly Diagnostic[] } {
  try {
    if (text instanceof Error) throw new RegistryError(text.message)
    return { aliases: registryFrom(text), told: [] }
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    return { aliases: new Map(), told: [{ code: 'ctx/unreadable', severity: 'warning', message: `No alias is shown: ${ALIASES} cannot be used: ${error.message}.` }] }
  }
}

interface TreeReading extends AtCommit {
  readonly settings: Settings
  readonly learn?: Learn | undefined
}

async function readTree({ frozen, signal, guarding }: Workspace, tree: CommitTree, { settings, learn, onProgress }: TreeReading): Promise<Reading> {
  const source = commitSource(tree, {
    include: settings.include.value, exclude: settings.exclude.value, maxFileBytes: settings.maxFileBytes.value, frozen, redact: (legible) => redactIn(guarding, legible),
    ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { onProgress }),
  })
  const entries: Entry[] = []
  for await (const entry of source.entries()) {
    entries.push(entry)
    await learn?.(entry)
  }
  return { entries, diagnostics: source.diagnostics, secrets: secretsIn(source.diagnostics) }
}
