import { expect, test } from 'vitest'
import { CLIENTS } from './clients.ts'
import { NPX } from './program.ts'

const clientNamed = (name: string): (typeof CLIENTS)[number] => CLIENTS.find((client) => client.name === name) as (typeof CLIENTS)[number]
const written = (name: string, before?: string): string => clientNamed(name).change(NPX)(before, true, 'the file') ?? ''
const removed = (name: string, before: string): string | undefined => clientNamed(name).change(NPX)(before, false, 'the file')

test('each client gets the entry that its documentation describes', () => {
  const started = { command: 'npx', args: ['-y', 'fovea', 'mcp'] }
  const here = { command: 'npx', args: ['-y', 'fovea', 'mcp', '${workspaceFolder}'] }
  expect(JSON.parse(written('claude-code'))).toEqual({ mcpServers: { fovea: { type: 'stdio', ...started } } })
  expect(JSON.parse(written('cursor'))).toEqual({ mcpServers: { fovea: here } })
  expect(JSON.parse(written('vscode'))).toEqual({ servers: { fovea: { type: 'stdio', ...here } } })
  expect(JSON.parse(written('gemini'))).toEqual({ mcpServers: { fovea: started } })
  expect(JSON.parse(written('opencode'))).toEqual({ mcp: { fovea: { type: 'local', command: ['npx', '-y', 'fovea', 'mcp'], enabled: true } } })
  expect(JSON.parse(written('zed'))).toEqual({ context_servers: { fovea: { source: 'custom', ...started } } })
  expect(written('codex')).toBe('[mcp_servers.fovea]\ncommand = "npx"\nargs = ["-y","fovea","mcp"]\n')
  expect(written('skill')).toMatch(/^---\nname: fovea\ndescription: Use when .{20,900}\n---\n/)
})

const BEFORE: Readonly<Record<string, string>> = {
  json: '{\n    "a": 1,\n    "mcpServers": {\n        "other": { "command": "x" }\n    },\n    "servers": {},\n    "z": [1, 2]\n}\n',
  toml: '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n',
  md: '# Rules\n\nBe kind.\n',
}

test.each(CLIENTS.map(({ name, file }) => [name, file] as const))('%s: twice is once, and taking it out leaves what was there', (name, file) => {
  const kind = file.endsWith('.json') ? 'json' : file.endsWith('.toml') ? 'toml' : 'md'
  const before = BEFORE[kind] as string
  const once = written(name, before)
  expect(written(name, once)).toBe(once)
  expect(removed(name, written(name))).toBe(undefined)
  if (name === 'skill') return
  const after = removed(name, once)
  if (kind === 'json') expect(JSON.parse(after as string)).toMatchObject({ a: 1, mcpServers: { other: { command: 'x' } }, z: [1, 2] })
  else expect(after).toBe(before)
  if (kind === 'json') expect(once).toContain('\n    "a": 1')
  else expect(once.startsWith(before)).toBe(true)
})

test('an entry that was changed is mended where it stands', () => {
  expect(written('codex', '[mcp_servers.fovea]\ncommand = "old"\n\n[mcp_servers.fovea.env]\nA = "b"\n\n[other]\nx = 1\n')).toBe('[mcp_servers.fovea]\ncommand = "npx"\nargs = ["-y","fovea","mcp"]\n\n[other]\nx = 1\n')
  expect(written('agents-md', '# A\n\n<!-- fovea -->\nold\n<!-- /fovea -->\n\n## B\n')).toMatch(/^# A\n\n<!-- fovea -->\n## Fovea\n[\s\S]*<!-- \/fovea -->\n\n## B\n$/)
})

test('a file with comments is left alone, with what to add', () => {
  expect(() => written('vscode', '{\n  // mine\n  "servers": {}\n}\n')).toThrow(/add this by hand: "servers": \{ "fovea": \{"type":"stdio"/)
})

test('what has no entry is left as somebody wrote it', () => {
  for (const [name, before] of [['claude-code', '{ "a":1 }'], ['claude-code', '{}\n'], ['codex', 'x = 1\n\n\n'], ['agents-md', 'Be kind.\n\n']] as const) expect(removed(name, before)).toBe(before)
  const compact = '{"mcpServers":{"fovea":{"type":"stdio","command":"npx","args":["-y","fovea","mcp"]}}}'
  expect(written('claude-code', compact)).toBe(compact)
})

test('by hand an entry is taken out as well as added', () => {
  expect(() => removed('claude-code', '{ // mine\n}')).toThrow('take "fovea" out of "mcpServers" by hand')
})
