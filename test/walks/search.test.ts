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

test('a budget that holds no match is refused, and says what is needed', async () => {
  const root = folder(PROJECT)
  const { code, out, err } = await fovea(['search', 'closeAll', '--root', root, '--budget', '5'])
  expect([code, out]).toEqual([5, ''])
  const [, needed = ''] = /the best of \d+ matches needs (\d+) tokens; raise --budget/.exec(err) ?? []
  expect((await fovea(['search', 'closeAll', '--root', root, '--budget', needed])).code).toBe(0)
})

test('as JSON the same matches come', async () => {
  const root = folder(PROJECT)
  const options = ['search', 'user', '--root', root, '--budget', '60']
  const lines = (await fovea(options)).out.trimEnd().split('\n')
  const { shown } = JSON.parse((await fovea([...options, '--json'])).out) as { shown: { target: string }[] }
  expect(lines.map((line) => line.split('  ')[0])).toEqual(shown.map(({ target }) => target))
})

test('a file is found by two signs of its name, where two signs are a word', async () => {
  const root = folder({ 'CCTV大赛上海分赛区.txt': 'x\n', 'b.txt': 'y\n', 'ab大.txt': 'z\n' })
  expect((await fovea(['search', '大赛', '--root', root])).out).toBe('file=CCTV大赛上海分赛区.txt\n')
})

test('search and zoom tell the same kind and line of a definition', async () => {
  const root = folder({
    'view.js': "/**\n * Draws a view.\n */\nView.prototype.render = function render(options) {\n  return options\n}\n",
    'app.js': '/**\n * Draws anything.\n *\n * @public\n */\nfunction render(name) {\n  return name\n}\n',
    'page.py': 'import os\n\n# Drawn at once.\n@cached\ndef render(page):\n    """Draws it."""\n    return 1\n',
  })
  const definitions = (out: string): string[] => out.split('\n').filter((line) => line.includes('#')).map((line) => line.replace(/, @\w+$/, '')).sort()
  const searched = definitions((await fovea(['search', 'render', '--kind', 'definition', '--root', root])).out)
  expect(searched).toEqual(['app.js#render  function, line 6', 'page.py#render  function, line 5', 'view.js#render  method, line 4'])
  expect(definitions((await fovea(['zoom', 'fn=render', '--root', root])).out)).toEqual(searched)
})
