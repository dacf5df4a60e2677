import { flag, list, text, UsageError } from '../../core/field.ts'
import { consent, specFrom, withOrigin } from '../../workspace/catalog/index.ts'
import { defineOperation } from '../operation.ts'
import { keeping, reading } from './opening.ts'
import { report, scanned } from './scan.ts'

/** Registers a source and looks at it. */
export const add = defineOperation({
  name: 'catalog add',
  title: 'Register a source and scan it',
  doc: 'A source is a database, an API document, data files, a bus, skills or tools. Its address never holds a password: env:NAME or file:PATH says where the address or a secret lies, and it is read when the source is opened. Adding a source is your consent to open what it names; for mcp and functions that runs their program.',
  examples: [
    'fovea catalog add main env:DATABASE_URL --type postgres',
    'fovea catalog add shop data/shop.sqlite',
    'fovea catalog add github api/openapi.yaml --secret token=env:GITHUB_TOKEN',
    'fovea catalog add tables data/ --type files --owner team.analytics',
  ],
  fields: {
    name: text('What the source is called here', { place: 'one', sign: 'NAME' }),
    location: text('A path in the workspace, an address without a password, env:NAME or file:PATH', { place: 'one', sign: 'LOCATION' }),
    type: text('What it is, when the location does not say', { sign: 'TYPE' }),
    secret: list('Where a secret lies: token=env:GITHUB_TOKEN', { verbatim: true, sign: 'NAME=REF' }),
    option: list('What its connector is told: schemas=public,sales', { verbatim: true, sign: 'NAME=VALUE' }),
    owner: text('Who looks after it', { sign: 'OWNER' }),
    noScan: flag('Only register it'),
    replace: flag('Take the place of another source of this name'),
    ...reading,
  },
  run: (input, context) => keeping(context, input, async ({ workspace, catalog }) => {
    const spec = await withOrigin(specFrom({ ...input, name: input.name ?? '', location: input.location ?? '' }, workspace.root), workspace.root)
    const before = (await catalog.store.sources()).find((known) => known.spec.name === spec.name)?.spec
    if (before !== undefined && !input.replace && (before.type !== spec.type || before.location !== spec.location)) throw new UsageError(`there is a source "${spec.name}" already (${before.type}, ${before.location}): choose another name, or replace it with --replace`)
    await consent(workspace.root, spec)
    await catalog.store.register(spec)
    if (input.noScan) return { text: [`${spec.name} is registered as ${spec.type}\n`], data: { source: spec.name, type: spec.type } }
    return report(await scanned({ workspace, catalog }, [spec], context))
  }),
})
