// The repository that the tests of the studio look at: small, with history, and with one file of every sort that is left out for a reason of its own.
import { execFileSync } from 'node:child_process'
import { folder, PROJECT, put, sourceOf } from '../../walks/run.ts'

const WHEN = '2026-01-02T03:04:05Z'

/** The files of the first commit. */
export const FILES: Readonly<Record<string, string | Uint8Array>> = {
  ...PROJECT,
  '.gitignore': 'build/\n',
  'src/basket.ts': sourceOf('basket'),
  'src/orders.ts': sourceOf('orders'),
  'src/prices.ts': sourceOf('prices'),
  'src/mail/letters.ts': sourceOf('letters'),
  'src/mail/stamps.ts': sourceOf('stamps'),
  'docs/orders.md': `# Orders\n\n${'An order is paid, packed and sent.\n\n'.repeat(40)}`,
  'package-lock.json': `{\n  "lockfileVersion": 3,\n  "packages": {\n${Array.from({ length: 60 }, (_, i) => `    "node_modules/part-${i}": { "version": "1.0.${i}" }`).join(',\n')}\n  }\n}\n`,
  'assets/logo.png': new Uint8Array([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
}

/** A folder with these files and two commits; the second one changes `src/prices.ts`. */
export function repository(files: Readonly<Record<string, string | Uint8Array>> = FILES): string {
  const root = folder(files)
  commit(root, 'A shop')
  put(root, { 'src/prices.ts': `${sourceOf('prices')}\n/** What a customer pays with tax. */\nexport const withTax = (price: number): number => price * 1.25\n` })
  commit(root, 'Prices know the tax')
  return root
}

/** Commits everything in a folder, as nobody and at one time; makes the repository when there is none. */
export function commit(root: string, message: string): void {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main', ...args], { stdio: 'ignore', env: { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: root, GIT_AUTHOR_DATE: WHEN, GIT_COMMITTER_DATE: WHEN } })
  }
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', message)
}
