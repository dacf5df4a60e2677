// How each language writes its imports, and where they lead in a small workspace.
import { describe, expect, test } from 'vitest'
import { filesOf } from '../../core/links.ts'
import type { Import, Language } from '../../core/ports.ts'
import { LANGUAGES } from '../index.ts'

const languageOf = (name: string): Language => LANGUAGES.find((language) => language.name === name) as Language

/** `module{name as other} as whole`, short enough to read in a table. */
const brief = ({ module, names, as }: Import): string =>
  `${module}${names.length === 0 ? '' : `{${names.map(({ name, as: other }) => (name === other ? name : `${name} as ${other}`)).join(', ')}}`}${as === undefined ? '' : ` as ${as}`}`

const importsIn = (language: string, statements: string): string[] => (languageOf(language).imports?.(statements) ?? []).map(brief)

/** Where one statement in a file leads; a question mark for what was guessed. */
function leads(language: string, { from, statement, tree }: { from: string; statement: string; tree: Readonly<Record<string, string>> }): string[] {
  const files = filesOf(Object.entries(tree).map(([path, text]) => ({ path, text })))
  const { imports, resolve } = languageOf(language)
  return (imports?.(statement) ?? []).flatMap((wanted) => resolve?.(wanted, from, files) ?? []).map(({ path, certain }) => (certain ? path : `${path}?`))
}

describe('JavaScript and TypeScript', () => {
  test('every form of import', () => {
    expect(importsIn('typescript', `import a, { b as c, type D } from './x'
import * as all from "y"
import 'side'
export * from './z'
export { q } from '../q.js'
const { e, f: g } = require('./cjs')
const whole = require("whole")
const lazy = await import('./lazy')
import type { T } from './t'
`)).toEqual([
      './x{default as a, b as c, D} as a', 'y as all', 'side', './z', '../q.js{q}', './cjs{e, f as g}', 'whole{default as whole} as whole', './lazy{default as lazy} as lazy', './t{T}',
    ])
  })
  const tree = {
    'src/a.ts': '', 'src/b.ts': '', 'src/ui/index.tsx': '', 'src/old.js': '', 'packages/core/package.json': '{"name":"@me/core","exports":{".":{"import":"./dist/index.js"},"./deep/*":"./dist/deep/*.js"}}',
    'packages/core/src/index.ts': '', 'packages/core/src/deep/x.ts': '', 'tsconfig.json': '{ // paths\n "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], }, }, }',
    'packages/own/package.json': '{"name":"own","imports":{"#util":"./src/util.ts"}}', 'packages/own/src/util.ts': '', 'packages/own/src/main.ts': '', 'lib/main/package.json': '{"name":"legacy","main":"./start"}', 'lib/main/start.js': '',
  }
  const cases: readonly (readonly [string, string, string[]])[] = [
    ['src/a.ts', "import './b'", ['src/b.ts']], ['src/a.ts', "import './b.js'", ['src/b.ts']], ['src/a.ts', "import './ui'", ['src/ui/index.tsx']], ['src/a.ts', "import '../src/old.js'", ['src/old.js']],
    ['src/a.ts', "import '@/ui'", ['src/ui/index.tsx']], ['src/a.ts', "import 'src/b'", ['src/b.ts']], ['src/a.ts', "import '@me/core'", ['packages/core/src/index.ts']], ['src/a.ts', "import '@me/core/deep/x'", ['packages/core/src/deep/x.ts']],
    ['packages/own/src/main.ts', "import '#util'", ['packages/own/src/util.ts']], ['src/a.ts', "import 'legacy'", ['lib/main/start.js']], ['src/a.ts', "import 'react'", []], ['src/a.ts', "import '../../../etc/passwd'", []],
  ]
  test.each(cases)('%s: %s', (from, statement, expected) => expect(leads('typescript', { from, statement, tree })).toEqual(expected))
  test('a tsconfig that extends another, and one that is broken', () => {
    const extended = { 'a/tsconfig.json': '{"extends":"../base"}', 'base.json': '{"compilerOptions":{"paths":{"~/*":["./a/*"]}}}', 'a/x.ts': '', 'a/y.ts': '' }
    expect(leads('typescript', { from: 'a/x.ts', statement: "import '~/y'", tree: extended })).toEqual(['a/y.ts'])
    expect(leads('typescript', { from: 'a/x.ts', statement: "import '~/y'", tree: { ...extended, 'base.json': '{{{' } })).toEqual([])
    expect(leads('typescript', { from: 'a/x.ts', statement: "import '~/y'", tree: { ...extended, 'base.json': '{"extends":"./base.json"}' } })).toEqual([])
  })
})

