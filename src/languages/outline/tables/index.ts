import type { Speech } from '../speech.ts'
import { c, cpp } from './clike.ts'
import { csharp } from './csharp.ts'
import { dart } from './dart.ts'
import { ecmascript } from './ecmascript.ts'
import { elixir } from './elixir.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { kotlin } from './kotlin.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { lua, scala, shell } from './scripts.ts'
import { swift } from './swift.ts'

/** How each language is outlined, by its name. */
export const SPEECHES: ReadonlyMap<string, Speech> = new Map<string, Speech>([
  ['python', python],
  ...['javascript', 'typescript', 'tsx', 'flow'].map((name) => [name, ecmascript] as const),
  ['go', go],
  ['rust', rust],
  ['java', java],
  ['csharp', csharp],
  ['c', c],
  ['cpp', cpp],
  ['php', php],
  ['ruby', ruby],
  ['kotlin', kotlin],
  ['swift', swift],
  ['dart', dart],
  ['scala', scala],
  ['shell', shell],
  ['lua', lua],
  ['elixir', elixir],
])
