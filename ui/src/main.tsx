import { render } from 'preact'
import { follow } from './address.ts'
import { App } from './shell/app.tsx'
import { listenForKeys } from './keys.ts'
import { watchAbout, watchPlan } from './plan.ts'

listenForKeys()
watchAbout()
watchPlan()
document.addEventListener('click', follow)
render(<App />, document.getElementById('app') as HTMLElement)
