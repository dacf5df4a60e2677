// How each language writes its imports, and where they lead in a small workspace.
import { describe, expect, test } from 'vitest'
import { cpuOf } from '../../../test/kit/cpu.ts'
import { openParser, parseAs } from '../../../test/cases/parser.ts'
import { filesOf, linksOf } from '../../core/links.ts'
import type { Import, Language } from '../../core/ports.ts'
import { fileBlock } from '../../core/tile.ts'
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

describe('the imports of', () => {
  const cases: readonly (readonly [string, string, string[]])[] = [
    ['java', 'import a.b.C;\nimport static a.b.C.of;\nimport a.c.*;\n', ['a.b.C{C} as C', 'a.b.C.of{of} as of', 'a.c']],
    ['kotlin', 'import a.b.C\nimport a.b.open as start\nimport a.c.*\nimport a.`in`.D\n', ['a.b.C{C} as C', 'a.b.open{open as start} as start', 'a.c', 'a.in.D{D} as D']],
    ['scala', 'import a.b.{C, D => E, _}, f.G\nimport a.*\nimport a.H as I\n', ['a.b.C{C} as C', 'a.b.D{D as E} as E', 'a.b', 'f.G{G} as G', 'a', 'a.H{H as I} as I']],
    ['csharp', 'using A.B;\nglobal using static A.B.C;\nusing X = A.D;\n', ['A.B', 'A.B.C', 'A.D{D as X} as X']],
    ['c', '#include "a/x.h"\n#  include <y.h>\n#include CONFIG\n', ['a/x.h', '<y.h>']],
    ['cpp', '#include "x.hpp"\n#include <vector>\nusing std::swap;\n', ['x.hpp', '<vector>']],
    ['php', "use A\\B;\nuse A\\{C, D as E};\nuse function A\\f;\nrequire_once __DIR__ . '/x.php';\n", ['A\\B{B} as B', 'A\\C{C} as C', 'A\\D{D as E} as E', 'A\\f{f} as f', '/x.php']],
    ['ruby', "require 'a/b'\nrequire_relative('../c')\nautoload :D, 'd'\ninclude Comparable\n", ['a/b', '../c', 'd']],
    ['lua', "local m = require 'a.b'\nrequire(\"c\")\n", ['a.b as m', 'c']],
    ['perl', "use strict;\nuse A::B qw(f g);\nuse parent -norequire, 'C::D';\nrequire E;\n", ['strict as strict', 'strict', 'A::B{f, g} as B', 'C::D as D', 'C::D', 'E as E', 'E']],
    ['shell', 'source ./a.sh\n. "$(dirname "$0")/b.sh"\n[ -f c ] && . c\n', ['./a.sh', '"$(dirname "$0")/b.sh"', 'c']],
    ['powershell', '. $PSScriptRoot\\a.ps1\nImport-Module -Name ./b.psm1\nusing module c\n', ['$PSScriptRoot\\a.ps1', './b.psm1', 'c']],
    ['dart', "import 'a.dart' as x show F, g hide h;\nexport 'package:me/b.dart';\npart 'c.g.dart';\n", ['a.dart{F, g} as x', 'package:me/b.dart', 'c.g.dart']],
    ['haskell', "import A.B\nimport qualified A.C as C\nimport A.D (f, T(..), foldl')\nimport A.E hiding (g)\nimport A.F qualified\n", ['A.B as B', 'A.B', 'A.C as C', "A.D{f, T, foldl'} as D", 'A.E as E', 'A.E', 'A.F as F']],
    ['elm', 'import A.B\nimport C as D exposing (..)\nimport E exposing (f, T(..))\n', ['A.B as B', 'C as D', 'C', 'E{f, T} as E']],
    ['ocaml', 'open Store\nopen! Base.List\ninclude Shape\n', ['Store', 'Base.List', 'Shape']],
    ['elixir', 'alias A.B\nalias A.{C, D}\nalias E.F, as: G\nimport H\n', ['A.B as B', 'A.C as C', 'A.D as D', 'E.F as G', 'H as H', 'H']],
    ['erlang', '-include("a.hrl").\n-include_lib("kernel/include/file.hrl").\n-behaviour(gen_server).\n', ['a.hrl', 'kernel/include/file.hrl', 'gen_server']],
    ['clojure', '(ns a.b\n  (:require [c.d-e :as d :refer [f g]]\n            [h :refer :all]\n            [i.j :refer [k] :as l])\n  (:use m.n))', ['c.d-e{f, g} as d', 'h as h', 'h', 'i.j{k} as l', 'm.n as n']],
    ['julia', 'include("a/b.jl")\nusing LinearAlgebra\n', ['a/b.jl']],
    ['r', 'library(dplyr)\nsource("R/a.R")\n', ['R/a.R']],
    ['zig', 'const std = @import("std");\nconst T = @import("a.zig").T;\n', ['std as std', 'a.zig{T} as T']],
    ['solidity', 'import "./A.sol";\nimport {B as C} from "./B.sol";\nimport * as D from "d/D.sol";\n', ['./A.sol', './B.sol{B as C}', 'd/D.sol as D']],
    ['nim', 'import a, b/c as d\nimport std/[os, math]\nfrom e import f, g\n', ['a', 'a as a', 'b/c', 'b/c as d', 'std/os', 'std/os as os', 'std/math', 'std/math as math', 'e{f, g} as e']],
    ['gleam', 'import a/b\nimport c.{type D, e as f} as g\n', ['a/b as b', 'c{D, e as f} as g']],
    ['ada', 'with Ada.Text_IO, Store;\n', ['Ada.Text_IO as Text_IO', 'Store as Store']],
    ['fortran', 'use, intrinsic :: iso_c_binding\nuse store, only: load, save\n', ['iso_c_binding', 'store{load, save}']],
    ['cmake', 'include(cmake/a.cmake)\nadd_subdirectory("${ROOT}/src")\n', ['cmake/a.cmake', '"${ROOT}/src"']],
    ['elisp', "(require 'a-b)\n(load \"c\")\n", ['a-b', 'c']],
    ['racket', '(require racket/list "a.rkt")\n', ['a.rkt']],
  ]
  test.each(cases)('%s', (language, statements, expected) => expect(importsIn(language, statements)).toEqual(expected))
})

