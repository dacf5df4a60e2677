import type { Diagnostic } from '../core/diagnostic.ts'

/** A shelf whose file was not what we write. */
export const broken = (shelf: string): Diagnostic => ({
  code: 'store/broken',
  severity: 'warning',
  message: `What was remembered about "${shelf}" could not be read; it was set aside and will be built again.`,
  hint: 'Delete the .corrupt file when you do not need it.',
})

/** A folder that cannot be written. */
export const unkeepable = (error: unknown): Diagnostic => ({
  code: 'store/unkeepable',
  severity: 'warning',
  message: `Nothing will be remembered after this run: the folder cannot be written (${(error as { code?: string } | null)?.code ?? 'unknown error'}).`,
  hint: 'Make .fovea writable, or go on without: results are the same, only slower.',
})
