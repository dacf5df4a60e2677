// The studio listens on a machine where web pages, other programs and other people are: what they could send it, and what they may learn.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTab } from './kit/browser.ts'
import { startStudio, type Studio } from './kit/studio.ts'
import { asked, dial, type Heard, sent } from './kit/wire.ts'

let studio: Studio
beforeAll(async () => { studio = await startStudio() })

const bearer = (token = studio.token): Record<string, string> => ({ Authorization: `Bearer ${token}` })
const isRefused = ({ status, text }: Heard): boolean => status >= 400 && status < 500 && !text.includes('sign-in') && !text.includes('basket')

/** Nothing of the repository or of this machine is in an answer. */
const SECRET = /basketStep|closeAll|root:x:|"path"/

describe('who is answered', () => {
  test.each(['evil.example', 'evil.example:80', '', 'localhost', '127.0.0.1', '127.0.0.1:1', '[::1]', '127.0.0.1.nip.io', 'localhost.evil.example', '0.0.0.0', 'user@127.0.0.1'])('the host name "%s" is not', async (host) => {
    for (const target of ['/', '/plan.json']) expect((await asked(studio.origin, target, { host, headers: bearer() })).status).toBeOneOf([400, 403])
  })

  test.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://127.0.0.1', 'http://127.0.0.1:1', 'http://localhost.evil.example', 'file://', ''])('the origin "%s" is not', async (origin) => {
    for (const method of ['GET', 'POST']) expect((await asked(studio.origin, '/plan.json', { method, headers: { ...bearer(), Origin: origin } })).status).toBe(403)
  })

  test('our own pages are, under both names', async () => {
    const { host, port } = new URL(studio.origin)
    for (const name of [host, `localhost:${port}`]) expect((await asked(studio.origin, '/about.json', { host: name, headers: { ...bearer(), Origin: `http://${name}` } })).status).toBe(200)
  })

  test('without the token, with another one or with the token elsewhere, questions are not', async () => {
    const wrong: readonly Record<string, string>[] = [{}, bearer(''), bearer('x'), bearer(`${studio.token}x`), bearer(studio.token.slice(1)), bearer(studio.token.toUpperCase()), { Authorization: studio.token }, { Authorization: `Basic ${studio.token}` }, { Cookie: `token=${studio.token}` }, { 'X-Token': studio.token }]
    for (const headers of wrong) {
      for (const target of ['/plan.json', '/about.json', '/context.txt', '/why.json?target=src/store.ts', '/nothing.json']) {
        const answer = await asked(studio.origin, target, { headers })
        expect(answer, `${target} ${JSON.stringify(headers)}`).toMatchObject({ status: 401 })
        expect(answer.text).not.toMatch(SECRET)
      }
    }
    for (const target of [`/plan.json?token=${studio.token}`, `/plan.json?access_token=${studio.token}`, `/plan.json#token=${studio.token}`]) expect((await asked(studio.origin, target)).status).toBe(401)
  })
})

describe('where paths lead', () => {
  const UP = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%252f', '%252e%252e%252f', '..\\', '..%5c', '%2e%2e%5c', '..%00/', '..%c0%af', '..;/', '....//', '\u00c0\u00ae\u00c0\u00ae/']
  const GOALS = ['etc/passwd', 'etc/passwd%00.js', 'package.json', 'src/store.ts', '.git/config', 'index.html/../package.json']

  test('nowhere but to the built files', async () => {
    const index = await asked(studio.origin, '/')
    for (const up of UP) {
      for (const goal of GOALS) {
        for (const target of [`/${up.repeat(8)}${goal}`, `/assets/${up.repeat(8)}${goal}`, `/index.html/${up}${goal}`]) {
          const answer = await asked(studio.origin, target)
          expect(answer.text, target).not.toMatch(SECRET)
          // Whatever has no ending is the one page, which finds out that there is no such address.
          if (!isRefused(answer)) expect(answer.text, target).toBe(index.text)
        }
      }
    }
  })

  test('questions about files outside of the folder are refused, and nothing breaks', async () => {
    const paths = ['../../etc/passwd', '/etc/passwd', '..\\..\\etc\\passwd', 'file:///etc/passwd', '%2e%2e%2fetc%2fpasswd', 'src/../../../etc/passwd', '.git/config', 'src/store.ts\0.png', '\0', 'x'.repeat(7000), '@00000000', 'fn=../../etc/passwd']
    for (const path of paths) {
      const answer = await studio.api(`/why.json?target=${encodeURIComponent(path)}`)
      expect(answer.status, path.slice(0, 40)).toBeOneOf([400, 404, 422])
      expect(await answer.text()).not.toMatch(/root:x:/)
    }
  })

  test.each(['//evil.example/plan.json', '//.json', '/plan.json//', '/./plan.json', '/%70lan.json', '/plan.json%00', '/plan.json;a=b', 'http://evil.example/plan.json', '/__proto__.json', '/constructor.json', '*', '/plan.json?__proto__=1', '/%'])('the address %s is no way in', async (target) => {
    const answer = await asked(studio.origin, target, { headers: bearer() })
    expect(answer.status).not.toBe(500)
    if (answer.status === 200) expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  })
})

