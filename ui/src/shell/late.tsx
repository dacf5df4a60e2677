// A page that is loaded when it is opened first.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Stands for a view until it has arrived. */
export function late(load: () => Promise<ComponentType>): ComponentType {
  let known: ComponentType | undefined
  return function Late() {
    const [View, setView] = useState<ComponentType | undefined>(() => known)
    const [failed, setFailed] = useState<string>()
    useEffect(() => {
      if (known === undefined) load().then((view) => { known = view; setView(() => view) }, (error: Error) => setFailed(error.message))
    }, [])
    if (failed !== undefined) return <p class="wrong" role="alert">This page could not be loaded ({failed}). Load it again.</p>
    return View === undefined ? <p class="empty" aria-busy="true">Loading…</p> : <View />
  }
}
