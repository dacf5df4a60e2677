import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minifyJson, minifyYaml } from './minify.ts'
import { stripped } from './strip.ts'

describe('S3.23: the same meaning in fewer tokens', () => {
  test('JSON is equal after parsing', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 8 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(minifyJson(text)).toBe(JSON.stringify(value))
    }))
  })

  test('what parsing would lose stays: long numbers, double keys, their order', () => {
    expect(minifyJson('{ "b": 12345678901234567890, "1": 1e400,\n "b": "x \\" y  z" }')).toBe('{"b":12345678901234567890,"1":1e400,"b":"x \\" y  z"}')
  })

  test('YAML loses comments and blank lines and nothing inside a text', () => {
    const text = `# head\na: 1  # one\n\nb: "x # y"  # z\nc: 'it''s # in'\nurl: http://x#y\nd: |\n  # text\n\n  more\ne:\n  # inner\n  - x # item\n\n  - "two\n\n    # lines"\nf: plain\n\n  goes on\ng: [1, # first\n  '#', 2]\n`
    expect(minifyYaml(text)).toBe(`a: 1\nb: "x # y"\nc: 'it''s # in'\nurl: http://x#y\nd: |\n  # text\n\n  more\ne:\n  - x\n  - "two\n\n    # lines"\nf: plain\n\n  goes on\ng: [1, # first\n  '#', 2]\n`)
  })

  test('YAML: comments and blank lines between any entries go, and only those', () => {
    const entry = fc.constantFrom('a: 1', 'b: "# no"', "c: '# no'", 'd:\n  e: x#y\n  f: [1, "#"]', 'g:\n  - 1\n  - "two # 2"', 'h: |\n  # kept\n\n  kept', 'i: >-\n  kept\n\n  # kept')
    const noise = fc.constantFrom('# comment', '', '  # deeper', '# "quote', "# it's")
    fc.assert(fc.property(fc.array(fc.tuple(fc.array(noise, { maxLength: 3 }), entry), { minLength: 1, maxLength: 8 }), (parts) => {
      // A blank or deeper line after a text of many lines belongs to it.
      const noisy = parts.map(([before, one], i) => [...(/[|>]/.test(parts[i - 1]?.[1] ?? '') ? before.filter((line) => line.startsWith('#')) : before), one].join('\n')).join('\n')
      expect(minifyYaml(noisy)).toBe(parts.map(([, one]) => one).join('\n'))
    }))
  })

  test('minifying twice changes nothing more', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('a: 1', '# c', '', 'b: |\n  x', '- y # z', 'q: "open', 'close"', "'", '[', ']'), { maxLength: 12 }), (lines) => {
      const once = minifyYaml(lines.join('\n'))
      expect(minifyYaml(once)).toBe(once)
    }))
  })
})

describe('YAML that is not certain stays as it is', () => {
  test.each([
    ['a quoted key', '"quoted": "x # y" # c\n\nb: 1\n', '"quoted": "x # y"\nb: 1\n'],
    ['a block with a comment at its head', 'script: | # run it\n  # in\n\n  b\n# out\n\nc: 1\n', 'script: | # run it\n  # in\n\n  b\nc: 1\n'],
    ['a document that is a block', '--- |\n# text\n\nmore\n', '--- |\n# text\n\nmore\n'],
    ['a key by question mark', 'a: 1 # c\n? k2\n: - "a # b"\n# stays\n', 'a: 1\n? k2\n: - "a # b"\n# stays\n'],
    ['a plain text over lines', "a: it's\n  # gone\nb: it's\n\n  on # and\n\n\nc: 'x'\n", "a: it's\nb: it's\n\n  on # and\nc: 'x'\n"],
    ['a plain text below its key', 'a:\n  it is\n\n  "on\n# stays', 'a:\n  it is\n\n  "on\n# stays'],
    ['lists of maps', '- a: x # c\n  b: |\n    # in\n  # out\n  c: y\n\n- d: "two\n\n# in\n  lines" # e\n# out\n- z\n', '- a: x\n  b: |\n    # in\n  c: y\n- d: "two\n\n# in\n  lines" # e\n- z\n'],
    ['brackets over lines', 'a: [\n"x # y\n# z"]\n', 'a: [\n"x # y\n# z"]\n'],
    ['names', 'a: &x !t # c\n  b: *x # d\n<<: *x\n', 'a: &x !t\n  b: *x\n<<: *x\n'],
    ['other ends of lines', 'a: 1 # c\u2028b: 2\n', 'a: 1 # c\u2028b: 2\n'],
    ['a block that keeps its end', 'a: |+\n  x\n\n# c\n\nb: 1\n', 'a: |+\n  x\n\nb: 1\n'],
  ])('%s', (_, text, view) => expect(minifyYaml(text)).toBe(view))

  test('many blank lines before a long one are read once', () => {
    const text = `a: b\n${'\n'.repeat(200_000)}  ${'x'.repeat(300_000)}`
    expect(minifyYaml(text)).toBe(text)
  })
})

describe('S3.24: a view without lines of comments and blank lines', () => {
  test.each([
    ['typescript', '// head\nconst a = "// no" // stays\n\n/* many\n   lines */\nconst r = /["\'/]/\nconst t = `\n// in ${`\n\n`} text\n`\n// gone\nfetch("http://x")\n', 'const a = "// no" // stays\nconst r = /["\'/]/\nconst t = `\n// in ${`\n\n`} text\n`\nfetch("http://x")\n'],
    ['javascript', 'const a = <p>\n// text\n\n</p>\n', 'const a = <p>\n// text\n\n</p>\n'],
    ['python', '#!/usr/bin/env python\n# c\nx = "# no"  # stays\n\ndef f():\n    """# doc\n\n    # stays"""\n    # gone\n    return x#y\n', '#!/usr/bin/env python\nx = "# no"  # stays\ndef f():\n    """# doc\n\n    # stays"""\n    return x#y\n'],
    ['python', 'x = "a\\\n# in"\n\ny = 1\n', 'x = "a\\\n# in"\ny = 1\n'],
    ['go', '//go:build x\n\n// c\nvar a = `\n\n// in`\n', '//go:build x\nvar a = `\n\n// in`\n'],
    ['toml', "# c\na = '''\n\n# in'''\n\nb = 1\n", "a = '''\n\n# in'''\nb = 1\n"],
    ['c', '// a \\\nstill a comment\n#define X a \\\n\nint b; /* x\n// y */\nint c;\n\n', '// a \\\nstill a comment\n#define X a \\\n\nint b; /* x\n// y */\nint c;\n'],
    ['sql', "-- c\nselect '--no\n\n-- in' -- stays\n/* b */\nfrom t\n", "select '--no\n\n-- in' -- stays\nfrom t\n"],
    ['shell', 'n=${#arr[@]} # count\ncat <<E\n# in\n\nE\n', 'n=${#arr[@]} # count\ncat <<E\n# in\n\nE\n'],
    ['ruby', 'a = %w(#a b)\n# c\n', 'a = %w(#a b)\n# c\n'],
    ['lua', '--[[\n-- x\n]]\n', '--[[\n-- x\n]]\n'],
  ])('%s', (language, text, view) => expect(stripped(text, language)).toBe(view))
})
