import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folderOf, recordOf, scanned, sourceAt } from '../../../test/kit/catalog-source.ts'
import { SourceDown } from '../../catalog/ports.ts'
import { skills } from './index.ts'

const GMV = `---
name: gmv-report
description: Builds the **GMV** report. Use it when someone asks for revenue by city.
tags: [sales, report]
owner: team-sales
lifecycle: stable
inputs:
  city: string
  days: { type: integer, default: 30, description: How far back }
outputs:
  - { name: city, type: string, required: true }
  - { name: gmv, type: number, description: In euros }
anti_patterns: [Do not run it on raw events]
---
# GMV report

## Preparing ##

\`\`\`sql
select city, sum(amount) from orders group by city
# Not a heading
\`\`\`

\`\`\`
without a language
\`\`\`

\`\`\`\`bash
python scripts/report.py
\`\`\`
\`\`\`\`

\`\`\`python
print(1)
\`\`\`
`

const scan = (files: Record<string, string>, location = 'skills'): ReturnType<typeof scanned> => scanned(skills, sourceAt(folderOf(files), location))

describe('skills', () => {
  test('are resources with a mini-schema, snippets and what lies beside them', async () => {
    const { descriptors, diagnostics } = await scan({ 'skills/gmv/SKILL.md': GMV, 'skills/gmv/scripts/report.py': '', 'skills/gmv/logo.png': '', 'skills/node_modules/x/SKILL.md': GMV })
    expect(diagnostics).toEqual([])
    expect(descriptors).toEqual([{
      kind: 'skill', place: { ns: 'skill', engine: '', source: 'main', path: ['gmv-report'] }, title: 'gmv-report',
      description: 'Builds the GMV report. Use it when someone asks for revenue by city. Sections: GMV report; Preparing. Files: scripts/report.py',
      tags: ['sales', 'report'], owner: 'team-sales', lifecycle: 'stable',
      inputs: [{ name: 'city', in: 'argument', type: 'string' }, { name: 'days', in: 'argument', type: 'integer', description: 'How far back', default: '30' }],
      columns: [{ name: 'city', type: 'string', nn: true }, { name: 'gmv', type: 'number', description: 'In euros' }],
      call: { by: 'text', path: 'skills/gmv/SKILL.md' }, cap: ['get'],
      snippets: [{ engine: 'sql', code: 'select city, sum(amount) from orders group by city\n# Not a heading' }, { engine: 'bash', code: 'python scripts/report.py\n```' }],
      antiPatterns: ['Do not run it on raw events'],
    }])
    expect(recordOf(descriptors[0] as never).overview).toMatchObject({ id: 'res:skill.main.gmv-report', schema_digest: ['city:str', 'gmv:num'] })
  })

  test('may write their schema as JSON Schema, and be one file', async () => {
    const text = '---\nname: x\nschema:\n  input: { type: object, required: [q], properties: { q: { type: string, enum: [a, b] } } }\n  output: { type: array, items: { type: object, properties: { n: { type: integer } } } }\n---\n'
    expect((await scan({ 'SKILL.md': text }, 'SKILL.md')).descriptors).toMatchObject([{ inputs: [{ name: 'q', required: true, values: ['a', 'b'] }], columns: [{ name: 'n', type: 'integer' }] }])
  })

  test('without front matter, or with damaged one, are named by their folder and told', async () => {
    const { descriptors, diagnostics } = await scan({ 'skills/a/SKILL.md': '# Only text', 'skills/b/SKILL.md': '---\nname: [\n---\n', 'skills/b/c/SKILL.md': '---\nname: a\n---\n' })
    expect(descriptors.map(({ place }) => place.path[0])).toEqual(['a', 'b', 'a~2'])
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([['skills/front-matter', 'skills/b/SKILL.md']])
  })

  test('an empty folder says so, one that is not there is down', async () => {
    expect((await scan({ 'skills/x.md': '' })).diagnostics).toMatchObject([{ code: 'skills/none' }])
    await expect(scan({})).rejects.toThrow(new SourceDown('skills does not exist or cannot be read'))
  })

  test('a probe says when a skill is gone', async () => {
    const root = folderOf({ 'skills/gmv/SKILL.md': GMV })
    const { descriptors: [one] } = await scanned(skills, sourceAt(root, 'skills'))
    expect(await skills.probe?.(sourceAt(root, 'skills'), recordOf(one as never))).toBeUndefined()
    expect(await skills.probe?.(sourceAt(folderOf({}), 'skills'), recordOf(one as never))).toMatchObject({ code: 'skills/gone' })
  })

  test('damaged texts are read, and nothing else happens', async () => {
    await fc.assert(fc.asyncProperty(fc.nat(GMV.length), fc.nat(40), fc.string(), async (at, length, instead) => {
      const { descriptors } = await scan({ 'SKILL.md': GMV.slice(0, at) + instead + GMV.slice(at + length) }, 'SKILL.md')
      descriptors.forEach(recordOf)
      expect(descriptors).toHaveLength(1)
    }), { numRuns: 40 })
  })
})
