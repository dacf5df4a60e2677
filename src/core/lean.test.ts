import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/kit/core.ts'
import { withoutDocs } from './lean.ts'

test.each([
  ['a block comment', '  /**\n   * Sends it.\n   *\n   * @param a what\n   */\n  @Override\n  int send(int a) {\n    // why\n    return 1;\n  }\n', '  /** Sends it. … */\n  @Override\n  int send(int a) {\n    // why\n    return 1;\n  }\n'],
  ['comment lines', '/// One.\n/// Two.\n/// Three.\n/// Four.\n#[inline]\npub fn x() {}\n', '/// One. …\n#[inline]\npub fn x() {}\n'],
  ['a docstring', 'def f(\n    a,\n):\n    """\n    First.\n\n    More\n    and more.\n    """\n    return 1\n', 'def f(\n    a,\n):\n    """First. …"""\n    return 1\n'],
  ['a docstring that begins on its line', "class A:\n    '''x\n    y\n    z\n    w'''\n    a = 1\n", "class A:\n    '''x …'''\n    a = 1\n"],
])('the first line of %s stays', (_, text, lean) => {
  expect(withoutDocs(text)).toBe(lean)
})

test.each([
  ['short documentation', '// a\n// b\nf()\n'], ['preprocessor lines', '#include <x>\n#define A\n#if 1\n#endif\nint x;\n'], ['attributes', '#[a]\n#[b]\n#[c]\n#[d]\nfn x() {}\n'],
  ['a string that is no docstring', 'x = {\n  1:\n"""a\nb\nc\nd"""\n}\n'], ['code after a comment on one line', '/* a */ int x;\nint y;\nint z;\nint w;\n'], ['nothing', ''], ['a comment that never ends', '/* a\n b\n'],
])('%s stays as it is', (_, text) => {
  expect(withoutDocs(text)).toBe(text)
})

test('nothing but documentation is lost: every other line stays, in order', () => {
  const code = fc.array(fc.constantFrom('x = 1', '  if (y) {', '  }', 'return z', ''), { minLength: 1, maxLength: 8 })
  fc.assert(fc.property(fc.array(fc.constantFrom('// a', '/// b', '# c'), { maxLength: 8 }), code, (doc, lines) => {
    const text = [...doc, 'f()', ...lines].join('\n')
    expect(withoutDocs(text).endsWith(['f()', ...lines].join('\n'))).toBe(true)
    expect(withoutDocs(text).length).toBeLessThanOrEqual(text.length + 2)
  }), runs(200))
})
