import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, fovea } from './run.ts'

test('shows, writes, changes nothing twice, and takes back', async () => {
  const root = folder()
  const file = join(root, '.mcp.json')
  const shown = await fovea(['install', 'claude-code', '--root', root, '--dry-run'])
  expect([shown.code, shown.out.includes('+   "mcpServers": {'), existsSync(file)]).toEqual([0, true, false])
  const asked = await fovea(['install', 'claude-code', '--root', root])
  expect([asked.code, asked.err.includes('give --yes'), existsSync(file)]).toEqual([1, true, false])
  expect((await fovea(['install', 'claude-code', '--root', root, '--yes'])).code).toBe(0)
  const once = readFileSync(file, 'utf8')
  expect((await fovea(['install', 'claude-code', '--root', root, '--yes'])).err).toContain('as it should be')
  expect(readFileSync(file, 'utf8')).toBe(once)
  expect(JSON.parse((await fovea(['install', 'claude-code', '--root', root, '--yes', '--uninstall', '--json'])).out)).toMatchObject({ client: 'claude-code', changed: true })
  expect(existsSync(file)).toBe(false)
})

test('what leads out of the project is not written', async () => {
  const home = folder({ 'out/mcp.json': '{}\n', 'root/': '' })
  symlinkSync(join(home, 'out/mcp.json'), join(home, 'root/.mcp.json'))
  expect(await fovea(['install', 'claude-code', '--root', join(home, 'root'), '--yes'])).toMatchObject({ code: 1, err: expect.stringContaining('not a plain file') as string })
  expect(readFileSync(join(home, 'out/mcp.json'), 'utf8')).toBe('{}\n')
  expect((await fovea(['install', 'emacs', '--root', home])).code).toBe(2)
})
