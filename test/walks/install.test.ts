import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BIN, folder, fovea } from './run.ts'

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

test('every sentence says what was done, and nothing is left behind', async () => {
  const root = folder()
  const run = async (...args: string[]): Promise<string> => (await fovea(['install', ...args, '--root', root, '--yes'])).err
  expect(await run('agents-md')).toContain('AGENTS.md was written; agents that read it know when to call Fovea')
  expect(await run('skill')).toContain('.claude/skills/fovea/SKILL.md was written; agents that know skills find it when they start')
  expect(await run('cursor')).toContain('.cursor/mcp.json was written; start Cursor again to see it')
  for (const client of ['agents-md', 'skill', 'cursor']) expect(await run(client, '--uninstall')).toContain('was removed')
  expect(readdirSync(root)).toEqual([])
  expect(await run('codex', '--uninstall')).toContain('there is no .codex/config.toml, so there is nothing to take out')
  writeFileSync(join(root, '.mcp.json'), '{ "other": [1] }')
  expect(await run('claude-code', '--uninstall')).toContain('there is no entry of Fovea in .mcp.json')
  await run('claude-code')
  expect(await run('claude-code', '--uninstall')).toContain('the entry was taken out of .mcp.json')
  expect(JSON.parse(readFileSync(join(root, '.mcp.json'), 'utf8'))).toEqual({ other: [1] })
})

test('a clone is entered by its path, and that is said', async () => {
  const root = folder()
  const { err } = await fovea(['install', 'claude-code', '--root', root, '--yes'])
  expect(err).toContain('that holds on this machine only')
  expect(JSON.parse(readFileSync(join(root, '.mcp.json'), 'utf8'))).toEqual({ mcpServers: { fovea: { type: 'stdio', command: process.execPath, args: [BIN, 'mcp'] } } })
})

test('a client that is not known is named by its place', async () => {
  expect((await fovea(['install', 'emacs'])).err).toMatch(/^fovea: CLIENT: "emacs" is not known; it is one of claude-code, /)
})
