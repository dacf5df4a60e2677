// Data files below the workspace: CSV, TSV, JSON, JSON lines, Parquet, Arrow and Feather. A file is looked at within bounds, however large it is.
import type { Descriptor } from '../../catalog/descriptor.ts'
import { SourceDown, type Connector, type OpenSource, type Watch } from '../../catalog/ports.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { basename, dirname } from 'node:path'
import { withFile } from './bytes.ts'
import { describe } from './describe.ts'
import { filesLabel } from './label.ts'
import { formatOf, isData, sheetOptions } from './formats.ts'
import { causeOf, factsOf, filesBelow, placeOf, type DataPlace, type Found } from './places.ts'
import { probe } from './probe.ts'
import { rowsOf } from './rows.ts'
import { BadFile } from './sheet.ts'
import { Sidecars } from './sidecar.ts'

/** A file or a folder of data files. */
export const files: Connector = { ...filesLabel, scan, probe, run: rowsOf }

async function* scan(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  const { file, stats } = await placeOf(source)
  const top = stats.isDirectory() ? file : dirname(file)
  const found: Found = stats.isDirectory()
    ? await filesBelow(file, isData)
    : { places: [{ path: basename(file), file, ...factsOf(stats) }], links: 0, closed: [], more: false }
  if (found.places.length === 0) throw new SourceDown(`${JSON.stringify(source.location)} holds no data files. Known are .csv, .tsv, .json, .geojson, .jsonl, .ndjson, .parquet, .arrow and .feather.`)
  yield* remarksOn(found)
  const sidecars = new Sidecars(dirname(top))
  let told = 0
  for (const place of found.places) {
    if (watch.signal?.aborted === true) return
    yield* look(place, source, sidecars)
    watch.progress(++told)
  }
}

/** One file: its lists of rows, and what is wrong with it. A file that cannot be read is told and passed over. */
async function* look(place: DataPlace, source: OpenSource, sidecars: Sidecars): AsyncIterable<Descriptor | Diagnostic> {
  try {
    yield* await described(place, source, sidecars)
  } catch (error) {
    yield warning('file-unreadable', place.path, `${place.path} was left out: it ${whyOf(error)}.`)
  }
}

const whyOf = (error: unknown): string => (error instanceof BadFile ? error.message : (error as { code?: unknown }).code !== undefined ? `could not be read: ${causeOf(error)}` : 'is damaged, or holds what is not understood')

async function described(place: DataPlace, source: OpenSource, sidecars: Sidecars): Promise<(Descriptor | Diagnostic)[]> {
  const format = formatOf(place.path)
  if (format === undefined) throw new BadFile('has an ending that names no format of data')
  const { name, owner, options } = source
  const around = { source: name, place, format, words: await sidecars.of(place.file), samples: options.samples === 'on', ...(owner === undefined ? {} : { owner }) }
  return withFile(place, async (file) => {
    const told: (Descriptor | Diagnostic)[] = []
    for (const sheet of await format.open(file, sheetOptions(options))) {
      const { descriptor, notes } = await describe(sheet, file, around)
      told.push(descriptor, ...notes.map((note) => warning('file-content', place.path, `${place.path} ${note}.`)))
    }
    return told
  })
}

function* remarksOn({ links, closed, more }: Found): Iterable<Diagnostic> {
  if (links > 0) yield { code: 'catalog/links', severity: 'info', message: `${links} ${links === 1 ? 'link was' : 'links were'} not followed.` }
  for (const path of closed) yield warning('folder-unreadable', path, `${path === '' ? 'The folder' : `${path}/`} could not be listed, so what is in it is not known.`)
  if (more) yield warning('too-many-files', '', 'There are more files than one source takes; the first are listed. Register its folders as sources of their own.')
}

const warning = (code: string, path: string, message: string): Diagnostic => ({ code: `catalog/${code}`, severity: 'warning', ...(path === '' ? {} : { path }), message })
