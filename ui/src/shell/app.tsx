// The frame around every page: where one is, where one can go, and what is being said.
import { Announcer } from '../announce.tsx'
import { path, query } from '../address.ts'
import { contextAt } from '../choices.ts'
import { about } from '../plan.ts'
import { token } from '../token.ts'
import { Help } from './help.tsx'
import { Locked } from './locked.tsx'
import { PAGES, pageAt } from './pages.tsx'
import { ThemeSwitch } from './theme.tsx'

/** The whole studio. */
export function App() {
  if (token.value === undefined) return <Locked />
  const page = pageAt(path.value)
  return (
    <>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="bar">
        <a class="brand" href={contextAt(query.value)}>Fovea <span class="folder">{about.value?.folder}</span></a>
        <nav aria-label="Pages"><ul>{PAGES.filter(({ title }) => title !== undefined).map(({ at, title }) => <li key={at}><a href={at} aria-current={page?.at === at ? 'page' : at !== '/' && path.value.startsWith(`${at}/`) ? true : undefined}>{title}</a></li>)}</ul></nav>
        <ThemeSwitch />
        <Help />
      </header>
      <main id="main" tabIndex={-1}>{page === undefined ? <p class="empty">There is no page {path.value}. <a href="/">Go to the context</a></p> : <page.View />}</main>
      <Announcer />
    </>
  )
}
