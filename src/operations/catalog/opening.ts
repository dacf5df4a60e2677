// The inputs that every command of the catalogue has.
import { resolve } from 'node:path'
import { flag, text } from '../../core/field.ts'
import { mustSeeAll, type OpenCatalog, openCatalog } from '../../workspace/catalog/index.ts'
import { openWorkspace, type Workspace } from '../../workspace/index.ts'
import type { Context } from '../operation.ts'

/** Where the catalogue is, and as data. */
export const placing = {
  root: text('The workspace whose catalogue is meant; the current folder unless told', { sign: 'FOLDER' }),
  json: flag('The answer as JSON'),
}

/** As who one reads it. */
export const reading = {
  ...placing,
  role: text('See what this role may see; FOVEA_ROLE or the configuration unless told', { sign: 'ROLE' }),
}

/** A workspace and its catalogue. */
export interface Opened {
  readonly workspace: Workspace
  readonly catalog: OpenCatalog
}

/** Does something that changes the catalogue. */
export const keeping = <T>(context: Context, input: { readonly root: string | undefined; readonly role: string | undefined }, act: (opened: Opened) => Promise<T>): Promise<T> =>
  withCatalog(context, input, (opened) => {
    mustSeeAll(opened.catalog.role)
    return act(opened)
  })

/** Does something with a catalogue and closes it, whatever comes of it. */
export async function withCatalog<T>(context: Context, input: { readonly root: string | undefined; readonly role?: string | undefined }, act: (opened: Opened) => Promise<T>): Promise<T> {
  const workspace = openWorkspace(resolve(context.cwd, input.root ?? '.'), { from: context.cwd, ...(context.signal ? { signal: context.signal } : {}) })
  const catalog = await openCatalog(workspace, { role: input.role })
  try {
    return await act({ workspace, catalog })
  } finally {
    await catalog.close()
    await workspace.close()
  }
}
