import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openPage } from './browser.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-open-')))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

test.runIf(process.platform === 'linux')('the program that opens a page never comes from the folder that is shown, nor does what it starts', async () => {
  const root = join(home, 'tree')
  const [own, planted] = [join(home, 'own'), join(root, 'bin')]
  for (const folder of [own, planted]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$PATH" "$PWD" "$1" > '${folder}/ran.part' && mv '${folder}/ran.part' '${folder}/ran'\n`)
    chmodSync(join(folder, 'xdg-open'), 0o755)
  }
  vi.stubEnv('DISPLAY', ':0')
  vi.stubEnv('PATH', ['.', 'bin', planted, `${own}/../tree/bin`, own, '/usr/bin', '/bin'].join(delimiter))
  const opened = openPage('http://127.0.0.1:1/#token=secret', root)
  await expect.poll(() => existsSync(join(own, 'ran')), { timeout: 20_000 }).toBe(true)
  const [path, folder, page] = readFileSync(join(own, 'ran'), 'utf8').split('\n')
  expect(path).toBe([own, '/usr/bin', '/bin'].join(delimiter))
  expect(folder?.startsWith(root)).toBe(false)
  expect(page).toMatch(/^file:\/\/.*open\.html$/)
  expect(existsSync(join(planted, 'ran'))).toBe(false)
  opened?.close()
})
