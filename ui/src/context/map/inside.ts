// What stands in the file that the map is zoomed into.
import { useEffect, useState } from 'preact/hooks'
import type { PlanView, WhyView } from '../../../../src/studio/contract.ts'
import { query } from '../../address.ts'
import { ask } from '../../ask.ts'
import { choicesIn } from '../../choices.ts'

/** The definitions of a file, or a sentence when there are none to see. */
export interface Inside {
  readonly why?: WhyView
  readonly empty?: string
}

/** Asks again with every plan; what was known stays until then. */
export function useInside(plan: PlanView, path: string): Inside {
  const [known, setKnown] = useState<Inside & { path: string }>({ path: '' })
  const isFile = path !== '' && !path.endsWith('/')
  useEffect(() => {
    if (!isFile) return undefined
    const leave = new AbortController()
    const asked = choicesIn(query.peek())
    asked.set('target', path)
    ask<WhyView>('/why.json', asked, { signal: leave.signal }).then(
      (why) => setKnown(why.blocks.length === 0 ? { path, empty: `${path} has no definitions to look into.` } : { path, why }),
      (error: Error) => { if (!leave.signal.aborted) setKnown({ path, empty: error.message }) })
    return () => leave.abort()
  }, [plan, path])
  if (!isFile) return {}
  return known.path === path ? known : { empty: 'Reading its definitions…' }
}
