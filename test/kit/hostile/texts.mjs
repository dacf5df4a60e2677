// Files that are hostile by their text: too long, too deep, in no encoding, or in several.
import { group } from './class.mjs'
import { indented, repeated } from './grammars.mjs'
import { put, sized } from './write.mjs'

const lines = (text, width = 80) => text.match(new RegExp(`.{1,${width}}`, 'gs')).map((line) => `${line}\n`).join('')
const OK = 'export const ok = 1\n'

const wide = (text, { mark = true, big = false } = {}) => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}

/** Source code that says the same in every encoding. */
const HELLO = 'export const hello = "grüße"\n'
const PLAIN = 'export const hello = "greetings"\n'

export const TEXTS = group('What stands in files', 'test/hostile/surfaces.test.ts', [
  {
    id: 'unbroken-runs', what: '400 KB of brackets and 80,000 letters without a space', does: 'A line that says `minified`: never parsed, and counted in a time that grows with its length alone.',
    plant: (folder, scale) => put(folder, { 'brackets.ts': '['.repeat(sized(400_000, scale, 60_000)), 'letters.txt': 'abcdefgh'.repeat(sized(10_000, scale, 7000)), 'ok.ts': OK }),
    expects: { 'brackets.ts': { line: 'minified' }, 'letters.txt': { line: 'minified' }, 'ok.ts': { shown: OK } },
    grows: (size) => ({ 'brackets.ts': '['.repeat(size), 'letters.txt': 'abcdefgh'.repeat(size / 8), 'signs.py': repeated('=-+*', size) }),
  },
  {
    id: 'one-line-megabytes', what: '12 MB of JSON and 10 MB of JavaScript, each in one line', does: 'At most 1 MB of a file is read; it becomes a line that says `larger than 1.0 MB`.',
    plant: (folder, scale) => put(folder, {
      'data.json': `[${Array.from({ length: sized(200_000, scale, 21_000) }, (_, i) => `{"id":${i},"name":"n${i}","on":true,"list":[1,2,3]}`).join(',')}]`,
      'app.js': Array.from({ length: sized(250_000, scale, 30_000) }, (_, i) => `function f${i}(a,b){return a+b*${i}};`).join(''), 'ok.ts': OK,
    }),
    expects: { 'data.json': { line: 'larger than 1.0 MB' }, 'app.js': { line: 'larger than 1.0 MB' }, 'ok.ts': { shown: OK } },
  },
  {
    id: 'deep-nesting', what: '50,000 parentheses, 200,000 brackets, 20,000 callbacks, 3,000 levels of Python, deep markup, YAML and JSON', does: 'Parsing ends after a bounded amount of work; the file is shown without a skeleton, or as text.',
    plant: (folder, scale) => put(folder, deep(scale)),
    expects: { 'ok.ts': { shown: OK } },
    grows: (size) => deep(size / 400_000),
  },
  {
    id: 'grammar-bombs', what: 'Operators, unfinished strings, templates in templates and macros of macros, in the languages that have them', does: 'Parsing ends after a bounded amount of work; every file is listed.',
    plant: (folder, scale) => put(folder, bombs(sized(200_000, scale, 4000))),
    expects: { 'ok.ts': { shown: OK } },
    grows: (size) => bombs(size),
  },
  {
    id: 'bad-encodings', what: 'Invalid UTF-8, lone surrogates, Shift-JIS, UTF-16 in both orders with and without a mark, a UTF-8 mark', does: 'Decoded by what the bytes say; what is no Unicode is read byte by byte, so nothing is lost, and nothing stops the run. A mark at the beginning is left out of what is shown.',
    plant: (folder) => put(folder, {
      'utf16le.ts': wide(HELLO), 'utf16be.ts': wide(HELLO, { big: true }), 'utf16le-bare.ts': wide(PLAIN, { mark: false }), 'utf16be-bare.ts': wide(PLAIN, { mark: false, big: true }), 'mark.ts': `\uFEFF${OK}`,
      'invalid.ts': Buffer.from([...Buffer.from('export const a = "'), 0xff, 0xfe, 0xc0, 0x80, ...Buffer.from('"\n')]), 'surrogates.txt': Buffer.from([0x61, 0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf, 0x0a]),
      'shift-jis.txt': Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x0a]), 'cut.txt': Buffer.from([0x67, 0x72, 0xc3]), 'lone.ts': wide(`export const half = "${'\ud800'}"\n`), 'latin.c': Buffer.from('/* caf\xe9 */ int main(void) { return 0; }\n', 'latin1'),
    }),
    expects: {
      'utf16le.ts': { shown: /hello = "grüße"\n/ }, 'utf16be.ts': { shown: /hello = "grüße"\n/ }, 'utf16le-bare.ts': { shown: PLAIN }, 'utf16be-bare.ts': { shown: PLAIN }, 'mark.ts': { shown: /export const ok = 1\n$/ },
      'invalid.ts': { shown: /export const a = ".*"\n/ }, 'surrogates.txt': { shown: /^a/ }, 'shift-jis.txt': { shown: /./ }, 'cut.txt': { shown: /^gr/ }, 'lone.ts': { shown: /export const half/ }, 'latin.c': { shown: /café/ },
    },
  },
  {
    id: 'binary', what: 'Files with NUL bytes, pictures, programs, and text that only calls itself a picture', does: 'A line that says `binary`; a text is shown whatever its name says.',
    plant: (folder) => put(folder, { 'a.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0), 'nul.c': 'int a;\0int b;\n', 'program': Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(300)]), 'text.png': 'no picture\n', 'late.txt': `${'a line of words\n'.repeat(600)}\0\0` }),
    expects: { 'a.png': { line: 'binary' }, 'nul.c': { line: 'binary' }, 'program': { line: 'binary' }, 'text.png': { shown: 'no picture\n' } },
  },
  {
    id: 'line-ends', what: 'CR, CRLF, both in one file, and separators that only Unicode calls line ends', does: 'CRLF is shown as a line feed; JSON and plus/minus, from which a file can be written again, keep it. A carriage return alone is written as `⟨U+000D⟩`; lines are counted as editors count them.',
    plant: (folder) => put(folder, { 'crlf.py': 'def f():\r\n    return 1\r\n', 'cr.py': 'def f():\r    return 2\r', 'mixed.py': 'a = 1\r\nb = 2\nc = 3\rd = 4\n', 'separators.ts': 'const a = 1\u2028const b = 2\u2029const c = 3\u0085\u000b\u000c\n', 'only.txt': '\r\n\r\r\n' }),
    expects: { 'crlf.py': { shown: /def f\(\):\r?\n {4}return 1/ }, 'cr.py': { shown: /return 2/ }, 'mixed.py': { shown: /d = 4/ }, 'separators.ts': { shown: /const c = 3/ } },
  },
  {
    id: 'control-characters', what: 'Every control character, U+FFFE and U+FFFF, which no XML may hold', does: 'Written as `⟨U+0001⟩`; every XML page is well-formed.',
    plant: (folder) => put(folder, { 'controls.txt': `${Array.from({ length: 31 }, (_, i) => `x${String.fromCharCode(i + 1)}y\n`).join('')}\x7f\x80\x9f\ufffe\uffff\n` }),
    expects: { 'controls.txt': { shown: /x⟨U\+0001⟩y/ } }, never: ['\u0001', '\u0008', '\u007f', '\ufffe', '\uffff'],
  },
])

