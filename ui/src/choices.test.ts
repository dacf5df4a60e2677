import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { pathname: '/', search: '', href: 'http://127.0.0.1/', origin: 'http://127.0.0.1' })
vi.stubGlobal('addEventListener', () => {})
const { callFor, commandFor, commandOf, curlFor, quoted, reading } = await import('./choices.ts')

const argumentsOf = (query: string, decided = { budget: 8000, format: 'minimal' } as Parameters<typeof callFor>[1]): unknown => (JSON.parse(callFor(new URLSearchParams(query), decided).call) as { params: { arguments: unknown } }).params.arguments
const unsaid = (query: string, decided = { budget: 8000, format: 'minimal' } as Parameters<typeof callFor>[1]): readonly string[] => callFor(new URLSearchParams(query), decided).unsaid

test('the command has every choice, as a shell reads it', () => {
  expect(commandFor(new URLSearchParams("budget=8k&task=it's broken&pin=/src/a b.ts&exclude=-x&view=text&file=a"))).toBe(`fovea . --budget 8k --task 'it'\\''s broken' --exclude=-x --pin '/src/a b.ts'`)
})

test('a word that begins with a dash is not taken for an option', () => {
  expect(commandFor(new URLSearchParams('budget=8k'), 'fovea explain', 'src/a b.ts')).toBe("fovea explain 'src/a b.ts' --budget 8k")
  expect(commandFor(new URLSearchParams('budget=8k'), 'fovea explain', '-x.ts')).toBe('fovea explain --budget 8k -- -x.ts')
  expect(commandOf('fovea zoom', new URLSearchParams(), '-x.ts@9f8e7d6c')).toBe('fovea zoom -- -x.ts@9f8e7d6c')
})

test('the call has what the tool takes, and names what it cannot say', () => {
  expect(argumentsOf('task=t&pin=/a&pin=/b&lens=debug&include=/src')).toEqual({ task: 't', budget: 8000, path: 'src', focus: ['/a', '/b'], lens: 'debug', format: 'minimal' })
  expect(unsaid('exclude=x&level=a=full&include=*.ts&order=stable&meter=o200k_base')).toEqual(['include', 'exclude', 'level', 'meter', 'order'])
  expect(argumentsOf('', { budget: 'none', format: 'plusminus-classic' })).toEqual({})
  expect(unsaid('', { budget: 'none', format: 'plusminus-classic' })).toEqual(['budget none (it takes 64 to 200000)', 'format plusminus-classic'])
})

test('the request for a shell has no token', () => {
  expect(curlFor('http://127.0.0.1:1', '/plan.json', new URLSearchParams('budget=8k&view=text'))).toBe('curl -H "Authorization: Bearer $FOVEA_TOKEN" \'http://127.0.0.1:1/plan.json?budget=8k\'')
})

test('what is copied has no keys in it that a terminal would obey', () => {
  expect(quoted("a\u0003\u001b[201~\nit's \\ here")).toBe("$'a\\003\\033[201~\nit\\'s \\\\ here'")
})

test('no line of a text that is copied with its command is run', () => {
  expect(reading('fovea plan explain -', 'a: 1\n')).toBe("fovea plan explain - <<'PLAN'\na: 1\nPLAN")
  expect(reading('x', 'a: 1\nPLAN\ntouch ran\n')).toBe("x <<'PLAN_'\na: 1\nPLAN\ntouch ran\nPLAN_")
  expect(reading('x', 'PLAN\rPLAN_\r\n\u0004\u0003touch ran')).toBe("x <<'PLAN__'\nPLAN\nPLAN_\ntouch ran\nPLAN__")
})
