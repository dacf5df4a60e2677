// A file that is not in the plan: what keeps it out, and a button that brings it back.
import type { AbsentView } from '../../../src/studio/contract.ts'
import { announce } from '../announce.tsx'
import { choose, query } from '../address.ts'

/** One file. */
export function Absent({ file }: { file: AbsentView }) {
  const back = waysBack(file)
  return (
    <div class="absent">
      <p><strong class="mono">{file.path}</strong> is not in the plan. {file.why}{back === undefined ? ` ${file.next}` : ''}</p>
      {back === undefined ? null : <button type="button" onClick={() => { choose({ ...back, file: file.path, find: undefined }); announce(`${file.path} is brought back`) }}>Bring it back</button>}
    </div>
  )
}

/** What the address must say for it; undefined when no choice of this page keeps it out. */
function waysBack({ add, drop }: AbsentView): Record<string, readonly string[] | undefined> | undefined {
  const said = query.value
  if (add?.exclude !== undefined) return { exclude: [...said.getAll('exclude'), ...add.exclude] }
  if (add?.include !== undefined && said.has('include')) return { include: [...said.getAll('include'), ...add.include] }
  if (drop === undefined || !said.getAll(drop.name).includes(drop.value)) return undefined
  return { [drop.name]: said.getAll(drop.name).filter((one) => one !== drop.value) }
}
