// Edits of a folder that a program which remembers could overlook.
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'

const path = fc.constantFrom('a.py', 'b.py', 'src/c.ts', 'src/d.ts', 'docs/e.md', 'f.h', 'noending', 'g.json')
const text = fc.constantFrom(
  'def login(user):\n    """Opens a session."""\n    return session(user)\n', 'export function logout(session: string) {\n  return close(session)\n}\n', '# Sessions\n\nHow they expire.\n',
  'class Session { public: void close(); };\n', '#!/bin/bash\nlogin() { echo session; }\n', '{"session": {"ttl": 60}}\n', 'password = "hunter2hunter2"\n', '', 'x\0y',
)
/** One edit of a small folder. */
export const folderEdit = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, text }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({ kind: fc.constant('move' as const), path, to: path }),
  fc.record({ kind: fc.constant('touch' as const), path }),
  // The same size and time with other bytes: only the other parts of the stamp tell.
  fc.record({ kind: fc.constant('swap' as const), path }),
)
export type FolderEdit = typeof folderEdit extends fc.Arbitrary<infer E> ? E : never

/** Long ago, in seconds. */
export const STILL = 1_600_000_000

let swaps = 0

/** Does it; what cannot be done changes nothing. */
export function applyEdit(root: string, one: FolderEdit): void {
  const file = join(root, one.path)
  try {
    if (one.kind === 'remove') rmSync(file)
    else if (one.kind === 'touch') utimesSync(file, STILL, STILL)
    else if (one.kind === 'move') renameSync(file, join(root, one.to))
    else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, one.kind === 'swap' ? `${one.path}${swaps++ % 10}`.padEnd(60) : one.text)
      if (one.kind === 'swap') utimesSync(file, STILL, STILL)
    }
  } catch {
    // What is not there cannot be removed, touched or moved.
  }
}
