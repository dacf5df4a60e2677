import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { placeAmong } from '../core/standing.ts'
import type { MissingView, PlanView, WhyView } from './contract.ts'
import { deskFor } from './desk.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-because-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const code = (name: string): string => `/** Says ${name}. */\nexport function ${name}(): string {\n${`  console.log('${name}')\n`.repeat(60)}  return '${name}'\n}\n`
const FILES: Readonly<Record<string, string>> = {
  'src/index.ts': code('index'), 'src/a.ts': code('a'), 'src/b.ts': code('b') + code('c'), 'test/a.test.ts': code('testA'), 'package-lock.json': '{}', '.gitignore': 'build/\n', 'build/[x] y.js': code('built'), 'CHANGELOG.md': 'x '.repeat(3000), ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`test/t${i}.test.ts`, code(`test${i}`)])),
}
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
// Without a repository no ignore file of git's own is read.
mkdirSync(join(root, '.git'))
writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')

const desk = deskFor({ root, frozen: true })
async function said<T>(path: string, words: Record<string, unknown>): Promise<T> {
  const { status, body } = await desk({ path, said: words, changes: false }, () => {})
  expect(status, body).toBe(200)
  return JSON.parse(body) as T
}
const why = (target: string, words: Record<string, unknown> = {}): Promise<WhyView> => said('/why.json', { target, ...words })

test('each level has its reason in one sentence', async () => {
  expect((await why('src/index.ts', { budget: '20k' })).because).toBe('Shown in full: it scores 0.97, 1st of 19 files.')
  expect((await why('src/a.ts', { budget: 'none' })).because).toBe('Shown in full: there is no budget, so everything is.')
  expect((await why('test/t9.test.ts', { budget: '300' })).because).toMatch(/^Shown as one line: it scores 0\.\d\d, \d+\w\w of 19 files, and the 300 tokens went to what is worth more for its price\.$/)
  expect((await why('package-lock.json')).because).toBe('Shown as one line: it is a lock file, and of such files no more is ever shown.')
  expect((await why('src/a.ts', { pin: '/src/a.ts' })).because).toBe('Shown in full because it is pinned.')
  expect((await why('src/a.ts', { level: '/src/a.ts=shape' })).because).toBe('Shown as signatures and no more, because a rule says so (level: /src/a.ts=shape).')
  expect((await why('src/b.ts', { budget: '1200', pin: '/src/b.ts#c' })).because).toMatch(/with the definitions in it that are pinned\.$/)
})

test('what more tokens would show is what they show', async () => {
  const { level, raises, raise } = await why('test/t9.test.ts', { budget: '300' })
  expect(level).toBe('line')
  expect(raises.map((one) => one.level).at(-1)).toBe('full')
  const most = raises.at(-1)?.tokens ?? 0
  expect(raise).toContain(`with about ${most.toLocaleString('en')} more in full`)
  const { files } = await said<PlanView>('/plan.json', { budget: String(300 + most + 100) })
  expect(files.level[files.path.indexOf('test/t9.test.ts')]).toBe(5)
  expect((await why('src/index.ts', { budget: '20k' })).raises).toEqual([])
  expect((await why('src/a.ts', { budget: '700', level: '/src/a.ts=shape' })).raise).toBe('')
})

test('a file that is not in the plan says why, and the options that are named bring it back', async () => {
  const { files: [file, ...rest], more } = await said<MissingView>('/missing.json', { find: 'build x' })
  expect({ rest, more }).toEqual({ rest: [], more: false })
  expect(file).toMatchObject({ path: 'build/[x] y.js', why: 'build/ is ignored: .gitignore line 1 says "build/".', add: { exclude: ['!/build', '/build/*', '!/build/\\[x\\]\\ y.js'] } })
  expect((await said<PlanView>('/plan.json', { exclude: file?.add?.exclude })).files.path).toContain('build/[x] y.js')
  expect((await said<MissingView>('/missing.json', { find: 'src/a.ts', exclude: ['docs', 'src/**'] })).files[0]).toMatchObject({ path: 'src/a.ts', drop: { name: 'exclude', value: 'src/**' } })
  expect((await said<MissingView>('/missing.json', { find: 'CHANGELOG.md', include: 'src' })).files[0]).toMatchObject({ why: 'Only src is included.', add: { include: ['/CHANGELOG.md'] } })
  expect((await said<MissingView>('/missing.json', { find: 'src/a.ts', level: '/src/a.ts=none' })).files[0]).toMatchObject({ drop: { name: 'level', value: '/src/a.ts=none' } })
  expect((await said<MissingView>('/missing.json', { find: 'CHANGELOG', lens: 'architecture' })).files[0]?.drop).toEqual({ name: 'lens', value: 'architecture' })
  expect((await said<MissingView>('/missing.json', { find: 'no such file' })).files).toEqual([])
})

test('the command says it too', async () => {
  const { body } = await desk({ path: '/why.json', said: { target: 'build/[x] y.js' }, changes: false }, () => {})
  expect(JSON.parse(body)).toEqual({ error: `build/[x] y.js is not in the plan. build/ is ignored: .gitignore line 1 says "build/". This brings it back: --exclude '!/build' --exclude '/build/*' --exclude '!/build/\\[x\\]\\ y.js'` })
})

test('the place that is told is the place by the scores of the plan, ties too', async () => {
  const { files } = await said<PlanView>('/plan.json', { budget: '300' })
  for (const target of ['src/b.ts', 'test/t3.test.ts', 'test/t9.test.ts']) expect((await why(target, { budget: '300' })).rank).toBe(placeAmong(files.score, files.score[files.path.indexOf(target)] as number))
})

test('rules that no file meets are told, and names like one that is not there', async () => {
  expect((await said<PlanView>('/plan.json', { pin: ['zzz.js', '/src/a.ts'], level: ['zzz/**=shape', '/src/a.ts=none'], include: ['/src', '/nowhere', '*.zig'] })).unmet).toEqual([
    { name: 'pin', value: 'zzz.js' }, { name: 'pin', value: '/src/a.ts' }, { name: 'level', value: 'zzz/**' }, { name: 'include', value: '/nowhere' }, { name: 'include', value: '*.zig' },
  ])
  expect(await said<PlanView>('/plan.json', { pin: '/src/a.ts' })).not.toHaveProperty('unmet')
  expect((await said<MissingView>('/missing.json', { find: 'indx.ts', near: true })).near).toEqual(['src/index.ts'])
  expect(await said<MissingView>('/missing.json', { find: 'build/[x] y.js', near: true })).not.toHaveProperty('near')
})
