#!/usr/bin/env node
// Prints the syntax tree of a file, for writing the table of a language: node scripts/show-tree.mjs FILE [--lang NAME]
import { readFileSync } from 'node:fs'
import { Language, Parser } from 'web-tree-sitter'
import { createParser, nodeAssets } from '../dist/workspace/index.js'

const [file, , lang] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write('name a file: node scripts/show-tree.mjs src/a.ts [--lang typescript]\n')
  process.exit(2)
}
const text = readFileSync(file, 'utf8')
const parser = createParser(nodeAssets)
const language = lang === undefined ? parser.languageOf(file, text) : parser.languageNamed(lang)
if (language?.grammar === undefined) {
  process.stderr.write(`${language?.title ?? lang} is read by a scanner of our own: there is no tree to show\n`)
  process.exit(1)
}
await Parser.init({ wasmBinary: await nodeAssets.runtime() })
const wasm = await nodeAssets.load(language.grammar)
const tree = new Parser().setLanguage(await nodeAssets.compiling(wasm, () => Language.load(wasm))).parse(text)
const lines = []
const open = [{ node: tree.rootNode, depth: 0, field: null }]
for (let next = open.pop(); next !== undefined; next = open.pop()) {
  const { node, depth, field } = next
  lines.push(`${'  '.repeat(depth)}${field === null ? '' : `${field}: `}${node.type}${node.namedChildCount === 0 ? ` ${JSON.stringify(node.text.slice(0, 60))}` : ''}`)
  for (let i = node.childCount - 1; i >= 0; i--) {
    const child = node.child(i)
    if (child.isNamed) open.push({ node: child, depth: depth + 1, field: node.fieldNameForChild(i) })
  }
}
process.stdout.write(`${lines.join('\n')}\n`)
