// Where each client looks for its servers, and how it writes them down. All of them in the project, so that an entry can be shared and does not follow anybody home.
import { type Change, jsonEntry } from './json.ts'
import { markedText, wholeFile } from './text.ts'
import type { Program } from './program.ts'
import { tomlTable } from './toml.ts'

/** Something that can be installed. */
export interface Client {
  readonly name: string
  /** What happens once the file is written, as the end of a sentence. */
  readonly afterwards: string
  /** Relative to the project. */
  readonly file: string
  /** Whether the file says which program is started. */
  readonly starts: boolean
  /** The file with the entry, or without it; undefined when nothing would be left of it. */
  change(program: Program): Change
}

const started = ({ command, args }: Program): object => ({ command, args: [...args] })
/** For clients that start programs somewhere else. */
const startedHere = ({ command, args }: Program): object => ({ command, args: [...args, '${workspaceFolder}'] })

/** A client that starts the server. */
const server = (name: string, title: string, [file, change]: readonly [string, Client['change']]): Client => ({ name, afterwards: `start ${title} again to see it`, file, starts: true, change })

const GUIDE = `Fovea is connected as an MCP server and gives code of this workspace within a token budget, as the files are now.

- Before reading files one by one, call \`get_context\` with the task in your own words.
- When an answer names something you need, call \`zoom\` with its handle; when you know a name but not the place, call \`search\`.
- When you ask again after edits, give the \`pack\` of the last receipt as \`since\`: only what changed comes.
- When the task is done, call \`feedback\` with what was useful.
`

const SKILL = `---
name: fovea
description: Use when a task needs code of this repository that is not in the conversation yet, before listing or reading files one by one.
---

${GUIDE}`

/** Everything that can be installed, by name. */
export const CLIENTS: readonly Client[] = [
  server('claude-code', 'Claude Code', ['.mcp.json', (program) => jsonEntry(['mcpServers', 'fovea'], { type: 'stdio', ...started(program) })]),
  server('codex', 'Codex', ['.codex/config.toml', ({ command, args }) => tomlTable('mcp_servers.fovea', [['command', command], ['args', args]])]),
  server('cursor', 'Cursor', ['.cursor/mcp.json', (program) => jsonEntry(['mcpServers', 'fovea'], startedHere(program))]),
  server('vscode', 'VS Code', ['.vscode/mcp.json', (program) => jsonEntry(['servers', 'fovea'], { type: 'stdio', ...startedHere(program) })]),
  server('gemini', 'Gemini CLI', ['.gemini/settings.json', (program) => jsonEntry(['mcpServers', 'fovea'], started(program))]),
  server('opencode', 'opencode', ['opencode.json', ({ command, args }) => jsonEntry(['mcp', 'fovea'], { type: 'local', command: [command, ...args], enabled: true })]),
  server('zed', 'Zed', ['.zed/settings.json', (program) => jsonEntry(['context_servers', 'fovea'], { source: 'custom', ...started(program) })]),
  { name: 'agents-md', afterwards: 'agents that read it know when to call Fovea', file: 'AGENTS.md', starts: false, change: () => markedText(`## Fovea\n\n${GUIDE}`) },
  { name: 'skill', afterwards: 'agents that know skills find it when they start', file: '.claude/skills/fovea/SKILL.md', starts: false, change: () => wholeFile(SKILL) },
]
