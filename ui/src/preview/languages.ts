// Which grammar of highlight.js colours which of our languages. Each is a file of its own, loaded by the worker when a file of that language is seen first.
import type { LanguageFn } from 'highlight.js'

type Load = () => Promise<{ readonly default: LanguageFn }>

/** By the name that highlight.js gives them. */
export const GRAMMARS: Readonly<Record<string, Load>> = {
  ada: () => import('highlight.js/lib/languages/ada'),
  asciidoc: () => import('highlight.js/lib/languages/asciidoc'),
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cmake: () => import('highlight.js/lib/languages/cmake'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  elm: () => import('highlight.js/lib/languages/elm'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  fortran: () => import('highlight.js/lib/languages/fortran'),
  glsl: () => import('highlight.js/lib/languages/glsl'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  groovy: () => import('highlight.js/lib/languages/groovy'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  julia: () => import('highlight.js/lib/languages/julia'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  less: () => import('highlight.js/lib/languages/less'),
  lisp: () => import('highlight.js/lib/languages/lisp'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  matlab: () => import('highlight.js/lib/languages/matlab'),
  nim: () => import('highlight.js/lib/languages/nim'),
  nix: () => import('highlight.js/lib/languages/nix'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  qml: () => import('highlight.js/lib/languages/qml'),
  r: () => import('highlight.js/lib/languages/r'),
  reasonml: () => import('highlight.js/lib/languages/reasonml'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scheme: () => import('highlight.js/lib/languages/scheme'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  vim: () => import('highlight.js/lib/languages/vim'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

/** Ours by another name, with the grammars of what may stand inside; the first one colours the file. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  arduino: ['cpp'], astro: ['xml', 'javascript', 'css'], commonlisp: ['lisp'], cuda: ['cpp'], elisp: ['lisp'], env: ['ini'], flow: ['javascript'], html: ['xml', 'javascript', 'css'], javascript: ['javascript', 'xml', 'css'],
  jsonl: ['json'], jsx: ['javascript', 'xml'], notebook: ['json'], objc: ['objectivec'], ocaml_interface: ['ocaml'], openapi: ['yaml'], proto: ['protobuf'], racket: ['scheme'], rescript: ['reasonml'], shell: ['bash'],
  svelte: ['xml', 'javascript', 'css'], toml: ['ini'], tsx: ['typescript', 'xml'], typescript: ['typescript', 'xml', 'css'], vue: ['xml', 'javascript', 'css'],
}

/** Those that highlight.js has no grammar for, or that have nothing to colour. */
export const PLAIN: ReadonlySet<string> = new Set(['text', 'csv', 'tsv', 'log', 'lockfile', 'resource', 'rst', 'gdscript', 'gleam', 'just', 'kdl', 'prisma', 'solidity', 'terraform', 'zig'])

/** The grammars that a language needs; none when it stays plain. */
export function grammarsFor(language: string): readonly string[] {
  if (PLAIN.has(language)) return []
  return Object.hasOwn(OTHERS, language) ? OTHERS[language] as readonly string[] : Object.hasOwn(GRAMMARS, language) ? [language] : []
}
