import { expect, test } from 'vitest'
import { folder, fovea, PROJECT, tokensOf } from './run.ts'

test('finds a definition by name, and zoom takes what it says', async () => {
  const root = folder(PROJECT)
  const { code, out, err } = await fovea(['search', 'closeAll', '--root', root])
  expect(code).toBe(0)
  expect(out.split('\n')[0]).toBe('src/auth/sessions.ts#Sessions.closeAll  method, line 10')
  expect(err).toMatch(/^\d+ of \d+ matches$/m)
  expect((await fovea(['zoom', out.split('  ')[0] as string, '--root', root])).out).toContain('let closed = 0')
})

test('keeps its budget, and gives data as JSON', async () => {
  const root = folder(PROJECT)
  const { out } = await fovea(['search', 'user', '--root', root, '--budget', '60'])
  expect(tokensOf(out)).toBeLessThanOrEqual(60)
  const { matches, shown } = JSON.parse((await fovea(['search', 'user', '--root', root, '--kind', 'text', '--json'])).out) as { matches: number; shown: { kind: string; target: string }[] }
  expect(matches).toBeGreaterThan(0)
  expect(shown.every(({ kind }) => kind === 'text')).toBe(true)
})

test('nothing found and nothing asked are not the same', async () => {
  const root = folder(PROJECT)
  expect(await fovea(['search', 'nothing-of-the-kind', '--root', root])).toMatchObject({ code: 1, err: expect.stringContaining('nothing matches') as string })
  expect(await fovea(['search', '--root', root])).toMatchObject({ code: 2, err: expect.stringContaining('say what to look for') as string })
})

test('what a rule hides is not found', async () => {
  const root = folder({ ...PROJECT, 'fovea.config.json': '{"rules":[{"match":"src/store.ts","atMost":"line"}],"exclude":["src/report.py"]}\n' })
  const { out } = await fovea(['search', 'user', '--root', root])
  expect(out).not.toMatch(/report\.py|store\.ts:|store\.ts#/)
})
