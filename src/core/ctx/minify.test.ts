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
    expect(minifyYaml(text)).toBe(`a: 1\nb: "x # y"\nc: 'it''s # in'\nurl: http://x#y\nd: |\n  # text\n\n  more\ne:\n  - x\n  - "two\n\n    # lines"\nf: plain\n\n  goes on\ng: [1,\n  '#', 2]\n`)
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
    fc.assert(fc.property(fc.array(fc.constantFrom('a: 1', '# c', '', 'b: |', '  x', '- y # z', 'q: "open', 'close"', "'", '[', ']'), { maxLength: 12 }), (lines) => {
      const once = minifyYaml(lines.join('\n'))
      expect(minifyYaml(once)).toBe(once)
    }))
  })
})

describe('S3.24: a view without comments and blank lines', () => {
  test.each([
    ['typescript', { remark: ['// ', ''], quotes: '"\'`' } as const, '// head\nconst a = "// no" // yes\n\n/* many\n   lines */\nconst r = /["\'/]/ // re\nconst t = `\n// in text\n`\nfetch("http://x")\n', 'const a = "// no"\nconst r = /["\'/]/\nconst t = `\n// in text\n`\nfetch("http://x")\n'],
    ['python', { remark: ['# ', ''] } as const, '#!/usr/bin/env python\n# c\nx = "# no"  # yes\n\ndef f():\n    """# doc\n\n    stays"""\n    return x#y\n', '#!/usr/bin/env python\nx = "# no"\ndef f():\n    """# doc\n    stays"""\n    return x#y\n'],
    ['sql', { remark: ['-- ', ''] } as const, "-- c\nselect '--no' -- yes\n/* b */\nfrom t\n", "select '--no'\nfrom t\n"],
    ['rust', { remark: ['// ', ''], quotes: '"' } as const, "fn f<'a>(x: &'a str) {} // it's\n", "fn f<'a>(x: &'a str) {}\n"],
    ['html', { remark: ['<!-- ', ' -->'] } as const, '<p>\n<!-- c -->\n"it\'s"</p>\n', '<p>\n"it\'s"</p>\n'],
  ])('%s', (_, signs, text, view) => expect(stripped(text, signs)).toBe(view))
})
