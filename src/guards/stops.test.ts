// How often the pre-scan stops: each time costs more than hundreds of letters that are passed.
import { expect, test, vi } from 'vitest'
import { valueAfter } from './named.ts'
import { suspectsIn } from './suspects.ts'
import { tokenAt } from './tokens.ts'

vi.mock('./named.ts', { spy: true })
vi.mock('./tokens.ts', { spy: true })

const stops = (text: string): number => {
  vi.clearAllMocks()
  suspectsIn({ text })
  return vi.mocked(valueAfter).mock.calls.length + vi.mocked(tokenAt).mock.calls.length
}

test('words that look a little like beginnings of tokens, or end a little like names, are passed', () => {
  expect(stops('import { source, sourceOf } from "./source.ts"\nsourceFiles.some((scope) => scope.sameAs(sanitizedText, supportedFiles.path))\n')).toBe(0)
  expect(stops('const value = index\nlet text: string = form ?? bar\nconst i0 = 10, useValue = toString("end", test) || context\nfeature: "modified", lines2 = 404\n')).toBe(0)
})

test('names whose value could not be a secret are passed, and tokens that are too short', () => {
  expect(stops('const token: string = next\nkey: Key,\n(token, key) => token.url\nkey === other\nif (key) call(key, "a b")\nurl: "./a/b.html"\nurl = "https://a.example/b"\nkey: "app.html"\ntoken="<token>"\n')).toBe(0)
  expect(stops('templateUrl: "a1b2c3d4"\nuser_id = "a1b2c3d4"\nitem.id = "a1b2c3d4"\napi("a1b2c3d4"), x.com: "a1b2c3d4"\n')).toBe(0)
  expect(stops('call(ghp_abcdefgh, npm_package_name, testingModule, someTestFixture)\n')).toBe(0)
})

test('a name and the beginning of a token are not', () => {
  expect(stops('const password = next\n')).toBe(1)
  expect(stops('password.value = next\n')).toBe(1)
  expect(stops('key: "a1b2c3d4"\n')).toBe(1)
  for (const name of ['slackUrl', 'twilio_user_id', 'stripe.account.id', 'webhook_url', 'linked_in_api', 'private-ai.url', `okta.${'x'.repeat(70)}_url`]) expect(stops(`${name} = "a1b2c3d4"\n`), name).toBe(1)
  expect(stops(`call(ghp_${'a1B2c3D4'.repeat(5)})\n`)).toBe(1)
})
