// Other finders of secrets, each as a function that masks a text: secretlint (the engine of repomix) and the rules of gitleaks, which are read as data and run here.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TOOLS } from './places.mjs'

const blank = (text, spans) => {
  let result = ''
  let at = 0
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (to <= at) continue
    result += text.slice(at, Math.max(at, from)) + text.slice(Math.max(at, from), to).replace(/[^\n]/g, '\u2588')
    at = to
  }
  return result + text.slice(at)
}

/** secretlint with its recommended rules, as repomix uses it. Its answers are promises: texts are masked before they are asked for. */
export async function secretlint() {
  const require = createRequire(join(TOOLS, 'package.json'))
  const load = (name) => import(pathToFileURL(require.resolve(name)).href)
  const [{ lintSource }, { creator }] = await Promise.all([load('@secretlint/core'), load('@secretlint/secretlint-rule-preset-recommend')])
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] }
  return async (text, path) => {
    const { messages } = await lintSource({ source: { filePath: path, content: text, contentType: 'text', ext: '' }, options: { config, noPhysicFilePath: true } })
    return { text: blank(text, messages.map(({ range }) => range)), found: messages.length }
  }
}

/** The rules of gitleaks with their keywords and entropies, without lists of paths and words to leave out. */
export function gitleaks(file) {
  const rules = rulesIn(readFileSync(file, 'utf8'))
  return (text) => {
    const low = text.toLowerCase()
    const spans = []
    for (const rule of rules) if (rule.keywords.some((word) => low.includes(word))) for (const span of spansOf(rule, text)) spans.push(span)
    return { text: blank(text, spans), found: spans.length }
  }
}

function* spansOf({ pattern, entropy, group }, text) {
  for (const match of text.matchAll(pattern)) {
    const own = group > 0 ? match.indices[group] : match.indices.slice(1).find((span) => span !== undefined) ?? match.indices[0]
    if (own !== undefined && entropyOf(text.slice(...own)) >= entropy) yield own
  }
}

function entropyOf(text) {
  const counts = new Map()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0)
}

/** The few keys of the file that matter, read line by line. */
function rulesIn(toml) {
  return toml.split('[[rules]]').slice(1).flatMap((part) => {
    const own = part.split('[[rules.')[0]
    const source = /^regex = '''([\s\S]*?)'''/m.exec(own)?.[1]
    const keywords = [...(/^keywords = \[([\s\S]*?)\]/m.exec(own)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, word]) => word)
    return source === undefined ? [] : [{ pattern: inJs(source), keywords, entropy: Number(/^entropy = ([\d.]+)/m.exec(own)?.[1] ?? 0), group: Number(/^secretGroup = (\d+)/m.exec(own)?.[1] ?? 0) }]
  })
}

/** Flags inside a pattern hold for all of it here: a little too much is found rather than too little. */
function inJs(source) {
  const isLoose = /\(\?i[:)]/.test(source)
  const plain = source.replace(/\(\?-?[is]+\)/g, '').replace(/\(\?-?[is]+:/g, '(?:').replace(/\(\?P</g, '(?<').replaceAll('[[:alnum:]]', '[A-Za-z0-9]').replaceAll('\\z', '$')
  return new RegExp(plain, `dgm${isLoose ? 'i' : ''}`.replace('m', ''))
}
