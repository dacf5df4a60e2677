// Where a model may be asked. Code and keys leave the machine this way, so the way must be encrypted or not leave it at all.

/** Loopback by name or number: what is sent there stays on this machine. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** Names of queries that hold what nobody else may know. */
const SECRET = /(?:^|[-_.]|api|access|auth)(?:key|token|secret|pass(?:word|wd)?|auth|sig|signature|credentials?)$/i

/** What is wrong with an address, in words; undefined when nothing is. */
export function addressFault(url: string, insecure = false): string | undefined {
  if (!URL.canParse(url)) return `must be an address such as https://api.example.com, not "${url.slice(0, 60)}"`
  const { protocol, username, password, hostname, searchParams } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return `must begin with https:// or http://, not ${protocol}`
  if (username !== '' || password !== '') return 'must not hold a user or a password: name an environment variable in key'
  const secret = [...searchParams.keys()].find((name) => SECRET.test(name))
  if (secret !== undefined) return `must not hold a key, and "${secret.slice(0, 40)}" looks like one: name an environment variable in key`
  if (protocol === 'http:' && !insecure && !LOOPBACK.test(hostname)) return `must begin with https:// because ${hostname} is another machine; "insecure": true allows it`
  return undefined
}

/** The place to ask: a base such as `https://host`, `https://host/v1` or the whole address all lead to it. */
export function addressOf(url: string, path: string): URL {
  const address = new URL(url)
  const base = address.pathname.replace(/\/+$/, '')
  const parts = path.split('/').filter((part) => part !== '')
  // As much of the path as the address already ends with is not said twice.
  const said = [...parts.keys(), parts.length].reverse().find((count) => count === 0 || base.endsWith(`/${parts.slice(0, count).join('/')}`)) ?? 0
  address.pathname = [base, ...parts.slice(said)].join('/')
  return address
}
