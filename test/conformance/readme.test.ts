// The demo in the README is what its command does: the functions the task is about come in full, within the budget.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the demo', () => {
  const [, line = ''] = /^\$ fovea (.*)$/m.exec(readme) ?? []
  const args = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  const { stdout, stderr, status } = spawnSync(process.execPath, ['dist/bin/fovea.cjs', ...args, '--frozen'], { cwd: root, encoding: 'utf8' })
  expect(status).toBe(0)
  const demo = readme.slice(readme.indexOf('$ fovea'), readme.indexOf('```', readme.indexOf('$ fovea')))
  const shown = demo.split('\n').filter((row) => /^(?:export )?async /.test(row))
  expect(shown.length).toBeGreaterThan(1)
  // How much of a body the budget still pays for changes with the size of the repository; the signatures do not.
  for (const row of shown) expect(stdout).toContain(row.replace(/ \{\}?$/, ' {'))
  expect(stdout).toContain('return resolveTarget(library, anywhere, scope)')
  const [, tokens = '', budget = ''] = /(\d+) tokens of (\d+)/.exec(stderr) ?? []
  expect(Number(budget)).toBe(3000)
  expect(Number(tokens)).toBeLessThanOrEqual(3000)
})

const isOutside = (target: string): boolean => target.startsWith('https:')
const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target)

test('the badges carry what install writes', () => {
  const configs = links.filter((target) => target.includes('name=fovea')).map((target) => new URL(target).searchParams.get('config') ?? '')
  const here = { command: 'npx', args: ['-y', 'fovea', 'mcp', '${workspaceFolder}'] }
  expect(configs.map((config) => JSON.parse(config.startsWith('{') ? config : Buffer.from(config, 'base64').toString()) as unknown)).toEqual([here, here])
})

test('every link of the README into the project leads somewhere', () => {
  for (const target of links.filter((one) => !isOutside(one))) expect(() => readFileSync(new URL(`../../${target}`, import.meta.url)), target).not.toThrow(/ENOENT/)
})