describe('what is sent', () => {
  test('methods that are not ours are refused', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      for (const target of ['/', '/plan.json']) expect(await asked(studio.origin, target, { method, headers: bearer() }), method).toMatchObject({ status: 405 })
    }
    expect((await asked(studio.origin, 'evil.example:443', { method: 'CONNECT', headers: bearer() })).status).not.toBe(200)
    expect((await asked(studio.origin, '/', { method: 'BREW' })).status).toBe(400)
  })

  test('HEAD says what GET would, without the text', async () => {
    for (const target of ['/', '/about.json']) {
      const [get, head] = [await asked(studio.origin, target, { headers: bearer() }), await asked(studio.origin, target, { method: 'HEAD', headers: bearer() })]
      expect([head.status, head.headers.get('content-type'), head.text]).toEqual([get.status, get.headers.get('content-type'), ''])
    }
  })

  test('a body that is too long, no JSON or no object is told', async () => {
    const post = (body: string): Promise<Heard> => asked(studio.origin, '/plan.json', { method: 'POST', headers: bearer(), body })
    expect((await post(`{"task":"${'x'.repeat(1 << 20)}"}`)).status).toBe(413)
    for (const body of ['{', '[]', '1', 'null', '"x"', '\u0000', '{"budget":"lots"}', '{"budget":{}}', '{"task":[1,2]}', '{"nothing":1}', `${'['.repeat(50_000)}`, '{"__proto__":{"budget":1}}']) {
      const { status, text } = await post(body)
      expect(status, body.slice(0, 40)).toBe(400)
      expect(JSON.parse(text)).toEqual({ error: expect.stringMatching(/\w{3}/) })
    }
    expect((await studio.api('/about.json')).status).toBe(200)
  })

  test('a body that lies about its length does not stay', async () => {
    const headers = `Host: ${new URL(studio.origin).host}\r\nAuthorization: Bearer ${studio.token}`
    const both = await sent(studio.origin, `POST /plan.json HTTP/1.1\r\n${headers}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /plan.json HTTP/1.1\r\n${headers}\r\n\r\n`)
    expect([both.status, both.text]).toEqual([400, expect.not.stringMatching(SECRET)])
    expect((await asked(studio.origin, '/', { headers: { 'X-Long': 'x'.repeat(100_000) } })).status).toBe(431)
  })

  test('connections that say half a request and wait do not keep others out', async () => {
    const halves = await Promise.all(Array.from({ length: 200 }, (_, i) => dial(studio.origin, i % 2 === 0 ? 'GET /plan.json HT' : `POST /plan.json HTTP/1.1\r\nHost: ${new URL(studio.origin).host}\r\nAuthorization: Bearer ${studio.token}\r\nContent-Length: 100\r\n\r\n{`)))
    onTestFinished(() => { for (const half of halves) half.destroy() })
    expect((await studio.api('/about.json')).status).toBe(200)
  })

  test('whoever hangs up before the answer leaves nothing broken', async () => {
    for (let i = 0; i < 20; i++) (await dial(studio.origin, `GET /plan.json?budget=${1000 + i} HTTP/1.1\r\nHost: ${new URL(studio.origin).host}\r\nAuthorization: Bearer ${studio.token}\r\n\r\n`)).destroy()
    expect((await studio.api('/plan.json?budget=4k')).status).toBe(200)
  })
})

