import { expect, test } from 'vitest'
import { CONNECTORS } from './index.ts'

const typeOf = (location: string, head = ''): string | undefined => CONNECTORS.find((connector) => connector.claims(location, head))?.type

test.each([
  ['api/openapi.yaml', '', 'openapi'], ['https://x.example/v3/swagger.json', '', 'openapi'], ['a.json', '{\n  "info": {},\n  "openapi": "3.1.0"', 'openapi'], ['a.yml', '# Shop\nswagger: "2.0"', 'openapi'],
  ['a.yaml', 'asyncapi: 3.0.0', 'asyncapi'], ['x/asyncapi.json', '', 'asyncapi'], ['schema.graphqls', '', 'graphql'], ['.claude/skills', '', 'skills'], ['skills/a/SKILL.md', '', 'skills'],
  ['stdio:npx -y server', '', 'mcp'], ['https://x.example/mcp', '', 'mcp'], ['lib/gmv.skill.json', '', 'functions'], ['lib/gmv.mjs', '', 'functions'],
  ['data.json', '[{"openapi":"yes"}]', 'files'],
])('%s is a source of its type', (location, head, type) => expect(typeOf(location, head)).toBe(type))

test('every label and the connector that it loads are one', async () => {
  for (const label of CONNECTORS) expect((await label.load()).type).toBe(label.type)
})