/** Where the imports of a whole file lead, as its blocks are cut. */
async function linked(language: string, from: string, tree: Readonly<Record<string, string>>): Promise<string[]> {
  const [text, speech] = [tree[from] as string, languageOf(language)]
  const block = fileBlock(from, text, (await parseAs(parser, speech, text)).tiles)
  const files = filesOf(Object.entries(tree).map(([path, one]) => ({ path, text: one })))
  return linksOf({ path: from, text, block, language: speech }, files).flatMap(({ found }) => found.map(({ path, certain }) => (certain ? path : `${path}?`)))
}

const parser = openParser()

/** A tree of files; those that are not given a text are empty. */
const treeOf = (from: string, text: string, others: readonly (string | readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries([[from, text], ...others.map((one) => (typeof one === 'string' ? [one, ''] : one))])

describe('files are found for', () => {
  const cases: readonly (readonly [string, string, string, readonly (string | readonly [string, string])[], string[]])[] = [
    ['java', 'src/main/java/a/b/Main.java', 'package a.b;\nimport a.c.Store;\nimport static a.c.Store.open;\nimport a.d.*;\nimport java.util.List;\nimport a.c.Store.Inner.Deep;\nclass Main {}\n',
      ['src/main/java/a/c/Store.java', 'src/main/java/a/d/X.java', 'src/main/java/a/d/Y.java', 'src/main/java/Z.java'],
      ['src/main/java/a/c/Store.java', 'src/main/java/a/c/Store.java', 'src/main/java/a/d/X.java', 'src/main/java/a/d/Y.java', 'src/main/java/a/c/Store.java']],
    ['kotlin', 'src/Main.kt', 'package com.me\n\nimport com.me.store.Store\nimport com.me.store.open\nimport com.other.Store\n\nfun main() {}\n',
      [['src/store/Store.kt', 'package com.me.store\nclass Store'], ['src/store/Open.kt', 'package com.me.store\nfun open() {}'], ['src/old/Store.kt', 'package com.old']],
      ['src/store/Store.kt', 'src/store/Store.kt', 'src/store/Open.kt']],
    ['scala', 'a/Main.scala', 'package a\n\nimport a.b.{C, D => E}\nimport a.f._\n\nobject Main\n', ['a/b/C.scala', 'a/b/D.scala', 'a/f/G.scala'], ['a/b/C.scala', 'a/b/D.scala', 'a/f/G.scala']],
    ['csharp', 'App/Main.cs', 'using Me.Core.Data;\nusing Me.Core;\nusing System.Text;\n\nnamespace Me.App;\n\nclass Main {}\n',
      [['Me.Core/Data/Store.cs', 'namespace Me.Core.Data;\n'], ['Me.Core/Root.cs', 'namespace Me.Core { }\n'], ['Text/X.cs', 'namespace Me.Text;\n']], ['Me.Core/Data/Store.cs', 'Me.Core/Root.cs']],
    ['c', 'src/main.c', '#include "util.h"\n#include "lib/deep.h"\n#include <me/api.h>\n#include <stdio.h>\n#include "gone.h"\n\nint main(void) { return 0; }\n',
      ['src/util.h', 'other/util.h', 'include/lib/deep.h', 'api/me/api.h'], ['src/util.h', 'include/lib/deep.h', 'api/me/api.h?']],
    ['groovy', 'a/Main.groovy', 'package a\n\nimport a.b.Store as S\n\nclass Main {}\n', ['a/b/Store.groovy'], ['a/b/Store.groovy']],
    ['objc', 'src/main.m', '#import "Store.h"\n#import <Foundation/Foundation.h>\n\nint main(void) { return 0; }\n', ['src/Store.h'], ['src/Store.h']],
    ['cpp', 'src/main.cpp', '#include "../include/a.hpp"\n#include "b.hpp"\n#include <vector>\n\nint main() {}\n', ['include/a.hpp', 'x/b.hpp', 'src/vector'], ['include/a.hpp', 'x/b.hpp?', 'src/vector?']],
    ['php', 'src/Http/Main.php', "<?php\nnamespace App\\Http;\n\nuse App\\Data\\Store;\nuse Other\\Store as Old;\nrequire_once __DIR__ . '/../boot.php';\n\nclass Main\n{\n    use Loads;\n\n    public function run() {}\n}\n",
      [['src/Data/Store.php', '<?php\nnamespace App\\Data;\nclass Store {}'], 'src/boot.php', ['src/Http/Loads.php', '<?php namespace App\\Http; trait Loads {}']], ['src/Data/Store.php', 'src/boot.php', 'src/Http/Loads.php']],
    ['ruby', 'lib/me/main.rb', "require 'json'\nrequire 'me/store'\nrequire_relative 'util'\n\nclass Main\nend\n", ['lib/me/store.rb', 'lib/me/util.rb'], ['lib/me/store.rb', 'lib/me/util.rb']],
    ['lua', 'main.lua', "local a = require('me.a')\nlocal b = require 'me'\nlocal function f() end\n", ['lua/me/a.lua', 'lua/me/init.lua'], ['lua/me/a.lua', 'lua/me/init.lua']],
    ['perl', 'bin/run.pl', 'use strict;\nuse Me::Store qw(open);\n\nsub run { 1 }\n', ['lib/Me/Store.pm'], ['lib/Me/Store.pm']],
    ['shell', 'bin/run.sh', '#!/bin/sh\n. "$(dirname "$0")/../lib/a.sh"\nsource "$ROOT/lib/b.sh"\nsource ./c.sh\n\nrun() { :; }\n', ['lib/a.sh', 'lib/b.sh', 'bin/c.sh'], ['lib/a.sh', 'lib/b.sh', 'bin/c.sh']],
    ['powershell', 'run.ps1', ". $PSScriptRoot\\lib\\a.ps1\nImport-Module ./b.psm1\n. (Join-Path $PSScriptRoot 'c.ps1')\n\nfunction Run { 1 }\n", ['lib/a.ps1', 'b.psm1', 'c.ps1'], ['lib/a.ps1', 'b.psm1', 'c.ps1']],
    ['dart', 'app/lib/main.dart', "import 'dart:io';\nimport 'src/a.dart';\nimport 'package:kit/b.dart';\nimport 'package:gone/c.dart';\n\nvoid main() {}\n",
      ['app/lib/src/a.dart', ['kit/pubspec.yaml', 'name: kit\n'], 'kit/lib/b.dart'], ['app/lib/src/a.dart', 'kit/lib/b.dart']],
    ['haskell', 'app/Main.hs', 'module Main where\n\nimport Data.List (sort)\nimport qualified Me.Store as S\n\nmain :: IO ()\nmain = pure ()\n', ['src/Me/Store.hs'], ['src/Me/Store.hs']],
    ['elm', 'src/Main.elm', 'module Main exposing (main)\n\nimport Html\nimport Me.View exposing (view)\n\nmain = view\n', ['src/Me/View.elm'], ['src/Me/View.elm']],
    ['ocaml', 'bin/main.ml', 'open Printf\nopen Store\n\nlet main () = ()\n', ['lib/store.ml'], ['lib/store.ml']],
    ['elixir', 'lib/me/main.ex', 'defmodule Me.Main do\n  alias Me.HTTPStore\n  alias MeWeb.UserController\n\n  def run, do: 1\nend\n',
      ['lib/me/http_store.ex', ['lib/me_web/controllers/user_controller.ex', 'defmodule MeWeb.UserController do\nend']], ['lib/me/http_store.ex', 'lib/me_web/controllers/user_controller.ex']],
    ['erlang', 'src/main.erl', '-module(main).\n-include("main.hrl").\n\nrun() -> ok.\n', ['include/main.hrl'], ['include/main.hrl']],
    ['clojure', 'src/me/main.clj', '(ns me.main\n  (:require [clojure.string :as str]\n            [me.my-store :as store]))\n\n(defn run [] 1)\n', ['src/me/my_store.clj'], ['src/me/my_store.clj']],
    ['julia', 'src/Me.jl', 'module Me\ninclude("store.jl")\nf() = 1\nend\n', ['src/store.jl'], ['src/store.jl']],
    ['r', 'run.R', 'library(dplyr)\nsource("R/a.R")\n\nf <- function(x) x\n', ['R/a.R'], ['R/a.R']],
    ['zig', 'src/main.zig', 'const std = @import("std");\nconst store = @import("data/store.zig");\n\npub fn main() void {}\n', ['src/data/store.zig'], ['src/data/store.zig']],
    ['solidity', 'src/A.sol', 'pragma solidity ^0.8.0;\nimport "./B.sol";\nimport {C} from "kit/C.sol";\n\ncontract A {}\n', ['src/B.sol', 'lib/kit/C.sol'], ['src/B.sol', 'lib/kit/C.sol']],
    ['nim', 'src/main.nim', 'import std/os\nimport me/store\n\nproc run() = discard\n', ['src/me/store.nim'], ['src/me/store.nim', 'src/me/store.nim']],
    ['gleam', 'src/main.gleam', 'import gleam/io\nimport me/store\n\npub fn main() { 1 }\n', ['src/me/store.gleam'], ['src/me/store.gleam']],
    ['ada', 'main.adb', 'with Ada.Text_IO;\nwith Me.Store;\n\nprocedure Main is\nbegin\n  null;\nend Main;\n', ['src/me-store.ads'], ['src/me-store.ads']],
    ['fortran', 'main.f90', 'program main\n  use store, only: load\n  implicit none\ncontains\n  subroutine run()\n  end subroutine\nend program\n', ['src/store.f90'], ['src/store.f90']],
    ['cmake', 'CMakeLists.txt', 'include(Tools)\nadd_subdirectory(src)\n', ['cmake/Tools.cmake', 'src/CMakeLists.txt'], ['cmake/Tools.cmake', 'src/CMakeLists.txt']],
    ['elisp', 'main.el', "(require 'me-store)\n\n(defun run () 1)\n", ['me-store.el'], ['me-store.el']],
    ['racket', 'main.rkt', '#lang racket\n(require "store.rkt")\n\n(define (run) 1)\n', ['store.rkt'], ['store.rkt']],
    ['scheme', 'main.scm', '(load "store.scm")\n\n(define (run) 1)\n', ['store.scm'], ['store.scm']],
    ['commonlisp', 'main.lisp', '(load "store")\n\n(defun run () 1)\n', ['store.lisp'], ['store.lisp']],
    ['just', 'justfile', "import 'ci.just'\n\nrun:\n  echo\n", ['ci.just'], ['ci.just']],
    ['rescript', 'src/Main.res', 'open Store\n\nlet run = () => 1\n', ['src/Store.res'], ['src/Store.res']],
    ['vim', 'main.vim', 'source lib/a.vim\n\nfunction! Run()\nendfunction\n', ['lib/a.vim'], ['lib/a.vim']],
    ['gdscript', 'main.gd', 'extends "res://base.gd"\n\nfunc run():\n\tpass\n', ['base.gd'], ['base.gd']],
    ['glsl', 'main.frag', '#version 450\n#include "noise.glsl"\n\nvoid main() {}\n', ['noise.glsl'], ['noise.glsl']],
  ]
  test.each(cases)('%s', async (language, from, text, others, expected) => expect(await linked(language, from, treeOf(from, text, others))).toEqual(expected))
})

test('a hostile import costs no more than its length', () => {
  const hostile = ['import ', 'use ', '#include "', '(:require [a ', '[a [', 'const a', 'a.', ' ', '\t', '(', "'", '"', ', ', '{', '\\', '::', 'with ', '$a', '. $', 'from a import ', '-include("', 'import a,', 'import a[', 'alias a.']
  for (const { imports, resolve } of LANGUAGES.filter((language) => language.imports !== undefined)) {
    for (const piece of hostile) {
      expect(cpuOf(() => { for (const wanted of imports?.(piece.repeat(20_000 / piece.length)).slice(0, 3) ?? []) resolve?.(wanted, 'a/b', filesOf([])) }), piece).toBeLessThan(1000)
    }
  }
}, 20_000)
