import { resolve } from 'node:path'
import { text } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { docsOf } from '../../catalog/docs.ts'
import { defineOperation } from '../operation.ts'
import { writeTo } from '../pack.ts'
import { reading, withCatalog } from './opening.ts'

/** Writes the catalogue as a document. */
export const docs = defineOperation({
  name: 'catalog docs',
  title: 'Write the catalogue as Markdown',
  doc: 'A card for each resource, by source: columns, keys, snippets, what to avoid, owner and lifecycle. The same catalogue gives the same text, so changes can be reviewed as a diff. Only what the role may see is written.',
  examples: ['fovea catalog docs --out resources.md', 'fovea catalog docs --role analyst'],
  fields: { out: text('Write it to a file; standard output unless told', { sign: 'FILE' }), ...reading },
  run: (input, context) => withCatalog(context, input, async ({ catalog }) => {
    const resources = await catalog.resources()
    const page = docsOf(resources)
    if (input.out === undefined || input.out === '-') return { text: page, framed: true, data: { resources: resources.length, text: [...docsOf(resources)].join('') } }
    writeTo(resolve(context.cwd, input.out), input.out, [...page])
    return { text: [], data: { file: input.out, resources: resources.length }, report: [`${counted(resources.length, 'resource')} written to ${input.out}`] }
  }),
})