describe('Python', () => {
  test('every form of import', () => {
    expect(importsIn('python', 'import os, sys as system\nfrom a.b import (\n    c,  # why\n    d as e,\n)\nfrom . import f\nfrom ..g import *\nfrom h import i, \\\n    j\n')).toEqual([
      'os as os', 'sys as system', 'a.b{c, d as e}', '.{f}', '..g', 'h{i, j}',
    ])
  })
  const tree = { 'pkg/__init__.py': '', 'pkg/a.py': '', 'pkg/sub/__init__.py': '', 'pkg/sub/b.py': '', 'src/lib/__init__.py': '', 'src/lib/c.py': '', 'tests/t.py': '' }
  const cases: readonly (readonly [string, string, string[]])[] = [
    ['pkg/sub/b.py', 'from . import x', ['pkg/sub/__init__.py']], ['pkg/sub/b.py', 'from .. import a', ['pkg/a.py', 'pkg/__init__.py']], ['pkg/sub/b.py', 'from ..a import f', ['pkg/a.py']], ['tests/t.py', 'import pkg.sub.b', ['pkg/sub/b.py']],
    ['tests/t.py', 'from pkg.sub import b', ['pkg/sub/b.py', 'pkg/sub/__init__.py']], ['tests/t.py', 'import lib.c', ['src/lib/c.py']], ['tests/t.py', 'import os', []], ['tests/t.py', 'from ..... import x', []],
  ]
  test.each(cases)('%s: %s', (from, statement, expected) => expect(leads('python', { from, statement, tree })).toEqual(expected))
})

describe('Rust', () => {
  test('trees of use, and modules in files of their own', () => {
    expect(importsIn('rust', 'mod net;\npub(crate) mod io;\nuse crate::a::{self, b::{C, D as E}, f::*};\nuse std::fmt;\nextern crate serde;\n')).toEqual([
      'self::net as net', 'self::io as io', 'crate::a as a', 'crate::a::b{C} as C', 'crate::a::b{D as E} as E', 'crate::a::f', 'std{fmt} as fmt', '{serde} as serde',
    ])
  })
  const tree = { 'Cargo.toml': '[workspace]', 'app/Cargo.toml': '[package]\nname = "my-app"', 'app/src/main.rs': '', 'app/src/net.rs': '', 'app/src/net/tcp.rs': '', 'app/src/io/mod.rs': '', 'kit/Cargo.toml': '[package]\nname = "my-kit"', 'kit/src/lib.rs': '', 'kit/src/deep.rs': '' }
  const cases: readonly (readonly [string, string, string[]])[] = [
    ['app/src/main.rs', 'mod net;', ['app/src/net.rs']], ['app/src/net.rs', 'mod tcp;', ['app/src/net/tcp.rs']], ['app/src/net/tcp.rs', 'use super::Thing;', ['app/src/net.rs']], ['app/src/net/tcp.rs', 'use crate::io::Read;', ['app/src/io/mod.rs']],
    ['app/src/main.rs', 'use my_kit::deep::Thing;', ['kit/src/deep.rs']], ['app/src/main.rs', 'use my_kit::Thing;', ['kit/src/lib.rs']], ['app/src/main.rs', 'use std::fmt;', []],
  ]
  test.each(cases)('%s: %s', (from, statement, expected) => expect(leads('rust', { from, statement, tree })).toEqual(expected))
})

describe('Go', () => {
  test('names of packages', () => expect(importsIn('go', 'import (\n\t"fmt"\n\tx "a/b"\n\t. "c"\n\t_ "d"\n\t"github.com/y/go-redis/v9"\n)\nimport "z"')).toEqual(['fmt as fmt', 'a/b as x', 'c', 'd', 'github.com/y/go-redis/v9 as redis', 'z as z']))
  const tree = { 'go.mod': 'module example.com/app\n', 'main.go': '', 'store/a.go': '', 'store/b.go': '', 'store/a_test.go': '', 'store/x.txt': '' }
  test('a package is the files of its folder', () => {
    expect(leads('go', { from: 'main.go', statement: 'import "example.com/app/store"', tree })).toEqual(['store/a.go', 'store/b.go'])
    expect(leads('go', { from: 'main.go', statement: 'import "fmt"', tree })).toEqual([])
  })
})
