import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/kit/core.ts'
import { foldersOf } from './folders.ts'

const shape = (paths: readonly string[]) => foldersOf(paths).map(({ path, parent, files }) => [path, parent, files])

test('files lie in their folders, and the root comes first', () => {
  expect(shape(['a.ts', 'src/b.ts', 'src/core/c.ts'])).toEqual([['./', -1, [0]], ['src/', 0, [1]], ['src/core/', 1, [2]]])
})

test('a chain of folders that hold nothing else counts as one', () => {
  expect(shape(['java/com/acme/A.java', 'java/com/acme/B.java'])).toEqual([['./', -1, []], ['java/com/acme/', 0, [0, 1]]])
  expect(shape(['x/y/a/1', 'x/y/b/2'])).toEqual([['./', -1, []], ['x/y/', 0, []], ['x/y/a/', 1, [0]], ['x/y/b/', 1, [1]]])
})

test('nothing has only a root', () => {
  expect(shape([])).toEqual([['./', -1, []]])
})

test('every file lies in exactly one folder, which is on its path, and parents come first', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))
  fc.assert(fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
    const sorted = paths.map((one) => `${one}.ts`).toSorted()
    const folders = foldersOf(sorted)
    expect(folders.flatMap(({ files }) => files).toSorted((a, b) => a - b)).toEqual(sorted.map((_, i) => i))
    expect(new Set(folders.map((folder) => folder.path)).size).toBe(folders.length)
    folders.forEach((folder, i) => {
      expect(folder.parent).toBeLessThan(i)
      if (folder.parent > 0) expect(folder.path.startsWith(folders[folder.parent]?.path as string)).toBe(true)
      for (const file of folder.files) expect(sorted[file]?.slice(0, (sorted[file]?.lastIndexOf('/') ?? 0) + 1)).toBe(i === 0 ? '' : folder.path)
      // What is neither the root nor holds a file or two folders would be a line that says nothing.
      if (i > 0) expect(folder.files.length + folders.filter((other) => other.parent === i).length).toBeGreaterThan(folder.files.length > 0 ? 0 : 1)
    })
  }), runs(300))
})
