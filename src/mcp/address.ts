// What is said about where a server listens, before it does and when it cannot.
import { isIPv4 } from 'node:net'
import { UsageError } from '../core/field.ts'
import { Failure } from '../operations/index.ts'

/** A port as it was typed; 0 is any that is free. */
export function portFrom(port = 0): number {
  if (port > 65_535) throw new UsageError(`--port is a number up to 65535, not ${port}`)
  return port
}

/** No other machine reaches it. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** Stands for every address of this machine; nobody is reached under it. */
export const isEvery = (host: string): boolean => host === '0.0.0.0' || /^[0:]+$/.test(host)

/** Shorter ones can be guessed. */
const LEAST_CHARACTERS = 16

/** A token that somebody chose, as it may stand in a header. */
export function tokenFrom(chosen: string): string {
  if (!/^[\x21-\x7e]*$/.test(chosen)) throw new UsageError('FOVEA_TOKEN has a space or a sign that is not ASCII, which no client can send: use letters and digits, such as those of "openssl rand -hex 24"')
  if (chosen.length < LEAST_CHARACTERS) throw new UsageError(`FOVEA_TOKEN has ${chosen.length} characters, which can be guessed: give ${LEAST_CHARACTERS} or more, such as those of "openssl rand -hex 24", or none, and one is made`)
  return chosen
}

/** Whoever lets other machines in should know what they see. */
export const exposed = (host: string): string =>
  `warning: ${host} can be reached from other machines${isEvery(host) ? ', under every address of this one' : ''}, and nothing on the way is encrypted: whoever can listen there reads the token and your files. Better: --host 127.0.0.1 behind an SSH tunnel or a proxy with TLS`

const CAUSES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program does; choose another --port',
  EADDRNOTAVAIL: 'this machine does not have that address; choose another --host, such as 127.0.0.1',
  ENOTFOUND: 'there is no such name; choose another --host, such as 127.0.0.1',
  EACCES: 'you may not; choose a --port above 1023',
}

/** Why nobody can be heard there. */
export const unheard = (host: string, port: number, { code = '', message }: NodeJS.ErrnoException): Failure => new Failure(`${host}:${port} cannot be listened on: ${Object.hasOwn(CAUSES, code) ? CAUSES[code] : message}`)
