// A model as people use it: named in their own configuration, asked by the built program, and sometimes not there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { likeOpenai, startModel, type TestModel } from '../kit/model.ts'
import { folder, fovea } from './run.ts'

const KEY = 'sk-walk-0123456789abcdef'
const FILES = {
  'src/aaa.ts': 'export const tint = "colour"\n', 'src/bbb.ts': 'export const total = "price of an order"\n', 'src/ccc.ts': 'export const layout = "font"\n', 'src/zzz.ts': 'export const password = "credential"\n',
}
const TASK = 'nobody gets through the login'

let model: TestModel
beforeAll(async () => { model = await startModel(likeOpenai) })
afterAll(() => model.close())

const configured = (url: string): string => folder({ 'fovea/config.json': JSON.stringify({ embeddings: { kind: 'openai', url, model: 'walking', key: 'env:WALK_KEY' } }) })
const explain = async (env: Readonly<Record<string, string>>): Promise<{ meaning: string[]; err: string; code: number | null; out: string }> => {
  const { out, err, code } = await fovea(['explain', 'src/zzz.ts', '--task', TASK], { cwd: folder(FILES), env })
  return { meaning: out.split('\n').filter((line) => line.includes('meaning')), err, code, out }
}

describe('a model', () => {
  test('is asked with the key of the environment, and explain tells what it said', async () => {
    const { meaning, err, out } = await explain({ XDG_CONFIG_HOME: configured(model.url), WALK_KEY: KEY })
    expect(meaning.join('\n')).toContain('close to the task in meaning')
    expect(meaning.join('\n')).toContain('openai:walking')
    expect(model.asked.every(({ headers, path }) => headers.authorization === `Bearer ${KEY}` && path === '/v1/embeddings')).toBe(true)
    expect(out + err).not.toContain(KEY)
  })

  test('is never needed: without a configuration nothing is said of it', async () => {
    const asked = model.asked.length
    expect(await explain({})).toMatchObject({ meaning: [], err: '', code: 0 })
    expect(model.asked).toHaveLength(asked)
  })

  test('that cannot be asked is one warning, and the page comes', async () => {
    const gone = await startModel(likeOpenai)
    await gone.close()
    const place = folder(FILES)
    for (const [url, key, words] of [[gone.url, KEY, 'nothing listens there'], [model.url, '', 'the environment variable WALK_KEY is not set']] as const) {
      const { out, err, code } = await fovea([place, '--task', TASK], { env: { XDG_CONFIG_HOME: configured(url), WALK_KEY: key } })
      expect(code).toBe(0)
      expect(out).toContain('export const password')
      expect(err).toContain('warning: the model openai:walking was not used: ')
      expect(err).toContain(words)
    }
  })
})
