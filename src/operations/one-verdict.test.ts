// A ceiling holds on every way out, and what is hidden is not even named. Every operation that shows content is asked here.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readFields } from '../core/field.ts'
import { OPERATIONS, type Outcome } from './index.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-verdict-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
process.env['XDG_CONFIG_HOME'] = join(home, 'nobody')

let made = 0
function folder(files: Readonly<Record<string, string>>): string {
  const root = join(home, String(made++))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

async function run(name: string, cwd: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const operation = OPERATIONS.find((candidate) => candidate.name === name)
  if (operation === undefined) throw new Error(name)
  const outcome: Outcome = await operation.run(readFields(operation.fields, new Map(Object.entries(input))), { cwd, stdin: async () => '', bytes: async () => new Uint8Array(0), lines: async function* () {}, progress: () => {} })
  const parts: string[] = []
  for await (const part of outcome.text) parts.push(Buffer.from(part).toString())
  return parts.join('') + JSON.stringify(outcome.data ?? '')
}

const FILES = {
  'src/open.ts': 'export function openThing() {\n  return hiddenThing()\n}\n',
  'src/hidden.ts': 'export function hiddenThing() {\n  return "the secret body"\n}\n',
}
const hide = (level: string) => [{ match: 'src/hidden.ts', atMost: level, why: 'private' }]
const CONFIGS = {
  rules: (level: string) => ({ rules: hide(level) }),
  lens: (level: string) => ({ lens: 'mine', lenses: { mine: { rules: hide(level) } } }),
}

describe.each(Object.entries(CONFIGS))('a ceiling in %s', (_, config) => {
  test.each(['none', 'line', 'shape'])('of %s holds in pack, zoom, skeleton and explain', async (level) => {
    const root = folder({ ...FILES, 'fovea.config.json': JSON.stringify(config(level)) })
    const answers = await Promise.all([
      run('pack', root, { frozen: true, exclude: ['fovea.config.json'] }),
      run('zoom', root, { target: 'fn=hiddenThing' }).catch((error: Error) => error.message),
      run('zoom', root, { target: 'file=src/hidden.ts' }).catch((error: Error) => error.message),
      run('zoom', root, { target: 'src/hidden.ts:1-3' }).catch((error: Error) => error.message),
      run('skeleton', root, { file: 'src/hidden.ts', level: 'full' }).catch((error: Error) => error.message),
    ])
    for (const answer of answers) expect(answer).not.toContain('the secret body')
  })

  test('of none hides the name too: related handles, suggestions and counts', async () => {
    const root = folder({ ...FILES, 'fovea.config.json': JSON.stringify(config('none')) })
    const zoomed = await run('zoom', root, { target: 'fn=openThing' })
    expect(zoomed).toContain('return hiddenThing()')
    expect(zoomed).not.toContain('src/hidden.ts')
    await expect(run('zoom', root, { target: 'fn=hiddenThin' })).rejects.not.toThrow('hiddenThing,')
    await expect(run('zoom', root, { target: 'file=src/hidden.ts' })).rejects.toThrow('nothing is called')
  })
})

test('names are found as people write them, and methods have callers', async () => {
  const root = folder({
    'lib/response.js': 'res.redirect = function redirect(url) {\n  return go(url)\n};\n',
    'examples/app.js': 'other.redirect = function redirect(url) {\n  return 0\n};\n',
    'context.go': 'package gin\n\nfunc (c *Context) Next() {\n\tc.index++\n}\n',
    'engine.go': 'package gin\n\nfunc serve(c *Context) {\n\tc.Next()\n}\n',
  })
  expect(await run('zoom', root, { target: 'res.redirect' })).toContain('path="lib/response.js"')
  const next = await run('zoom', root, { target: 'fn=Context.Next' })
  expect(next).toContain('relation="caller" handle="engine.go#serve@')
})

test('a broken configuration shows nothing anywhere', async () => {
  const root = folder({ ...FILES, 'fovea.config.json': '{' })
  for (const [name, input] of [['pack', {}], ['zoom', { target: 'fn=openThing' }], ['skeleton', { file: 'src/open.ts' }], ['explain', {}]] as const) {
    await expect(run(name, root, input), name).rejects.toThrow('not JSON')
  }
})

describe('a repository cannot widen', () => {
  const own = (config: unknown): void => {
    mkdirSync(join(home, 'me', 'fovea'), { recursive: true })
    writeFileSync(join(home, 'me', 'fovea', 'config.json'), JSON.stringify(config))
    process.env['XDG_CONFIG_HOME'] = join(home, 'me')
  }
  afterAll(() => { process.env['XDG_CONFIG_HOME'] = join(home, 'nobody') })

  test.each([
    ['its lens does not replace one\'s own', { lens: 'mine', lenses: { mine: { rules: hide('line') } } }, { lens: 'default' }],
    ['nor redefine it', { lens: 'mine', lenses: { mine: { rules: hide('line') } } }, { lenses: { mine: {} } }],
    ['nor redefine a lens that is there', { lens: 'minimal' }, { lenses: { minimal: {} } }],
    ['its include does not replace one\'s own', { include: ['src/open.ts'] }, { include: ['src/**'] }],
  ])('%s', async (_, mine, theirs) => {
    own(mine)
    const root = folder({ ...FILES, 'fovea.config.json': JSON.stringify(theirs) })
    expect(await run('pack', root, {})).not.toContain('the secret body')
  })
})

test('a store that is a link is neither read nor touched', async () => {
  const outside = folder({ 'utility.json': 'not ours' })
  const root = folder(FILES)
  symlinkSync(outside, join(root, '.fovea'))
  await run('pack', root, {})
  expect(readFileSync(join(outside, 'utility.json'), 'utf8')).toBe('not ours')
})
