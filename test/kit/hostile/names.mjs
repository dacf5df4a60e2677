// Names that programs stumble over.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { group } from './class.mjs'
import { below, put, sized } from './write.mjs'

export const NAMES = group('Names and folders', 'test/hostile/surfaces.test.ts', [
  {
    id: 'odd-names', what: 'Line ends, dashes at the beginning, spaces at the end, names of options and of properties that every object has', does: 'Each is one file with its own handle; what cannot be seen is written as `⟨U+000A⟩`.',
    plant: (folder) => put(folder, { 'new\nline.ts': 'a\n', '--help': 'b\n', '-rf': 'c\n', 'space .ts ': 'd\n', ' lead.ts': 'e\n', '__proto__': 'f\n', 'constructor/prototype.ts': 'g\n', 'tab\there.ts': 'h\n', 'back\\slash.ts': 'i\n', '*.ts': 'j\n', 'a#b@12345678.ts': 'k\n', '...': 'l\n', '~': 'm\n', 'CON': 'n\n', 'a:b': 'o\n', '!x': 'p\n', '#x': 'q\n' }),
    expects: { 'new\nline.ts': { shown: 'a\n' }, '--help': { shown: 'b\n' }, '-rf': { shown: 'c\n' }, 'space .ts ': { shown: 'd\n' }, '__proto__': { shown: 'f\n' }, 'constructor/prototype.ts': { shown: 'g\n' }, '*.ts': { shown: 'j\n' }, 'a#b@12345678.ts': { shown: 'k\n' }, '#x': { shown: 'q\n' } },
  },
  {
    id: 'names-not-utf8', what: 'Names whose bytes are no UTF-8, and two that read the same', does: 'Left out, each with a remark that says so.', held: false,
    plant: (folder) => {
      for (const bytes of [[0x62, 0xff], [0x61, 0xc3, 0x28, 0x2e, 0x74, 0x73], [0xe6, 0x97]]) writeFileSync(below(folder, Uint8Array.from(bytes)), 'x = 1\n')
      mkdirSync(below(folder, Uint8Array.from([0x64, 0xfe])))
      writeFileSync(below(folder, Uint8Array.from([0x64, 0xfe, 0x2f, 0x61])), 'inside\n')
      put(folder, { 'ok.ts': 'a\n' })
    },
    expects: { 'b\ufffd': { left: 'unnameable' }, 'd\ufffd': { left: 'unnameable' }, 'ok.ts': { shown: 'a\n' } },
  },
  {
    id: 'twins', what: 'The same name composed and decomposed, and in capitals', does: 'Both are kept, and both can be asked for by their name.',
    plant: (folder) => put(folder, { 'caf\u00e9.ts': 'composed\n', 'cafe\u0301.ts': 'decomposed\n', 'Case.ts': 'large\n', 'case.ts': 'small\n', 'CASE/a.ts': 'folder\n', 'fi.ts': 'two\n', '\ufb01.ts': 'one\n' }),
    expects: { 'caf\u00e9.ts': { shown: 'composed\n' }, 'cafe\u0301.ts': { shown: 'decomposed\n' }, 'Case.ts': { shown: 'large\n' }, 'case.ts': { shown: 'small\n' } },
  },
  {
    id: 'longest-names', what: 'Names of 255 bytes and paths of 4,096', does: 'Read like any other; what is beyond the longest path of the system is left out with a remark.', held: false,
    plant: (folder) => {
      put(folder, { [`${'n'.repeat(252)}.ts`]: 'long\n', [`${'語'.repeat(84)}.ts`]: 'wide\n', 'ok.ts': 'a\n' })
      // Beyond the longest path nobody can write by its whole name: the shell goes there step by step.
      const part = 'p'.repeat(250)
      execFileSync('bash', ['-c', `cd "$1" && for i in $(seq 17); do mkdir ${part} && cd ${part}; done; echo deep > deep.ts`, 'plant', folder])
    },
    expects: { [`${'n'.repeat(252)}.ts`]: { shown: 'long\n' }, [`${'語'.repeat(84)}.ts`]: { shown: 'wide\n' }, 'ok.ts': { shown: 'a\n' } },
  },
  {
    id: 'deep-folders', tree: true, what: '500 folders, one in the other, and a thousand files at the bottom', does: 'Walked folder by folder with memory for one path; the cost grows with what is there.',
    plant: (folder, scale) => put(folder, Object.fromEntries(Array.from({ length: sized(1000, scale, 20) }, (_, i) => [`${'d/'.repeat(500)}f${i}.py`, `x = ${i}\n`]))),
    expects: { [`${'d/'.repeat(500)}f0.py`]: { shown: 'x = 0\n' } },
  },
  {
    id: 'huge-trees', tree: true, what: '20,000 files, 10,000 of them in one folder', does: 'Streamed; with a budget, folders become one line with the number of their files.',
    plant: (folder, scale) => {
      const many = sized(10_000, scale, 150)
      mkdirSync(`${folder}/flat`)
      for (let i = 0; i < many; i++) writeFileSync(`${folder}/flat/f${i}.ts`, `export const f${i} = ${i}\n`)
      for (let i = 0; i < many; i++) {
        if (i % 10 === 0) mkdirSync(`${folder}/d${i / 10 % 100}/e${i / 1000 | 0}`, { recursive: true })
        writeFileSync(`${folder}/d${(i / 10 | 0) % 100}/e${i / 1000 | 0}/f${i}.py`, `x${i} = ${i}\n`)
      }
    },
    expects: { 'flat/f0.ts': { shown: /f0 = 0/ }, 'flat/f149.ts': { shown: /f149/ } },
  },
])
