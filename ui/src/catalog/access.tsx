// Who may see it. What each role sees is told to whoever sees everything, and to nobody else.
import { query, href, changed } from '../address.ts'
import type { AccessView, CardView } from '../../../src/studio/contract/catalog.ts'

/** The section. */
export function Access({ details: { access: { policy, secrets, grants = [] }, constraints }, access = [] }: { details: CardView['resource']['details']; access: readonly AccessView[] | undefined }) {
  return (
    <section>
      <h2>Access</h2>
      <dl>
        <dt>Policy</dt><dd>{policy}</dd>
        {constraints.pii === undefined ? null : <><dt>Personal data</dt><dd>{constraints.pii}</dd></>}
        {grants.length === 0 ? null : <><dt>Grants</dt><dd>{grants.join(', ')}</dd></>}
        {secrets.length === 0 ? null : <><dt>Secrets</dt><dd>{secrets.map((secret) => <div key={secret}><code>{secret}</code> (a reference: the secret itself is kept nowhere)</div>)}</dd></>}
      </dl>
      {access.length === 0 ? null : (
        <div class="wide" tabIndex={0} role="region" aria-label="What each role sees">
          <table>
            <thead><tr><th scope="col">Role</th><th scope="col">Sees it</th><th scope="col">Kept from it</th></tr></thead>
            <tbody>{access.map((one) => <tr key={one.role}><th scope="row"><a href={href('/catalog/resource', changed(query.value, { role: one.role }))}>{one.role}</a></th><td>{one.sees ? 'yes' : 'no'}</td><td>{keptFrom(one)}</td></tr>)}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** What a role does not see of it. */
function keptFrom({ sees, hidden, closed, details, antiPatterns }: AccessView): string {
  if (!sees) return 'everything'
  const parts = [...(details ? [] : ['details']), ...hidden, ...closed.map((name) => `values of ${name}`), ...(antiPatterns ? [] : ['what to avoid'])]
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}
