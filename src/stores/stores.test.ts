import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { folderStore } from './folder.ts'
import { forgetful } from './forgetful.ts'
import type { Store } from '../core/ports.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-stores-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0
const place = (): string => join(home, `s${made++}`)

async function keysOf(store: Store, shelf: string): Promise<string[]> {
  const result: string[] = []
  for await (const key of store.keys(shelf)) result.push(key)
  return result
}

/** What is true of every store, whether it remembers or not. */
function everyStore(make: () => Store): void {
  test('knows nothing of what was never put', async () => {
    const store = make()
    expect(await store.get('plan', 'toString')).toBe(undefined)
    expect(await store.get('plan', '__proto__')).toBe(undefined)
    expect(await keysOf(store, 'plan')).toEqual([])
    await store.close()
  })

  test('keeps shelves apart', async () => {
    const store = make()
    await store.put('alias', 'k', 1)
    expect(await store.get('plan', 'k')).toBe(undefined)
    await store.close()
  })

  test('can be closed twice', async () => {
    const store = make()
    await store.put('a', 'b', 1)
    await store.close()
    await store.close()
  })
}

/** What is true of every store that remembers. */
function storeBehaves(make: () => Store): void {
  everyStore(make)

  test('gives back what was put, the last value of a key', async () => {
    const store = make()
    await store.put('plan', 'k', { a: [1, null, 'x'] })
    await store.put('plan', 'k', { a: 2 })
    expect(await store.get('plan', 'k')).toEqual({ a: 2 })
  })

  test('undefined forgets a key, null is a value', async () => {
    const store = make()
    await store.put('s', 'k', 1)
    await store.put('s', 'k', undefined)
    await store.put('s', 'n', null)
    expect(await store.get('s', 'k')).toBe(undefined)
    expect(await store.get('s', 'n')).toBe(null)
    expect(await keysOf(store, 's')).toEqual(['n'])
  })

  test('keys come in order', async () => {
    const store = make()
    for (const key of ['b', 'a', 'B', '', '10', '9']) await store.put('s', key, key)
    expect(await keysOf(store, 's')).toEqual(['', '10', '9', 'B', 'a', 'b'])
  })

  test('nobody can change what is kept by changing what was put or got', async () => {
    const store = make()
    const value = { list: [1] }
    await store.put('s', 'k', value)
    value.list.push(2)
    ;((await store.get('s', 'k')) as { list: number[] }).list.push(3)
    expect(await store.get('s', 'k')).toEqual({ list: [1] })
  })

  test('any shelf and any key work, those of Object.prototype included', async () => {
    const store = make()
    const names = ['__proto__', 'constructor', 'toString', '../up', 'a/b', '.', '', 'CON', 'A', 'a', '%0041', 'é', '\n', '\0']
    for (const shelf of names) for (const key of names) await store.put(shelf, key, shelf + key)
    for (const shelf of names) for (const key of names) expect(await store.get(shelf, key)).toBe(shelf + key)
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
    await store.put('s', 'k', JSON.parse('{"__proto__":{"polluted":1}}'))
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
    expect(JSON.stringify(await store.get('s', 'k'))).toBe('{"__proto__":{"polluted":1}}')
  })

  test('is a map: random puts and gets', async () => {
    const word = fc.constantFrom('a', 'b', '__proto__', 'x/y')
    await fc.assert(fc.asyncProperty(fc.array(fc.tuple(word, word, fc.option(fc.jsonValue(), { nil: undefined })), { maxLength: 30 }), async (puts) => {
      const store = make()
      const model = new Map<string, string | undefined>()
      for (const [shelf, key, value] of puts) {
        await store.put(shelf, key, value)
        model.set(`${shelf} ${key}`, JSON.stringify(value))
      }
      for (const [name, json] of model) {
        const [shelf = '', key = ''] = name.split(' ')
        expect(JSON.stringify(await store.get(shelf, key))).toBe(json)
      }
      await store.close()
    }), { numRuns: 30 })
  })
}

describe('folder', () => storeBehaves(() => folderStore(place())))
describe('forgetful', () => {
  everyStore(() => forgetful)
  test('forgets', async () => {
    await forgetful.put('a', 'b', 1)
    expect(await forgetful.get('a', 'b')).toBe(undefined)
    expect(await keysOf(forgetful, 'a')).toEqual([])
  })
})