describe('what is answered', () => {
  test('every answer has the strict headers, and none lets another page read it', async () => {
    const answers = [
      await asked(studio.origin, '/'), await asked(studio.origin, '/compare'), await asked(studio.origin, '/missing.js'), await asked(studio.origin, '/plan.json'), await asked(studio.origin, '/plan.json', { headers: bearer() }), await asked(studio.origin, '/context.txt?budget=4k', { headers: bearer() }),
      await asked(studio.origin, '/plan.json', { headers: { ...bearer(), Accept: 'application/x-ndjson' } }), await asked(studio.origin, '/none.json', { headers: bearer() }), await asked(studio.origin, '/plan.json?budget=lots', { headers: bearer() }),
      await asked(studio.origin, '/', { host: 'evil.example' }), await asked(studio.origin, '/', { method: 'PUT' }), await asked(studio.origin, '/plan.json', { method: 'POST', headers: bearer(), body: 'x'.repeat(2 << 20) }), ...await assets(),
    ]
    for (const { status, headers } of answers) {
      const policy = new Map((headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim().split(/ (.*)/s).slice(0, 2) as [string, string]))
      expect(Object.fromEntries(policy), String(status)).toMatchObject({ 'default-src': "'none'", 'script-src': "'self'", 'style-src': "'self'", 'connect-src': "'self'", 'frame-ancestors': "'none'", 'base-uri': "'none'", 'form-action': "'none'" })
      expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|http:|https:/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('content-type')).toMatch(/charset=utf-8$|^image\/|^font\//)
      expect([...headers.keys()].filter((name) => /^access-control|^set-cookie|^server$|^x-powered-by/.test(name))).toEqual([])
    }
  })

  test('answers to questions are kept by nobody', async () => {
    for (const target of ['/plan.json', '/context.txt']) expect((await asked(studio.origin, target, { headers: bearer() })).headers.get('cache-control')).toBe('no-store')
  })
})

/** Every file that the first view names. */
async function assets(): Promise<Heard[]> {
  const { text } = await asked(studio.origin, '/')
  return Promise.all([...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, target]) => asked(studio.origin, target as string)))
}

test('a page of another origin, in a real browser, can read nothing and show nothing', async () => {
  const other = createServer((_, response) => { response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Other</title><body></body>') })
  onTestFinished(() => { other.close() })
  await new Promise<void>((done) => { other.listen(0, '127.0.0.1', done) })
  const page = await openTab()
  await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`)
  const learned = await page.evaluate(async ({ origin, token, program }) => {
    const tries = [
      () => fetch(`${origin}/`).then((answer) => answer.text()),
      () => fetch(`${origin}/plan.json`, { headers: { Authorization: `Bearer ${token}` } }).then((answer) => answer.text()),
      () => fetch(`${origin}/plan.json`, { method: 'POST', body: '{}' }).then((answer) => answer.text()),
      () => fetch(`${origin}/`, { mode: 'no-cors' }).then((answer) => answer.text()).then((text) => text || Promise.reject(new Error('empty'))),
      () => new Promise((done, fail) => { document.body.append(Object.assign(new Image(), { src: `${origin}/icon.svg`, onload: () => done('image'), onerror: fail })) }),
      ...['', 'module'].map((type) => () => new Promise((done, fail) => { document.head.append(Object.assign(document.createElement('script'), { type, src: `${origin}${program}`, onload: () => done('script'), onerror: fail })) })),
    ]
    const frame = Object.assign(document.createElement('iframe'), { src: `${origin}/#token=${token}` })
    document.body.append(frame)
    await new Promise((done) => { frame.addEventListener('load', done) })
    const read = await Promise.all(tries.map((attempt) => attempt().then(String, () => 'nothing')))
    let framed = 'nothing'
    try {
      framed = frame.contentDocument?.title ?? 'nothing'
    } catch {
      // Another origin, even if it is only the page that says why there is none.
    }
    return [...read, framed]
  }, { origin: studio.origin, token: studio.token, program: /src="([^"]+)"/.exec((await asked(studio.origin, '/')).text)?.[1] ?? '' })
  expect(learned).toEqual(learned.map(() => 'nothing'))
  const shown = page.frames().find((frame) => frame !== page.mainFrame())
  expect(await shown?.locator('#app').count().catch(() => 0) ?? 0).toBe(0)
})

test('the token leaves the address, and stands in no page, no store that lasts and no answer', async () => {
  const { page, seen } = await studio.open()
  await page.locator('main').waitFor()
  expect(page.url()).toBe(`${studio.origin}/`)
  expect(await page.content()).not.toContain(studio.token)
  expect(await page.evaluate(() => [JSON.stringify({ ...localStorage }), document.cookie, document.referrer])).not.toContain(studio.token)
  for (const target of ['/about.json', '/plan.json', '/context.txt?budget=4k']) expect(await (await studio.api(target)).text()).not.toContain(studio.token)
  expect(seen.elsewhere).toEqual([])
})
