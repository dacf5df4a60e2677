import { expect, test } from 'vitest'
import { languageOf } from './index.ts'

const named = (path: string, text: string): string | undefined => languageOf(path, text)?.name

test.each(['// @flow\nlet a\n', '/* @flow strict */', '/**\n * @format\n * @flow\n */', '\n\n  @flow', '// it says @flow here'])('flow: %j', (text) => expect(named('a.js', text)).toBe('flow'))
test.each(['let a = "@flow"\n', '// @flower\n', '', 'x // @flow', `// ${'x'.repeat(300)} @flow`])('not flow: %j', (text) => expect(named('a.js', text)).toBe('javascript'))

test.each(['openapi: 3.1.0\n', 'swagger: "2.0"', '# API\n"openapi" : \'3\''])('openapi: %j', (text) => expect(named('a.yaml', text)).toBe('openapi'))
test.each(['{"openapi": "3.0.0"}', '\uFEFF {\n  "swagger": 2', '{\n\n\n"openapi":"3'])('openapi in JSON: %j', (text) => expect(named('a.json', text)).toBe('openapi'))
test.each(['name: openapi\n', 'x-openapi: 3', 'openapi: yes', '  openapi: 3', '- openapi: 3', '\n'.repeat(19_000)])('not openapi: %j', (text) => expect(named('a.yaml', text)).toBe('yaml'))
