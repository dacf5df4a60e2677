// What all pages of the catalogue have: where one is among them, as whom one looks, the command that says the same, and the same as data.
import type { ComponentChildren } from 'preact'
import { choose, path, query } from '../address.ts'
import { announce } from '../announce.tsx'
import { askText } from '../ask.ts'
import { Copy } from '../copy.tsx'
import { save } from '../save.ts'
import type { RolesView } from '../../../src/studio/contract/catalog.ts'
import { at } from './address.ts'
import { useAnswer } from './answer.ts'
import './catalog.css'

const PARTS = [['/catalog', 'Search'], ['/catalog/changes', 'What changed'], ['/catalog/plan', 'Plan']] as const
const NOTHING = new URLSearchParams()

/** What a page says about itself. */
interface Framing {
  readonly title: string
  /** The command that gives the same. */
  readonly command: string
  /** What is shown of it, where it is long. */
  readonly brief?: string
  /** The twin of the page. */
  readonly twin: string
  readonly asked: URLSearchParams
  readonly children: ComponentChildren
}

/** A page of the catalogue. Another role begins it anew: nothing of what was seen before stays on it. */
export function Frame({ title, command, brief = command, twin, asked, children }: Framing) {
  const role = query.value.get('role') ?? ''
  return (
    <div class="catalog">
      <div class="catalog-head">
        <h1>{title}</h1>
        <nav aria-label="Catalogue"><ul>{PARTS.map(([to, name]) => <li key={to}><a href={at(to)} aria-current={path.value === to ? 'page' : undefined}>{name}</a></li>)}</ul></nav>
        <RoleSwitch />
      </div>
      <div key={role}>{children}</div>
      <div class="copybar catalog-foot">
        <code class="command" tabIndex={0} role="region" aria-label="The same as a command">{brief}</code>
        <Copy text={() => command} label="Copy the command" />
        <Twin twin={twin} asked={asked} />
      </div>
    </div>
  )
}

function RoleSwitch() {
  // Why there is none is told by the page itself.
  const { answer } = useAnswer<RolesView>('/catalog/roles.json', NOTHING)
  const role = query.value.get('role') ?? answer?.own ?? ''
  if (answer === undefined || (answer.roles.length === 0 && role === '')) return null
  return (
    <>
      <div class="field role-switch">
        <label for="role">See as</label>
        <select id="role" value={role} onChange={(event) => choose({ role: event.currentTarget.value === answer.own ? undefined : event.currentTarget.value })}>
          {[...new Set([...answer.roles, ...(role === '' ? [] : [role])])].map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </div>
      <p class={role === answer.own ? 'banner own' : 'banner'} role="status">As <strong>{role}</strong>: {role === answer.own ? 'the role of this studio.' : 'what this role may not see is not on these pages, and not in their data.'}</p>
    </>
  )
}

/** The page as data. The token goes in a header, so the file is asked for here and handed over. */
function Twin({ twin, asked }: { twin: string; asked: URLSearchParams }) {
  const address = asked.size === 0 ? twin : `${twin}?${asked}`
  const name = `${twin.slice(1).replaceAll('/', '-')}`
  const take = async (event: MouseEvent): Promise<void> => {
    event.preventDefault()
    const text = await askText(twin, asked).catch((error: Error) => { announce(error.message) })
    if (typeof text === 'string') save(name, text)
  }
  return <><a class="twin" href={address} download={name} onClick={(event) => void take(event)}>JSON</a><Copy text={() => askText(twin, asked)} label="Copy JSON">Copy JSON</Copy></>
}
