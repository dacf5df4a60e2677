import type { Format } from '../core/format.ts'
import { suggestion } from '../core/nearest.ts'
import { claudeXml } from './claude-xml.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { minimal } from './minimal.ts'
import { plusminusClassic } from './plusminus-classic.ts'
import { plusminus } from './plusminus.ts'
import { prompt } from './prompt.ts'
import { xml } from './xml.ts'

/** Every format, the default first. */
export const FORMATS: readonly Format[] = Object.freeze([claudeXml, xml, markdown, minimal, plusminus, plusminusClassic, json, prompt])

/** The names that `--format` takes, the default first. */
export const FORMAT_NAMES: readonly string[] = Object.freeze(FORMATS.map((format) => format.name))

/** The format with a name, as people type it. */
export function formatNamed(name: string): Format {
  const format = FORMATS.find((candidate) => candidate.name === name.toLowerCase())
  if (format === undefined) throw new TypeError(`there is no format "${name}"; ${suggestion(name, FORMAT_NAMES)}`)
  return format
}

export { claudeXml, json, markdown, minimal, plusminus, plusminusClassic, prompt, xml }
