// Addresses as people may see them.

/** An address without its user, password and parameters: what a message may say of a server. */
export function shownAddress(address: string): string {
  try {
    const { protocol, hostname, port, pathname } = new URL(address)
    return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${pathname}`
  } catch {
    return 'its address'
  }
}

const CONNECT_S = 10

/** How long a connection may take, in milliseconds: `connect_timeout` of the address in seconds, as psql reads it; otherwise ten. */
export function connectMs(address: string): number {
  const told = Number(new URL(address).searchParams.get('connect_timeout') ?? CONNECT_S)
  return 1000 * (told >= 1 && told <= 300 ? told : CONNECT_S)
}
