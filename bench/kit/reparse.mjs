// Whether a skeleton is a text of its language again: by the parser of the language itself where it is installed, by its tree-sitter grammar everywhere.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Language, Parser } from 'web-tree-sitter'
import { nodeAssets } from '../../dist/workspace/assets.js'

const grammars = new Map()

async function parserFor(grammar) {
  if (grammars.size === 0) await Parser.init({ wasmBinary: await nodeAssets.runtime() })
  if (!grammars.has(grammar)) {
    const wasm = await nodeAssets.load(grammar)
    grammars.set(grammar, await nodeAssets.compiling(wasm, () => Language.load(wasm)))
  }
  const parser = new Parser()
  parser.setLanguage(grammars.get(grammar))
  return parser
}

/** Whether a grammar reads a text without an error. A grammar that fails altogether reads nothing. */
export async function reads(grammar, text) {
  const parser = await parserFor(grammar)
  try {
    const tree = parser.parse(text)
    const sound = !tree.rootNode.hasError
    tree.delete()
    return sound
  } catch {
    return false
  } finally {
    parser.delete()
  }
}

const NATIVE = {
  python: { ending: '.py', program: 'python3', args: (list) => ['-W', 'ignore', '-c', `import ast\nfor p in open(${JSON.stringify(list)}).read().split('\\n'):\n  try: ast.parse(open(p,'rb').read())\n  except Exception: print(p)`] },
  ruby: { ending: '.rb', program: 'ruby', args: (list) => ['-W0', '-e', `File.read(${JSON.stringify(list)}).split("\\n").each { |p| begin; RubyVM::InstructionSequence.compile(File.read(p)); rescue SyntaxError; puts p; end }`] },
  php: { ending: '.php', program: 'php', args: (list) => ['-r', `foreach (explode("\\n", file_get_contents(${JSON.stringify(list)})) as $p) { try { token_get_all(file_get_contents($p), TOKEN_PARSE); } catch (\\Throwable $e) { echo $p, "\\n"; } }`] },
  go: { ending: '.go', program: 'bash', needs: 'gofmt', args: (list) => ['-c', `xargs gofmt -e -l < ${list} 2>&1 >/dev/null | cut -d: -f1`] },
  shell: { ending: '.sh', program: 'bash', args: (list) => ['-c', `while read -r p; do bash -n "$p" 2>/dev/null || echo "$p"; done < ${list}`] },
}

/** The texts of one language that its own parser refuses, by their place in the list; undefined where no parser is installed. */
export function refused(lang, texts) {
  const native = NATIVE[lang]
  if (native === undefined || spawnSync('bash', ['-c', `command -v ${native.needs ?? native.program}`]).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'fovea-reparse-'))
  try {
    const files = texts.map((text, i) => {
      const file = join(folder, `${i}${native.ending}`)
      writeFileSync(file, text)
      return file
    })
    const list = join(folder, 'list')
    writeFileSync(list, `${files.join('\n')}\n`)
    const out = new Set(spawnSync(native.program, native.args(list), { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout.split('\n').map((line) => line.trim()))
    return new Set(files.flatMap((file, i) => (out.has(file) ? [i] : [])))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
