// Random trees of files, the same for the same seed: ordinary code in several languages, and everything that has ever broken a packer.

/** A small generator of numbers; good enough for tests, the same everywhere. */
export function randomness(seed) {
  let state = (seed * 2654435761 + 1013904223) >>> 0
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
  const below = (n) => Math.floor(next() * n)
  return { next, below, pick: (list) => list[below(list.length)] }
}

const WORDS = 'session token expire close open user account order invoice render parse budget cache index query filter stream buffer config load save update remove'.split(' ')
const HOSTILE = [
  ']]>', '</file>', '<file path="x">', '```', '~~~~', '+++ a.ts', '--- a.ts [md5:0]', '++++++++++ a ++++++++++', '---------- a d41d8cd98f00b204e9800998ecf8427e a ----------',
  '<|endoftext|>', '\u001b[31m', '\u0000', '\u202e', '\u{e0041}', '&amp;<>"\'', '{{{[[[(((', '\\', '日本語のテキスト', '🎉🎉', 'é'.repeat(40), 'a'.repeat(600), ' '.repeat(200), '////////', '\r', '\t\t', '"quoted"', '--- x [lang] ---',
]
const NAMES = ['a b', 'ünï', 'x\ny', '-rf', "it's", 'q"uote', 'plain', 'deep', '日本', 'amp&', '__proto__', 'constructor']

const camel = (r) => { const words = [r.pick(WORDS), r.pick(WORDS)]; return words[0] + words[1][0].toUpperCase() + words[1].slice(1) }

const statement = (r) => `${r.pick(WORDS)} = ${r.pick(WORDS)}(${r.below(100)}, "${r.next() < 0.1 ? r.pick(HOSTILE).replace(/[\n"\\]/g, '') : r.pick(WORDS)}")`

const body = (r, indent, end) => Array.from({ length: 1 + r.below(8) }, () => `${indent}${statement(r)}${end}\n`).join('')

const WRITERS = {
  ts: (r) => `${r.next() < 0.5 ? `/** ${r.pick(WORDS)} the ${r.pick(WORDS)}. */\n` : ''}export function ${camel(r)}(${r.pick(WORDS)}: string): number {\n${body(r, '  ', ';')}}\n\n`,
  tsClass: (r) => `export class ${camel(r)} {\n  private ${r.pick(WORDS)} = 1;\n\n  ${camel(r)}(): void {\n${body(r, '    ', ';')}  }\n}\n\n`,
  py: (r) => `def ${r.pick(WORDS)}_${r.pick(WORDS)}(${r.pick(WORDS)}, n=3):\n${r.next() < 0.5 ? `    """${r.pick(WORDS)} it."""\n` : ''}${body(r, '    ', '')}\n`,
  rs: (r) => `/// ${r.pick(WORDS)}\npub fn ${r.pick(WORDS)}(x: i32) -> i32 {\n${body(r, '    let ', ';')}    x\n}\n\n`,
  go: (r) => `// ${r.pick(WORDS)} does.\nfunc ${camel(r)}(x int) int {\n${body(r, '\t', '')}\treturn x\n}\n\n`,
  md: (r) => `## ${r.pick(WORDS)} ${r.pick(WORDS)}\n\nSome ${r.pick(WORDS)} about ${r.pick(WORDS)}. More text.\n\n`,
  json: (r) => `"${camel(r)}": ${r.below(1000)},\n`,
  txt: (r) => `${r.pick(WORDS)} ${r.pick(WORDS)} ${r.next() < 0.3 ? r.pick(HOSTILE) : ''}\n`,
}

function content(r, kind) {
  const count = r.next() < 0.08 ? 0 : 1 + r.below(r.next() < 0.1 ? 60 : 8)
  const parts = Array.from({ length: count }, () => (kind === 'ts' && r.next() < 0.3 ? WRITERS.tsClass(r) : (WRITERS[kind] ?? WRITERS.txt)(r)))
  if (r.next() < 0.15) parts.splice(r.below(parts.length + 1), 0, r.pick(HOSTILE))
  const text = kind === 'json' ? `{\n${parts.join('').replace(/,\n$/, '\n')}}\n` : parts.join('')
  const ended = r.next() < 0.15 ? text.trimEnd() : text
  return r.next() < 0.08 ? ended.replaceAll('\n', '\r\n') : ended
}

const FOLDERS = ['', '', 'src/', 'src/', 'src/auth/', 'lib/', 'tests/', 'docs/', 'a/b/c/d/', 'pkg/']

/** The files of tree number `seed`. */
export function randomTree(seed) {
  const r = randomness(seed)
  const files = new Map()
  for (let i = r.below(18); i > 0; i--) {
    const kind = r.pick(['ts', 'ts', 'py', 'rs', 'go', 'md', 'json', 'txt', 'unknown'])
    const name = r.next() < 0.12 ? r.pick(NAMES) : camel(r)
    files.set(`${r.pick(FOLDERS)}${name}${i}.${kind}`, content(r, kind))
  }
  return [...files].map(([path, text]) => ({ path, content: text }))
}

/** A task for tree number `seed`; often none. */
export function randomTask(seed) {
  const r = randomness(seed + 7)
  return r.next() < 0.5 ? '' : `${r.pick(WORDS)} does not ${r.pick(WORDS)} the ${r.pick(WORDS)} in ${camel(r)}`
}

/** The budgets of the bar, from nothing to more than everything. */
export const BUDGETS = [0, 1, 10, 50, 100, 200, 400, 800, 1500, 3000, 8000, 32_000, 200_000]
