import { expect, test } from 'vitest'
import type { Language } from '../core/ports.ts'
import { finderOf } from './finder.ts'

const language = (name: string, more: Partial<Language>): Language => ({ name, title: name, family: 'code', extensions: [], remark: ['', ''], ...more })
const finder = finderOf([
  language('c', { extensions: ['.h'] }),
  language('cpp', { extensions: ['.h', '.cc'], owns: (head, name) => name.endsWith('.cc') || head.includes('namespace') }),
  language('objc', { extensions: ['.h'], owns: /^@interface\b/m }),
  language('script', { extensions: ['.ts'] }),
  language('declarations', { extensions: ['.d.ts'] }),
  language('docker', { filenames: ['Dockerfile', 'Dockerfile.*'] }),
  language('bash', { extensions: ['.sh'], interpreters: ['sh', 'bash'] }),
  language('text', {}),
])
const found = (path: string, text = ''): string | undefined => finder.ofFile(path, text)?.name

test('the longest ending decides', () => expect([found('a.d.ts'), found('a.test.ts'), found('.ts')]).toEqual(['declarations', 'script', 'script']))
test('a text can be claimed', () => expect([found('a.h'), found('a.h', 'namespace x {}'), found('A.CC'), found('a.h', '\n@interface X')]).toEqual(['c', 'cpp', 'cpp', 'objc']))
test('whole names and how they begin', () => expect([found('x/dockerfile'), found('Dockerfile.dev'), found('Dockerfiles')]).toEqual(['docker', 'docker', 'text']))
test('the first line of a script', () => {
  expect(['#!/bin/sh -e\n', '#!/usr/bin/env bash\n', '#!/usr/bin/env -S bash -x\n', '#! /usr/local/bin/bash5.1\n', '#!/usr/bin/awk\n', ''].map((text) => found('run', text)))
    .toEqual(['bash', 'bash', 'bash', 'bash', 'text', 'text'])
})
test('a word names a language by its name or its ending', () => expect([finder.named('Bash')?.name, finder.named('sh')?.name, finder.named('h')?.name, finder.named('nothing')]).toEqual(['bash', 'bash', 'c', undefined]))
