import { resolve } from 'node:path'
import { flag, list, text } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { VERSION } from '../../core/version.ts'
import { type Finding, findingLine, inOrder, tallyOf } from '../../catalog/findings.ts'
import { junitOf, sarifOf } from '../../catalog/reports.ts'
import { verifyCatalog, visibleSpecs } from '../../workspace/catalog/index.ts'
import { defineOperation, EXIT } from '../operation.ts'
import { writeTo } from '../pack.ts'
import { reading, withCatalog } from './opening.ts'
import { chosen } from './scan.ts'
import { plainJson, row } from '../../workspace/index.ts'

/** Checks the catalogue against the world. */
export const verify = defineOperation({
  name: 'catalog verify',
  title: 'Check that the catalogue is true',
  doc: 'Sources are looked at again and nothing of it is kept: references to secrets lead somewhere, every resource can be reached, columns, keys and capabilities are as the catalogue says, SQL snippets are read by the grammar of their database and run for no rows, defaults fit their types. The exit code is 6 when there is an error.',
  examples: ['fovea catalog verify', 'fovea catalog verify main --sarif catalog.sarif --junit catalog.xml', 'fovea catalog verify --offline'],
  fields: {
    names: list('Only these sources', { place: 'rest', sign: 'NAME' }),
    offline: flag('Only what follows from the records: no source is opened'),
    sarif: text('Write the findings as SARIF 2.1.0', { sign: 'FILE' }),
    junit: text('Write them as JUnit', { sign: 'FILE' }),
    ...reading,
  },
  run: (input, context) => withCatalog(context, input, async ({ workspace, catalog }) => {
    const specs = chosen(await visibleSpecs(catalog), input.names)
    const { findings: found, subjects } = await verifyCatalog(catalog, specs, {
      root: workspace.root, now: workspace.timestamp(), offline: input.offline, progress: (count) => context.progress(`${counted(count, 'resource')} looked at`), ...(context.signal ? { signal: context.signal } : {}),
    })
    const findings = inOrder(found)
    if (input.sarif !== undefined) writeTo(resolve(context.cwd, input.sarif), input.sarif, [`${plainJson(JSON.stringify(sarifOf(findings, VERSION), null, 2))}\n`])
    if (input.junit !== undefined) writeTo(resolve(context.cwd, input.junit), input.junit, [junitOf(findings, subjects)])
    return {
      text: findings.map((finding) => `${row(findingLine(finding))}\n`), data: { subjects: subjects.length, findings },
      report: [`${counted(subjects.length - specs.length, 'resource')} of ${counted(specs.length, 'source')}: ${tallyOf(findings)}`], exit: findings.some(isError) ? EXIT.stale : EXIT.ok,
    }
  }),
})

const isError = ({ severity }: Finding): boolean => severity === 'error'
