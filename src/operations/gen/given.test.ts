import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addAlias, openCtx, openWorkspace } from '../../workspace/index.ts'
import { genCode } from './code.ts'

const MARK = '5c2f9a1b'
const block = (name: string, text: string): string => `@@@ file ${MARK} ${name}\n${text}@@@ end ${MARK}\n`

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fovea-given-'))
  mkdirSync(join(cwd, 'my skill'))
  writeFileSync(join(cwd, 'my skill', 'main.py'), 'a = 1\n')
  addAlias(openCtx(openWorkspace(join(cwd, 'my skill'), { caching: 'off' }), '.ado'), { path: 'main.py' })
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

type Input = Parameters<typeof genCode.run>[0]

async function give(answer: string, more: Partial<Input> = {}): Promise<{ report: string; exit: number | undefined }> {
  writeFileSync(join(cwd, 'the answer.txt'), answer)
  const input = { project: 'my skill', dir: '.ado', usePack: false, delta: false, yes: false, dryRun: false, json: false, answer: 'the answer.txt', ...more } as Input
  const outcome = await genCode.run(input, { cwd, stdin: async () => answer } as Parameters<typeof genCode.run>[1])
  return { report: (outcome.report ?? []).join('\n'), exit: outcome.exit }
}

const failing = async (answer: string): Promise<string> => give(answer).then(() => '', (error: Error) => error.message)

test('the command to agree names the project, its folder and the file, in quotes where they are needed', async () => {
  const { report, exit } = await give(block('main.py', 'a = 2\n'))
  expect(report).toContain("then agree with fovea gen code 'my skill' --dir .ado --answer 'the answer.txt' --yes")
  expect(exit).toBe(1)
  expect((await give(block('main.py', 'a = 2\n'), { answer: '-' })).report).toContain("then save the answer in a file and agree with fovea gen code 'my skill' --dir .ado --answer FILE --yes")
  expect(readFileSync(join(cwd, 'my skill', 'main.py'), 'utf8')).toBe('a = 1\n')
})

test('an alias that is not there is no new file; a file that only looks like one is', async () => {
  expect(await failing(block('H.mian', 'x\n'))).toContain('there is no alias "H.mian"; did you mean H.main?\nnothing was written')
  expect(await failing(block('A.py@5c2f9a1b', 'x\n'))).toContain('there is no alias "A.py"')
  expect(existsSync(join(cwd, 'my skill', 'H.mian'))).toBe(false)
  expect((await give(block('A.py', 'x = 1\n'))).report).toContain('1 file written')
})

test('a name that is too long is told in words, without the place of the project', async () => {
  const said = await failing(block(`${'n'.repeat(300)}.py`, 'x\n'))
  expect(said).toContain('cannot be written: a name in it is longer than 255 bytes\nnothing was written')
  expect(said).not.toContain(cwd)
})

test('a block in another form is told as such', async () => {
  expect(await failing(`@@@ FILE ${MARK} a.py\nx\n@@@ end ${MARK}\n`)).toContain('names no file in the form that was asked for: a block begins with a line such as "@@@ file ')
})
