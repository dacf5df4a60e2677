// From a record of the catalogue back to the file and the list in it.
import { placeOf as placeIn } from '../../catalog/id.ts'
import { SourceDown, type OpenSource } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { withFile, type DataFile } from './bytes.ts'
import { formatOf, sheetOptions } from './formats.ts'
import { fileOf } from './names.ts'
import { causeOf, placeOf } from './places.ts'
import { BadFile, type Sheet } from './sheet.ts'

/** Opens the list of rows that a record names, for the time of a piece of work. Throws a SourceDown that names the file and the cause. */
export async function withSheet<T>(source: OpenSource, resource: Resource, work: (sheet: Sheet, file: DataFile) => Promise<T>): Promise<T> {
  const { file, path, member } = await located(source, resource)
  try {
    return await withFile({ path, file }, async (data) => {
      const known = resource.details.columns.map(({ name }) => name)
      const sheets = await formatOf(path)?.open(data, { ...sheetOptions(source.options), ...(known.length === 0 ? {} : { known }) }) ?? []
      const sheet = sheets.find((one) => one.member === member)
      if (sheet === undefined) throw new BadFile(`no longer holds the list ${JSON.stringify(member ?? '')}`)
      return work(sheet, data)
    })
  } catch (error) {
    if (error instanceof SourceDown) throw error
    throw new SourceDown(`${path} cannot be read: it ${error instanceof BadFile ? error.message : (error as { code?: unknown }).code === undefined ? 'is damaged, or holds what is not understood' : causeOf(error).replace(/^it /, '')}. Scan the source again.`)
  }
}

interface Located {
  readonly file: string
  readonly path: string
  readonly member: string | undefined
}

/** Where the file is now. A single file is the source itself. */
async function located(source: OpenSource, resource: Resource): Promise<Located> {
  const { path, member } = fileOf(placeIn(resource.overview.uri)?.path ?? [])
  const { stats } = await placeOf(source)
  const { file } = await placeOf(source, stats.isDirectory() ? path : '')
  return { file, path, member }
}
