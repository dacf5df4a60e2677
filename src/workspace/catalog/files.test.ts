import { expect, test, vi } from 'vitest'
import { writeCause } from '../output.ts'
import { writeExport } from './files.ts'

// A disk that is read-only, as Linux and Node tell it: making folders in one go hides the cause.
vi.mock('node:fs', async (original) => ({
  ...await original<typeof import('node:fs')>(),
  mkdirSync: (_: string, options?: { readonly recursive?: boolean }) => { throw Object.assign(new Error('no'), { code: options?.recursive === true ? 'ENOENT' : 'EROFS' }) },
}))

test('an export to a read-only disk says so', () => {
  const causes: string[] = []
  try {
    writeExport('/fovea-export-nowhere', 'out', [])
  } catch (error) {
    causes.push(writeCause(error))
  }
  expect(causes).toEqual(['the disk is read-only'])
})
