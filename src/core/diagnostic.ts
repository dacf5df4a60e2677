/** Something the world did that the reader should know. Never thrown: surfaces decide what it means for the exit code. */
export interface Diagnostic {
  readonly code: string
  readonly severity: 'info' | 'warning' | 'error'
  readonly path?: string
  readonly message: string
  readonly hint?: string
}
