// Random edits of a folder under git, the kinds that agents, editors and people make between two questions.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Numbers that look random and come again with the same seed. */
export function dice(seed) {
  let state = seed >>> 0
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}

const GIT = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.org', '-c', 'init.defaultBranch=main', '-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgsign=false']

/** Runs git in a folder. */
export const git = (root, ...args) => execFileSync('git', [...GIT, '-C', root, ...args], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })

const source = (name, value) => `/** Says ${name}. */\nexport function ${name}(): number {\n  return ${value} + helper${value % 5}()\n}\n`

/** A repository with two branches. */
export function repository(root, roll) {
  for (let i = 0; i < 12; i++) put(root, `src/d${i % 4}/f${i}.ts`, source(`name${i}`, roll(9)))
  put(root, 'src/helpers.ts', Array.from({ length: 5 }, (_, i) => `export const helper${i} = (): number => ${i}\n`).join(''))
  put(root, 'README.md', '# A project\n\nWhat it is for.\n')
  put(root, '.gitignore', 'out/\n')
  git(root, 'init', '-q')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'first')
  git(root, 'checkout', '-qb', 'other')
  for (let i = 0; i < 6; i++) put(root, `src/d${i % 4}/f${i}.ts`, source(`name${i}`, 10 + roll(80)))
  put(root, 'src/only-other.ts', source('onlyOther', 3))
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'second')
  git(root, 'checkout', '-q', 'main')
}

function put(root, path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Plain files of the working tree. */
const filesOf = (root) => readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath ?? one.path, one.name)).sort()

/** Makes one random edit and says which. */
export function edit(root, roll, step) {
  const files = filesOf(root)
  const some = files[roll(files.length)] ?? join(root, 'src/helpers.ts')
  const edits = {
    change: () => writeFileSync(some, source(`name${roll(12)}`, roll(1000))),
    sameSize: () => writeFileSync(some, existsSync(some) ? readFileSync(some, 'utf8').replace(/\d(?!.*\d)/s, String(roll(10))) : 'x'),
    oldTime: () => {
      const { atime, mtime } = existsSync(some) ? statSync(some) : { atime: new Date(0), mtime: new Date(0) }
      writeFileSync(some, source(`name${roll(12)}`, roll(1000)))
      utimesSync(some, atime, mtime)
    },
    replace: () => {
      writeFileSync(`${some}.tmp`, source(`name${roll(12)}`, roll(1000)))
      renameSync(`${some}.tmp`, some)
    },
    create: () => put(root, `src/d${roll(6)}/new${step}.ts`, source(`fresh${step}`, roll(100))),
    remove: () => rmSync(some, { force: true }),
    rename: () => existsSync(some) && renameSync(some, `${dirname(some)}/moved${step}.ts`),
    renameFolder: () => existsSync(join(root, 'src/d1')) && renameSync(join(root, 'src/d1'), join(root, `src/e${step}`)),
    touch: () => existsSync(some) && utimesSync(some, new Date(), new Date()),
    ignore: () => writeFileSync(join(root, '.gitignore'), `out/\nsrc/d${roll(4)}/\n`),
    unignore: () => writeFileSync(join(root, '.gitignore'), 'out/\n'),
    exclude: () => put(root, '.git/info/exclude', `new*.ts\n# ${step}\n`),
    hidden: () => put(root, `out/built${step}.ts`, source('built', 1)),
    link: () => !existsSync(join(root, `src/link${step}.ts`)) && symlinkSync('../README.md', join(root, `src/link${step}.ts`)),
    branch: () => git(root, 'checkout', '-qf', roll(2) === 0 ? 'other' : 'main'),
    revert: () => git(root, 'checkout', '-qf', '.'),
    stash: () => git(root, 'stash', '-q', '-u'),
    commit: () => git(root, 'add', '-A') + git(root, 'commit', '-q', '--allow-empty', '-m', `step ${step}`),
    configure: () => writeFileSync(join(root, 'fovea.config.json'), JSON.stringify({ exclude: [`src/d${roll(4)}`] })),
  }
  const names = Object.keys(edits)
  const name = names[roll(names.length)]
  try {
    edits[name]()
  } catch {
    // A branch that cannot be left, a folder that is gone: nothing changes.
  }
  return name
}

/** The questions after each edit. */
export const questions = (roll) => [
  ['get_context', { budget: 600 + roll(900) }], ['get_context', { task: `say name${roll(12)}`, budget: 900 }], ['zoom', { target: `fn=name${roll(12)}` }], ['search', { query: `helper${roll(5)}` }], ['zoom', { target: 'file=README.md' }],
]
