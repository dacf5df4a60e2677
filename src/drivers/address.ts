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
