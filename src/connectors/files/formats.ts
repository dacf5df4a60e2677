// The formats of data files, by the endings of names.
import { arrow } from './arrow.ts'
import { csv } from './csv.ts'
import { json, jsonl } from './json.ts'
import { parquet } from './parquet.ts'
import type { Format, SheetOptions } from './sheet.ts'

const FORMATS: readonly Format[] = [csv, json, jsonl, parquet, arrow]

/** Files with data endings that configure programs or describe other files. */
const NO_DATA = /^(?:package(?:-lock)?|tsconfig.*|jsconfig.*|composer|datapackage|deno|bower|lerna|nx|turbo|renovate|manifest|.*\.schema)\.json$|\.config\.json$|^\./i

/** The format of a file by its name; undefined when it holds no data. */
export function formatOf(name: string): Format | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return FORMATS.find(({ endings }) => endings.includes(ending))
}

/** Whether a file of a folder is one of its data files. */
export const isData = (name: string): boolean => formatOf(name) !== undefined && !NO_DATA.test(name)

/** What the options of a source mean: `delimiter=;`, `header=off`. */
export function sheetOptions(options: Readonly<Record<string, string>>): SheetOptions {
  const { delimiter, header } = options
  return {
    ...(delimiter === undefined ? {} : { delimiter: delimiter === 'tab' ? '\t' : delimiter.slice(0, 1) }),
    ...(header === undefined ? {} : { header: header !== 'off' && header !== 'no' && header !== 'false' }),
  }
}