function deep(scale) {
  const of = (full, least) => sized(full, scale, least)
  const python = of(3000, 100)
  return {
    'parentheses.ts': `const x = ${lines('('.repeat(of(50_000, 400)))}1${lines(')'.repeat(of(50_000, 400)))}`, 'parentheses.rs': `fn x() { ${lines('('.repeat(of(50_000, 400)))} }`, 'brackets.js': lines('['.repeat(of(200_000, 400))), 'brackets.json': lines('['.repeat(of(200_000, 400))),
    'callbacks.js': `${'f(function () {\n'.repeat(of(20_000, 200))}${'})\n'.repeat(of(20_000, 200))}`, 'levels.py': `${indented('if x:', Math.min(python, 900))}${' '.repeat(900)}pass\n`, 'flat.py': lines(`x = ${'['.repeat(python)}${']'.repeat(python)}`),
    'markup.html': lines('<div>'.repeat(of(20_000, 200))), 'markup.xml': `${lines('<a>'.repeat(of(20_000, 200)))}${lines('</a>'.repeat(of(20_000, 200)))}`, 'quotes.md': `${'> '.repeat(of(2000, 100))}x\n`, 'lists.md': indented('- a', Math.min(of(600, 50), 900)), 'keys.yaml': indented('a:', Math.min(of(600, 50), 900)), 'flow.yaml': lines('{a: '.repeat(of(20_000, 200))),
    'objects.json': lines(`${'{"a":'.repeat(of(20_000, 200))}1${'}'.repeat(of(20_000, 200))}`), 'tables.toml': `[${Array.from({ length: of(5000, 100) }, () => 'a').join('.\n')}]\n`, 'types.ts': lines(`type T = ${'A<'.repeat(of(20_000, 200))}`), 'lists.scm': lines(`${'(a '.repeat(of(20_000, 200))}`), 'ternaries.c': lines(`int x = ${'a ? b : '.repeat(of(10_000, 100))}1;`), 'ok.ts': OK,
  }
}

function bombs(size) {
  const of = (unit) => repeated(unit, size)
  return {
    'templates.ts': of('${`'), 'strings.py': of('"""'), 'operators.hs': of('=-+*<>|&'), 'macros.c': of('#define A(x) A(A(x))\n'), 'conditions.cpp': of('#if A\n'), 'generics.cpp': of('A<'), 'here.sh': of('<<A\n'), 'interpolations.rb': of('"#{'), 'raw.rs': of('r#"'), 'remarks.swift': of('/*'), 'remarks.ml': of('(*'), 'keys.yaml': of('a: {b: '), 'anchors.yaml': `a0: &a0 x\n${Array.from({ length: Math.min(2000, size / 20) }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join('')}`,
    'entities.xml': `<!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 40 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('\n')}]>\n<x>${lines('&a40;'.repeat(size / 5))}</x>\n`, 'links.md': of('[a]('), 'emphasis.md': of('*a **b '), 'tables.md': of('|a'), 'elements.vue': of('<a>'), 'cells.ipynb': `{"cells":[${Array.from({ length: size / 70 }, () => '{"cell_type":"code","source":["x = 1\\n"],"outputs":[]}').join(',\n')}]}`, 'selects.sql': of('select ('), 'unions.sql': of('select 1 union '), 'diffs.diff': of('@@ -1 +1 @@\n'), 'columns.csv': of('a,'), 'lets.ex': of('let a = '), 'ok.ts': OK,
  }
}
