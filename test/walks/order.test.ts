import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyDelta } from '../../src/core/delta/apply.ts'
import { sharedPrefix } from '../../src/core/delta/prefix.ts'
import { folder, fovea, tokensOf } from './run.ts'

const FILES = ['calm', 'busy', 'alpha', 'zeta']
const body = (name: string, version = 0): string => `export const ${name} = [\n${Array.from({ length: 15 }, (_, i) => `  'line ${i} of ${name} ${version}',`).join('\n')}\n]\n`

/** A repository in which one file changes all the time. */
function repository(): { root: string; commit: (name: string, version: number) => void } {
  const root = folder(Object.fromEntries(FILES.map((name) => [`src/${name}.ts`, body(name)])))
  const git = (...args: string[]): void => { execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'commit.gpgsign=false', ...args], { stdio: 'ignore', env: { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: root } }) }
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  const commit = (name: string, version: number): void => {
    writeFileSync(join(root, `src/${name}.ts`), body(name, version))
    git('commit', '-qam', `${name} ${version}`)
  }
  for (let version = 1; version < 5; version++) commit('busy', version)
  return { root, commit }
}

const order = (page: string): string[] => [...page.matchAll(/\bsrc\/(\w+)\.ts\b/g)].map((match) => match[1] as string).filter((name, i, all) => all.indexOf(name) === i)

describe('--order stable', () => {
  test.each([['minimal'], ['markdown'], ['xml'], ['plusminus']])('%s: an edit of what changes often keeps the beginning, within the budget', async (format) => {
    const { root, commit } = repository()
    const packed = (...more: string[]) => fovea(['.', '--budget', '700', '--format', format, ...more], { cwd: root })
    const before = await packed('--order', 'stable')
    expect(order(before.out).filter((name) => before.out.includes(`line 3 of ${name}`)).at(-1)).toBe('busy')
    commit('busy', 9)
    const after = await packed('--order', 'stable')
    expect(tokensOf(after.out)).toBeLessThanOrEqual(700)
    expect(sharedPrefix(before.out, after.out).length / after.out.length).toBeGreaterThan(0.4)
    expect((await packed()).out).toBe((await packed('--order', 'path')).out)
  })

  test('what is being worked on comes last', async () => {
    const { root } = repository()
    writeFileSync(join(root, 'src/alpha.ts'), body('alpha', 7))
    const { out } = await fovea(['.', '--format', 'minimal', '--order', 'stable'], { cwd: root })
    expect(order(out)).toEqual(['calm', 'zeta', 'busy', 'alpha'])
    expect(order((await fovea(['.', '--format', 'minimal'], { cwd: root })).out)).toEqual(['alpha', 'busy', 'calm', 'zeta'])
  })

  test('the same commit gives the same bytes, frozen; the configuration can ask for it; deltas hold', async () => {
    const { root, commit } = repository()
    const stable = (...more: string[]) => fovea(['.', '--format', 'minimal', '--frozen', ...more], { cwd: root })
    const asked = await stable('--order', 'stable')
    expect((await stable('--order', 'stable')).out).toBe(asked.out)
    writeFileSync(join(root, 'fovea.config.json'), '{"order":"stable"}')
    expect(order((await stable()).out).slice(0, 4)).toEqual(order(asked.out))
    rmSync(join(root, 'fovea.config.json'))
    const env = { FOVEA_CACHE: folder({}) }
    const base = await fovea(['.', '--format', 'minimal', '--budget', '700', '--order', 'stable'], { cwd: root, env })
    commit('calm', 3)
    const delta = await fovea(['delta', '--base', /^pack (\w+)$/m.exec(base.err)?.[1] ?? '', '--format', 'minimal', '--budget', '700', '--order', 'stable'], { cwd: root, env })
    expect(delta.out).toContain('- src/calm.ts: ')
    expect(applyDelta(base.out, delta.out)).toBe((await fovea(['.', '--format', 'minimal', '--budget', '700', '--order', 'stable'], { cwd: root, env })).out)
  })

  test('without a repository files stand by path', async () => {
    const root = folder({ 'src/b.ts': body('b'), 'src/a.ts': body('a') })
    expect(order((await fovea(['.', '--format', 'minimal', '--order', 'stable'], { cwd: root })).out)).toEqual(['a', 'b'])
  })
})
