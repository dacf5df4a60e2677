import { expect, test } from 'vitest'
import { blockOf } from '../../test/kit/core.ts'
import { type BlockKind, walk } from './block.ts'
import { findBlocks, isModule, onlyBlocks, plainName } from './find.ts'
import { targetFrom } from './handle.ts'

const b = (name: string, kind: BlockKind, ...children: ReturnType<typeof blockOf>[]) => blockOf(`a.ts#${name}`, kind, children)
const file = blockOf('a.ts', 'file', [
  b('~import', 'import'),
  b('Sessions', 'class', b('Sessions.get', 'method'), b('Sessions.get~2', 'method'), b('Sessions.~after:get', 'glue')),
  b('get', 'function'), b('limit', 'constant'), b('forget', 'function'), b('inner', 'module', b('inner.Sessions', 'interface')),
])
const found = (target: string): string[] => findBlocks(file, targetFrom(target)).map((block) => block.id.slice(5))

test.each([
  ['get', ['Sessions.get', 'Sessions.get~2', 'get']], ['Sessions.get', ['Sessions.get', 'Sessions.get~2']], ['Sessions.get~2', ['Sessions.get~2']], ['Sessions::get', ['Sessions.get', 'Sessions.get~2']],
  ['Sessions', ['Sessions', 'inner.Sessions']], ['inner.Sessions', ['inner.Sessions']], ['nothing', []], ['~import', []], ['et', []],
])('%s finds from the end of the name', (target, ids) => {
  expect(found(target)).toEqual(ids)
})

test('a handle with its pin finds the block it was given for, be it an import; a name means what is defined', () => {
  expect(found('a.ts#~import@9f8e7d6c')).toEqual(['~import'])
  expect(found('a.ts#~import')).toEqual([])
  expect(found('a.ts#get@9f8e7d6c')).toEqual(['Sessions.get', 'Sessions.get~2', 'get'])
})

test('a kind narrows what is found', () => {
  expect(found('fn=get')).toEqual(['Sessions.get', 'Sessions.get~2', 'get'])
  expect(found('fn=Sessions')).toEqual([])
  expect(found('fn=limit')).toEqual(['limit'])
  expect(found('class=Sessions')).toEqual(['Sessions', 'inner.Sessions'])
  expect(found('class=get')).toEqual([])
  expect(found('mod=inner')).toEqual(['inner'])
  expect(found('mod=get')).toEqual([])
})

test('the plain name has no numbers of overloads', () => {
  expect(plainName(b('A~2.get~3', 'method'))).toBe('A.get')
})

test.each([
  ['src/auth.ts', 'auth', true], ['auth.ts', 'auth', true], ['src/auth/index.ts', 'auth', true], ['src/auth/mod.rs', 'auth', true], ['auth/__init__.py', 'auth', true], ['auth/login.ts', 'auth', true],
  ['app/auth/login.py', 'auth.login', true], ['src/author.ts', 'auth', false], ['src/oauth.ts', 'auth', false], ['src/a.ts', 'auth', false],
])('%s is the module %s: %s', (path, name, is) => {
  expect(isModule(path, name)).toBe(is)
})

test('a file with only some blocks keeps the heads of what encloses them', () => {
  const wanted = new Set([...walk(file)].filter((block) => ['a.ts#Sessions.get~2', 'a.ts#limit'].includes(block.id)))
  expect([...walk(onlyBlocks(file, wanted))].map((block) => block.id)).toEqual(['a.ts', 'a.ts#Sessions', 'a.ts#Sessions.get~2', 'a.ts#limit'])
  expect(onlyBlocks(file, new Set()).children).toEqual([])
})

test('a wanted block comes with everything it holds', () => {
  const sessions = file.children[1] as (typeof file)['children'][number]
  expect(onlyBlocks(file, new Set([sessions])).children).toEqual([sessions])
})
