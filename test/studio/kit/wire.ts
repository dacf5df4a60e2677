// HTTP as bytes: what no client would send.
import { connect, type Socket } from 'node:net'

/** What came back: the status, the headers by their small names, and the text. */
export interface Heard {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

/** Opens a connection and says something, perhaps only half of it. */
export function dial(origin: string, bytes: string): Promise<Socket> {
  const { port, hostname } = new URL(origin)
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname, () => { socket.write(bytes, 'latin1', () => done(socket)) })
    socket.once('error', fail)
  })
}

/** Sends these bytes and hears the answer to its end. */
export async function sent(origin: string, bytes: string): Promise<Heard> {
  const socket = await dial(origin, bytes)
  const chunks: Buffer[] = []
  // A server may close its side while we still speak.
  socket.on('error', () => {})
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return heard(Buffer.concat(chunks).toString('latin1'))
}

/** One request with these headers beside Host. The connection ends with the answer. */
export function asked(origin: string, target: string, { method = 'GET', host = new URL(origin).host, headers = {}, body = '' }: Asked = {}): Promise<Heard> {
  const lines = [`${method} ${target} HTTP/1.1`, ...(host === '' ? [] : [`Host: ${host}`]), 'Connection: close', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`])]
  return sent(origin, `${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** How a request differs from a plain one. */
export interface Asked {
  readonly method?: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

function heard(answer: string): Heard {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.slice(0, end < 0 ? undefined : end).split('\r\n')
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
  const body = end < 0 ? '' : answer.slice(end + 4)
  return { status: Number(first.split(' ')[1] ?? 0), headers, text: headers.get('transfer-encoding') === 'chunked' ? joined(body) : body }
}

/** Pieces, each after its length in hexadecimal. */
function joined(chunked: string): string {
  const end = chunked.indexOf('\r\n')
  const length = Number.parseInt(chunked.slice(0, end), 16)
  return length > 0 ? chunked.slice(end + 2, end + 2 + length) + joined(chunked.slice(end + 4 + length)) : ''
}
