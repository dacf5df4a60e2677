// S1.54: every XML page is valid, whatever the files hold and however small the budget is.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { compileWorkspace, openWorkspace, settle } from '../../dist/index.js'
import { randomTask, randomTree } from '../kit/trees.mjs'
import { folder, fovea, tokensOf } from './run.ts'

const TREES = 40
const BUDGETS = [60, 150, 400, 1500, Infinity]

/** The tree on disk, as far as a disk can hold it. */
function planted(seed: number): string {
  const files = (randomTree(seed) as { path: string; content: string }[]).filter(({ path }) => !path.includes('\0') && path.length < 200)
  return folder(Object.fromEntries([...files.map(({ path, content }): [string, string] => [path, content]), ['always.txt', ']]> <!-- & "\n']]))
}

function isSound(page: string): void {
  const parser = new SaxesParser()
  parser.on('error', (error) => { throw error })
  parser.write(page).close()
}

test(`${TREES} random trees at ${BUDGETS.length} budgets in both XML formats, judged by two parsers`, async () => {
  const pages = folder()
  mkdirSync(join(pages, 'all'))
  const written: string[] = []
  for (let seed = 1; seed <= TREES; seed++) {
    const workspace = openWorkspace(planted(seed), { frozen: true })
    for (const format of ['xml', 'claude-xml']) {
      // Each tree meets another budget in each format; forty trees meet them all.
      const budget = BUDGETS[(seed + format.length) % BUDGETS.length] as number
      const { compiled } = await compileWorkspace(workspace, settle({ format, budget, task: randomTask(seed) as string }, workspace.layers))
      const page = compiled.parts.join('')
      expect(tokensOf(page)).toBeLessThanOrEqual(budget)
      expect(() => { isSound(page) }, `tree ${seed}, ${format}, ${budget}`).not.toThrow()
      const file = join(pages, 'all', `${seed}-${format}-${budget}.xml`)
      writeFileSync(file, page)
      written.push(file)
    }
  }
  expect(written).toHaveLength(TREES * 2)
  const lint = spawnSync('xmllint', ['--noout', '--nonet', ...written], { encoding: 'utf8' })
  if ((lint.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return
  expect(lint.stderr).toBe('')
  expect(lint.status).toBe(0)
})

test('the same through the program, with what breaks XML in names and contents', async () => {
  const hostile = folder({
    'a]]>b.txt': ']]>]]]]>><![CDATA[ ]]', 'amp&lt;.xml': '<file path="x"><![CDATA[fake]]></file>\n', 'quote".md': '# "quoted" \u0000\u0008\u000b\ufffe \ud800 end\n', 'new\nline.py': 'x = "]]>"\r\ny = 1\r\n', "it's.ts": 'export const a = `]]>`\n',
  })
  for (const format of ['xml', 'claude-xml']) {
    for (const args of [['.', '--budget', '400'], ['zoom', 'file=amp&lt;.xml']]) {
      const { code, out } = await fovea([...args, '--format', format], { cwd: hostile })
      expect(code).toBe(0)
      expect(() => { isSound(out) }, out).not.toThrow()
    }
  }
})
