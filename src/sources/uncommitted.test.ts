import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { uncommittedIn } from './uncommitted.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-uncommitted-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const put = (path: string, text: string): void => writeFileSync(join(home, path), text)
const git = (...args: string[]): void => {
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: home, env: { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' }, stdio: 'ignore' })
}

test('changed, staged and new files differ from the commit; touched ones and other line ends do not, and no filter runs', async () => {
  mkdirSync(join(home, 'src'))
  git('init', '-q')
  for (const name of ['same', 'edited', 'staged', 'crlf', 'touched']) put(`src/${name}.ts`, `${name}\n`)
  git('add', '-A')
  git('commit', '-qm', 'all')
  put('src/edited.ts', 'editeD\n')
  put('src/staged.ts', 'other\n')
  git('add', 'src/staged.ts')
  put('src/crlf.ts', 'crlf\r\n')
  put('src/touched.ts', 'touched\n')
  put('src/fresh.ts', 'fresh\n')
  put('.gitattributes', '*.ts filter=evil\n')
  git('config', 'filter.evil.clean', `: > ${join(home, 'ran')}; cat`)
  const names = ['same', 'edited', 'staged', 'crlf', 'touched', 'fresh', 'gone']
  expect(await uncommittedIn(home, names.slice(0, 6).map((name) => `src/${name}.ts`))).toEqual(['src/edited.ts', 'src/staged.ts', 'src/fresh.ts'])
  // Below a folder, paths begin there.
  expect(await uncommittedIn(join(home, 'src'), ['same.ts', 'edited.ts'])).toEqual(['edited.ts'])
  expect(existsSync(join(home, 'ran'))).toBe(false)
})

test('without a commit nothing is known', async () => {
  const bare = join(home, 'bare')
  mkdirSync(bare)
  execFileSync('git', ['init', '-q', bare], { stdio: 'ignore' })
  expect(await uncommittedIn(bare, ['a.ts'])).toEqual([])
})
