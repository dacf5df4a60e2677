// The whole line in this process, on a folder that is read once.
import { compileWorkspace, openWorkspace, settle } from '../../dist/workspace/index.js'

/** A folder that has been read; packing it again does not read it again. */
export async function readFolder(path) {
  const workspace = openWorkspace(path, { frozen: true })
  const reading = await workspace.read(settle({}, workspace.layers))
  return { workspace, reading }
}

/** Packs what was read. */
export const pack = ({ workspace, reading }, flags) => compileWorkspace({ ...workspace, read: async () => reading }, settle(flags, workspace.layers))