describe('a folder', () => {
  const filled = async (): Promise<string> => {
    const folder = place()
    const store = folderStore(folder)
    await store.put('plan', 'k', 1)
    await store.close()
    return folder
  }

  test('survives the program and hides from version control', async () => {
    const folder = await filled()
    expect(await folderStore(folder).get('plan', 'k')).toBe(1)
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'plan.json'])
  })

  test('is not made by reading', async () => {
    const folder = place()
    const store = folderStore(folder)
    await store.get('plan', 'k')
    await store.close()
    expect(existsSync(folder)).toBe(false)
  })

  test('the same contents are the same bytes, whatever the order of puts', async () => {
    const write = async (keys: string[]): Promise<string> => {
      const folder = place()
      const store = folderStore(folder)
      for (const key of keys) await store.put('s', key, key)
      await store.close()
      return readFileSync(join(folder, 's.json'), 'utf8')
    }
    expect(await write(['a', 'b', 'c'])).toBe(await write(['c', 'a', 'b']))
  })

  test.each(['{', '', 'null', '{"a":1}', '[["a"]]', '[[1,2]]', '\0\0\0'])('broken contents %j are set aside and the store goes on', async (text) => {
    const folder = await filled()
    writeFileSync(join(folder, 'plan.json'), text)
    const store = folderStore(folder)
    expect(await store.get('plan', 'k')).toBe(undefined)
    expect(store.diagnostics.map((one) => one.code)).toEqual(['store/broken'])
    // Reading alone moves nothing: the folder may have come with somebody else's tree.
    expect(readFileSync(join(folder, 'plan.json'), 'utf8')).toBe(text)
    await store.put('plan', 'k', 2)
    await store.close()
    expect(readFileSync(join(folder, 'plan.json.corrupt'), 'utf8')).toBe(text)
    expect(await folderStore(folder).get('plan', 'k')).toBe(2)
  })

  test.each(['file', 'read-only'])('one that cannot be written (%s) keeps working in memory and says so once', async (kind) => {
    const folder = place()
    if (kind === 'file') writeFileSync(folder, '')
    else mkdirSync(folder)
    chmodSync(home, 0o755)
    if (kind === 'read-only') chmodSync(folder, 0o555)
    const uid = process.geteuid?.()
    const store = folderStore(folder)
    if (uid === 0) process.seteuid?.(65534)
    try {
      for (let i = 0; i < 2500; i++) await store.put('s', String(i), i)
      await store.close()
    } finally {
      if (uid === 0) process.seteuid?.(0)
    }
    await store.put('s', 'later', 'yes')
    await store.close()
    expect(await store.get('s', '7')).toBe(7)
    expect(await store.get('s', 'later')).toBe('yes')
    expect(store.diagnostics.map((one) => one.code)).toEqual(['store/unkeepable'])
    expect(JSON.stringify(store.diagnostics)).not.toContain(home)
  })

  test('two stores on one folder see each other and do not undo each other', async () => {
    const folder = place()
    const [one, two] = [folderStore(folder), folderStore(folder)]
    await one.put('s', 'a', 1)
    await two.put('s', 'b', 2)
    await one.flush()
    await two.flush()
    expect(await keysOf(one, 's')).toEqual(['a', 'b'])
    await two.put('s', 'a', 3)
    await two.flush()
    expect(await one.get('s', 'a')).toBe(3)
  })

  test('links and pipes in the folder are not followed or opened', async () => {
    const folder = await filled()
    writeFileSync(join(home, 'outside.json'), '[["k","CANARY"]]')
    rmSync(join(folder, 'plan.json'))
    symlinkSync(join(home, 'outside.json'), join(folder, 'plan.json'))
    execFileSync('mkfifo', [join(folder, 'pipe.json')])
    const store = folderStore(folder)
    expect(await store.get('plan', 'k')).toBe(undefined)
    expect(await store.get('pipe', 'k')).toBe(undefined)
    await store.put('plan', 'k', 2)
    await store.close()
    expect(readFileSync(join(home, 'outside.json'), 'utf8')).toContain('CANARY')
  })

  test('a folder that is a link is not written through', async () => {
    const [target, folder] = [place(), place()]
    mkdirSync(target)
    symlinkSync(target, folder)
    const store = folderStore(folder)
    await store.put('s', 'k', 1)
    await store.close()
    expect(readdirSync(target)).toEqual([])
    expect(store.diagnostics.map((one) => one.code)).toEqual(['store/unkeepable'])
  })

  test('a full shelf is written now and then without being asked', async () => {
    const folder = place()
    const store = folderStore(folder)
    for (let i = 0; i < 1000; i++) await store.put('s', String(i), i)
    expect(await keysOf(folderStore(folder), 's')).toHaveLength(1000)
  })

  const built = new URL('../../dist/stores/folder.js', import.meta.url)
  test.skipIf(!existsSync(built))('processes that write at the same time never leave a broken file', async () => {
    const folder = place()
    const script = join(home, 'writer.mjs')
    // The same steps as the store takes, from other processes, as many as the test machine bears.
    writeFileSync(script, `
      const { folderStore } = await import(process.argv[2])
      for (let round = 0; round < 20; round++) {
        const store = folderStore(process.argv[3])
        await store.put('s', process.argv[4] + round, 'x'.repeat(1000))
        await store.close()
        if (store.diagnostics.length > 0) throw new Error(JSON.stringify(store.diagnostics))
      }`)
    await Promise.all(['a', 'b', 'c'].map((name) => promisify(execFile)(process.execPath, [script, built.href, folder, name])))
    const store = folderStore(folder)
    const keys = await keysOf(store, 's')
    expect(store.diagnostics).toEqual([])
    expect(keys.length).toBeGreaterThanOrEqual(20)
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
