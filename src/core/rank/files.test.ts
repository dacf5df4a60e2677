import { expect, test } from 'vitest'
import { type FileFacts, fileFacts } from './files.ts'
import { queryOf } from './query.ts'

const factsIn = (files: Readonly<Record<string, string>>, task: string): FileFacts[] => fileFacts(Object.entries(files).map(([path, text]) => ({ path, text })), queryOf(task))
const column = <K extends keyof FileFacts>(files: Readonly<Record<string, string>>, task: string, of: K): FileFacts[K][] => factsIn(files, task).map((one) => one[of])

test('words of the first line count by themselves too', () => {
  const files = { 'a.ts': 'session session', 'b.ts': 'router router' }
  const [a, b] = factsIn(files, 'session\nrouter router router router') as [FileFacts, FileFacts]
  expect([a.title > 0, b.title]).toEqual([true, 0])
  expect(b.words).toBeGreaterThan(0)
})

test('names count as they are written', () => {
  const [exact = 0, parts = 0] = column({ 'a.ts': 'closeAll()', 'b.ts': 'close(all)' }, '`closeAll` hangs', 'names')
  expect([exact > 0, parts]).toEqual([true, 0])
})

test('words of the path are found in folders and names', () => {
  const [folder = 0, name = 0, none = 0] = column({ 'billing/a.ts': '', 'src/billing_steps.ts': '', 'src/c.ts': '' }, 'billing', 'path_words')
  expect([folder > 0, name > 0, none]).toEqual([true, true, 0])
})

test('a file is named by its whole path most, by its name less, by its stem as a word', () => {
  const files = { 'src/core/auth.ts': '', 'src/io/auth.ts': '', 'src/core/other.ts': '' }
  const [whole = 0, end = 0, none = 0] = column(files, 'see src/core/auth.ts and auth.ts', 'mention')
  expect(whole).toBeGreaterThan(end)
  expect([end > 0, none]).toEqual([true, 0])
  expect(column(files, 'the auth is wrong', 'stem').map((value) => value > 0)).toEqual([true, true, false])
})

test('a file is named as a module', () => {
  expect(column({ 'src/requests/sessions.py': '', 'src/requests/__init__.py': '', 'src/requests/models.py': '' }, 'requests.sessions drops it', 'module')).toEqual([1, 0, 0])
})

test('names of every object are paths and words like any other', () => {
  expect(column({ '__proto__.ts': 'constructor', 'b.ts': 'toString' }, 'constructor of __proto__.ts', 'mention').map((value) => value > 0)).toEqual([true, false])
})
