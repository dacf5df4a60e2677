// What stands above a file: its path, how much of it is shown, its handle, and what can be copied of it.
import type { PreviewFile, ZoomAnswer } from '../../../src/studio/contract.ts'
import type { Level } from '../../../src/core/level.ts'
import { ask } from '../ask.ts'
import { Copy } from '../copy.tsx'
import { LEVEL_DOCS, levelClass } from '../level.ts'
import { counted } from '../numbers.ts'
import { ZoomLink } from './lines.tsx'

/** What a head needs before the text has arrived. */
export interface Headed {
  readonly path: string
  readonly level: Level
  readonly tokens: number
  readonly whole: number
  readonly file?: PreviewFile | undefined
}

/** The head of a file. */
export function Head({ path, level, tokens, whole, file }: Headed) {
  return (
    <>
      <h3 class="part-path" title={path}>{path}</h3>
      <div class="part-facts">
        <span class={`level-name ${levelClass(level)}`} title={LEVEL_DOCS[level]}>{level}</span>
        <span class="part-tokens">{tokens === whole ? `${counted(tokens)} tokens` : `${counted(tokens)} of ${counted(whole)} tokens`}{file === undefined || file.hidden === 0 ? '' : `, ${counted(file.hidden)} hidden`}</span>
        {file === undefined ? null : (
          <span class="part-tools">
            <ZoomLink target={file.handle} title={`Zoom ${file.handle}`}>{`@${file.handle.slice(-8)}`}</ZoomLink>
            <Copy label={`Copy the handle of ${path}`} text={() => file.handle}>Handle</Copy>
            <Copy label={`Copy ${path} as shown`} text={() => file.text}>As shown</Copy>
            {level === 'full' ? null : <Copy label={`Copy ${path} whole`} text={() => wholeOf(path)}>Whole</Copy>}
          </span>
        )}
      </div>
    </>
  )
}

/** The whole text of a file, as zoom gives it: secrets are redacted there too. */
async function wholeOf(path: string): Promise<string> {
  const { files } = await ask<ZoomAnswer>('/zoom.json', new URLSearchParams({ target: `file=${path}`, budget: 'none', depth: 'full' }))
  if (files.length !== 1) throw new Error(`${path} is not one file any more`)
  return (files[0] as PreviewFile).text
}
