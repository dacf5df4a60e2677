import { expect, test } from 'vitest'
import { fileView, pageView, print } from '../../test/conformance/format-samples.ts'
import { markdown } from './markdown.ts'

test('placeholders', () => {
  expect(markdown.line(fileView())).toBe('_[Omitted: code src/main.rs, ~823 tokens]_\n')
  expect(markdown.line(fileView({ path: 'logo.png', stub: 'binary' }))).toBe('_[Omitted: binary logo.png]_\n')
  expect(markdown.folder({ path: 'src/', files: 40, tokens: 78000 })).toBe('_[Omitted: folder src/, 40 files, ~78000 tokens]_\n')
})

test('a page', () => {
  const files = [fileView({ body: 'fn main() {}' }), fileView({ path: 'a.md', language: 'markdown', level: 'detail', tokens: 310, originalTokens: 2400, body: '````\n~~~\n' })]
  expect(print(markdown, pageView({ files, lines: [fileView({ path: 'b.rs' })], notices: ['Read this.'] }))).toBe(`# Context: lens default, 14997 of 15000 tokens (o200k)

- project_root: .

> Read this.

Not shown (\`fovea zoom file=PATH\`):

_[Omitted: code b.rs, ~823 tokens]_

## src/main.rs

\`\`\`rust
fn main() {}
\`\`\`

## a.md (skeleton L1, 310 of 2400 tokens)

\`\`\`\`\`markdown
\`\`\`\`
~~~
\`\`\`\`\`
`)
})

test('a fence is longer than any run inside', () => {
  const fence = (body: string) => /^`+/m.exec(markdown.file(fileView({ body })).head)?.[0].length
  expect([fence(''), fence('a ``'), fence('```'), fence('x ~~~~~~ y'), fence('```` and ```````')]).toEqual([3, 3, 4, 7, 8])
})

test('a name cannot break the heading', () => {
  expect(markdown.file(fileView({ path: 'a\n## b (skeleton L1, 1 of 2 tokens)' })).head).toContain('## a⟨U+000A⟩## b⟨U+0020⟩(skeleton L1, 1 of 2 tokens)\n')
})

test('a line says why a file is only a line, and where a link leads', () => {
  expect(['link to d/a.ts', 'link outside the root', 'larger than 1.0 MB', 'binary 4 B'].map((stub) => markdown.line(fileView({ path: 'a', language: '', stub })))).toEqual(['_[Omitted: link a, to d/a.ts]_\n', '_[Omitted: link a, outside the root]_\n', '_[Omitted: code a, larger than 1.0 MB]_\n', '_[Omitted: binary a]_\n'])
})
