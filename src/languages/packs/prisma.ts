import { defineLanguage } from '../language.ts'

const named = (node: { readonly firstNamedChild: { readonly text: string } | null }): string => node.firstNamedChild?.text ?? ''

/** Prisma schemas: at `shape` fields keep their types and lose their attributes. */
export default defineLanguage({
  name: 'prisma',
  title: 'Prisma',
  family: 'data',
  extensions: ['.prisma'],
  grammar: 'prisma',
  remark: ['// ', ''],
  blocks: {
    generator_declaration: { kind: 'module', name: named },
    datasource_declaration: { kind: 'module', name: named },
    model_declaration: { kind: 'class', name: named },
    view_declaration: { kind: 'class', name: named },
    type_declaration: { kind: 'type', name: named },
    enum_declaration: { kind: 'enum', name: named },
  },
  elision: { detail: [' {}'], shape: [' {}'] },
  comments: ['comment', 'developer_comment'],
  marks: ['attribute', 'block_attribute_declaration'],
  doc: /^\/\/\//,
  loose: /^(?:model|view|type|enum|generator|datasource)[ \t]+(?<name>\w+)/gm,
  step: '  ',
})
