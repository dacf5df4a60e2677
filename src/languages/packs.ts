// Written by scripts/list-packs.mjs: every file in packs/. Do not edit.
import type { Scanner, Table } from './language.ts'
import adaPack from './packs/ada.ts'
import asciidocPack from './packs/asciidoc.ts'
import astroPack from './packs/astro.ts'
import cPack from './packs/c.ts'
import clojurePack from './packs/clojure.ts'
import cmakePack from './packs/cmake.ts'
import commonlispPack from './packs/commonlisp.ts'
import cppPack from './packs/cpp.ts'
import csharpPack from './packs/csharp.ts'
import cssPack from './packs/css.ts'
import csvPack from './packs/csv.ts'
import dartPack from './packs/dart.ts'
import diffPack from './packs/diff.ts'
import dockerfilePack from './packs/dockerfile.ts'
import elispPack from './packs/elisp.ts'
import elixirPack from './packs/elixir.ts'
import elmPack from './packs/elm.ts'
import envPack from './packs/env.ts'
import erlangPack from './packs/erlang.ts'
import flowPack from './packs/flow.ts'
import fortranPack from './packs/fortran.ts'
import gdscriptPack from './packs/gdscript.ts'
import gleamPack from './packs/gleam.ts'
import glslPack from './packs/glsl.ts'
import goPack from './packs/go.ts'
import graphqlPack from './packs/graphql.ts'
import groovyPack from './packs/groovy.ts'
import haskellPack from './packs/haskell.ts'
import htmlPack from './packs/html.ts'
import iniPack from './packs/ini.ts'
import javaPack from './packs/java.ts'
import javascriptPack from './packs/javascript.ts'
import jsonPack from './packs/json.ts'
import jsonlPack from './packs/jsonl.ts'
import juliaPack from './packs/julia.ts'
import justPack from './packs/just.ts'
import kdlPack from './packs/kdl.ts'
import kotlinPack from './packs/kotlin.ts'
import lockfilePack from './packs/lockfile.ts'
import logPack from './packs/log.ts'
import luaPack from './packs/lua.ts'
import makefilePack from './packs/makefile.ts'
import markdownPack from './packs/markdown.ts'
import matlabPack from './packs/matlab.ts'
import nimPack from './packs/nim.ts'
import nixPack from './packs/nix.ts'
import notebookPack from './packs/notebook.ts'
import objcPack from './packs/objc.ts'
import ocamlPack from './packs/ocaml.ts'
import openapiPack from './packs/openapi.ts'
import perlPack from './packs/perl.ts'
import phpPack from './packs/php.ts'
import powershellPack from './packs/powershell.ts'
import prismaPack from './packs/prisma.ts'
import protoPack from './packs/proto.ts'
import pythonPack from './packs/python.ts'
import qmlPack from './packs/qml.ts'
import rPack from './packs/r.ts'
import racketPack from './packs/racket.ts'
import rescriptPack from './packs/rescript.ts'
import resourcePack from './packs/resource.ts'
import rstPack from './packs/rst.ts'
import rubyPack from './packs/ruby.ts'
import rustPack from './packs/rust.ts'
import scalaPack from './packs/scala.ts'
import schemePack from './packs/scheme.ts'
import shellPack from './packs/shell.ts'
import solidityPack from './packs/solidity.ts'
import sqlPack from './packs/sql.ts'
import sveltePack from './packs/svelte.ts'
import swiftPack from './packs/swift.ts'
import terraformPack from './packs/terraform.ts'
import textPack from './packs/text.ts'
import tomlPack from './packs/toml.ts'
import typescriptPack from './packs/typescript.ts'
import vimPack from './packs/vim.ts'
import vuePack from './packs/vue.ts'
import xmlPack from './packs/xml.ts'
import yamlPack from './packs/yaml.ts'
import zigPack from './packs/zig.ts'

/** Every language pack of this program. */
export const PACKS: readonly (Table | Scanner)[] = [
  adaPack,
  asciidocPack,
  astroPack,
  cPack,
  clojurePack,
  cmakePack,
  commonlispPack,
  cppPack,
  csharpPack,
  cssPack,
  csvPack,
  dartPack,
  diffPack,
  dockerfilePack,
  elispPack,
  elixirPack,
  elmPack,
  envPack,
  erlangPack,
  flowPack,
  fortranPack,
  gdscriptPack,
  gleamPack,
  glslPack,
  goPack,
  graphqlPack,
  groovyPack,
  haskellPack,
  htmlPack,
  iniPack,
  javaPack,
  javascriptPack,
  jsonPack,
  jsonlPack,
  juliaPack,
  justPack,
  kdlPack,
  kotlinPack,
  lockfilePack,
  logPack,
  luaPack,
  makefilePack,
  markdownPack,
  matlabPack,
  nimPack,
  nixPack,
  notebookPack,
  objcPack,
  ocamlPack,
  openapiPack,
  perlPack,
  phpPack,
  powershellPack,
  prismaPack,
  protoPack,
  pythonPack,
  qmlPack,
  rPack,
  racketPack,
  rescriptPack,
  resourcePack,
  rstPack,
  rubyPack,
  rustPack,
  scalaPack,
  schemePack,
  shellPack,
  solidityPack,
  sqlPack,
  sveltePack,
  swiftPack,
  terraformPack,
  textPack,
  tomlPack,
  typescriptPack,
  vimPack,
  vuePack,
  xmlPack,
  yamlPack,
  zigPack,
].flat()
