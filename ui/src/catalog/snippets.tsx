// How a resource is used, an engine each, ready to be copied.
import { Copy } from '../copy.tsx'
import { Code } from './code.tsx'

const NAMES: Readonly<Record<string, string>> = { sql: 'SQL', ir: 'Plan in a line', bash: 'Shell', ts: 'TypeScript', js: 'JavaScript', py: 'Python', graphql: 'GraphQL' }

/** All snippets. */
export function Snippets({ snippets }: { snippets: readonly { readonly engine: string; readonly code: string }[] }) {
  if (snippets.length === 0) return null
  return (
    <section aria-label="Snippets">
      <h2>Use it</h2>
      {snippets.map(({ engine, code }, place) => (
        <figure key={place} class="snippet" data-engine={engine}>
          <figcaption>{NAMES[engine] ?? engine}<Copy text={() => code} label={`Copy the ${NAMES[engine] ?? engine} snippet`} /></figcaption>
          <Code engine={engine} text={code} />
        </figure>
      ))}
    </section>
  )
}
