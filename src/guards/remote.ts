// Addresses of repositories come in three shapes: with a scheme, like scp (`git@host:path`), and plain paths of this machine.

const WITH_SCHEME = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\s]*)(.*)$/is
const LIKE_SCP = /^(?:([^@\s/]+)@)?(\[[0-9a-f:.]+\]|[\w.-]{2,}):(?!\/\/)(.*)$/is

/** The host of a repository's address, in lower case, without user and port; undefined for a path of this machine. */
export function domainOf(remote: string): string | undefined {
  const [, scheme = '', authority = ''] = WITH_SCHEME.exec(remote.trim()) ?? []
  const host = scheme === '' ? LIKE_SCP.exec(remote.trim())?.[2] : hostOf(authority)
  return host === undefined || host === '' || /^file:/i.test(scheme) ? undefined : host.toLowerCase()
}

const hostOf = (authority: string): string =>
  authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')

/** The address without user names, passwords and tokens. `git@` stays: it names the service, not a person. */
export function withoutCredentials(remote: string): string {
  const address = remote.trim()
  const [, scheme = '', authority = '', rest = ''] = WITH_SCHEME.exec(address) ?? []
  if (scheme !== '') return `${scheme}${anonymous(authority)}${rest.replace(/[?#].*$/s, '')}`
  const [, user, host, path] = LIKE_SCP.exec(address) ?? []
  return host === undefined ? address : `${user === 'git' ? 'git@' : ''}${host}:${path ?? ''}`
}

function anonymous(authority: string): string {
  const at = authority.lastIndexOf('@')
  return authority.slice(0, at + 1) === 'git@' ? authority : authority.slice(at + 1)
}
