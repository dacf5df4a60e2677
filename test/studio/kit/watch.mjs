// What a page does that nobody sees: words on its console, errors that nothing caught, requests to elsewhere.

/** Collects from now on what goes wrong in a page, one line each; every list should stay empty. */
export function watched(page, origin) {
  const seen = { console: [], errors: [], elsewhere: [], failed: [] }
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) seen.console.push(`${message.type()}: ${message.text()}`) })
  page.on('pageerror', (error) => seen.errors.push(String(error)))
  page.on('request', (request) => { if (leaves(request.url(), origin)) seen.elsewhere.push(`${request.method()} ${request.url()}`) })
  page.on('websocket', (socket) => { if (leaves(socket.url().replace(/^ws/, 'http'), origin)) seen.elsewhere.push(`WS ${socket.url()}`) })
  page.on('response', (response) => { if (response.status() >= 400) seen.failed.push(`${response.status()} ${new URL(response.url()).pathname}`) })
  return seen
}

/** The page's own data and blobs stay in the tab. */
const leaves = (url, origin) => !/^(?:data|blob|about):/.test(url) && new URL(url).origin !== origin
