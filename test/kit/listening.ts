// A server that does something else than what its client hopes for.
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Listens on a free port of this machine and does something with every connection. */
export function listening(greet: (socket: Socket) => void): Promise<{ readonly port: number; close(): void }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    greet(socket)
  })
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done({ port: (server.address() as AddressInfo).port, close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    } }))
  })
}
