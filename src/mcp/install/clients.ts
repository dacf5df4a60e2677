// Where each client looks for its servers, and how it writes them down. All of them in the project, so that an entry can be shared and does not follow anybody home.
import { type Change, jsonEntry } from './json.ts'
import { markedText, wholeFile } from './text.ts'
import { tomlTable } from './toml.ts'

/** Something that can be installed. */
export interface Client {
  readonly name: string
  readonly title: string
  /** Relative to the project. */
  readonly file: string
  /** The file with the entry, or without it; undefined when nothing would be left of it. */
  readonly change: Change
}

const COMMAND = 'npx'
const ARGS: readonly string[] = ['-y', 'fovea', 'mcp']
const started = { command: COMMAND, args: [...ARGS] }
/** For clients that start programs somewhere else. */
const startedHere = { command: COMMAND, args: [...ARGS, '${workspaceFolder}'] }

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
  { name: 'claude-code', title: 'Claude Code', file: '.mcp.json', change: jsonEntry(['mcpServers', 'fovea'], { type: 'stdio', ...started }) },
  { name: 'codex', title: 'Codex', file: '.codex/config.toml', change: tomlTable('mcp_servers.fovea', [['command', COMMAND], ['args', ARGS]]) },
  { name: 'cursor', title: 'Cursor', file: '.cursor/mcp.json', change: jsonEntry(['mcpServers', 'fovea'], startedHere) },
  { name: 'vscode', title: 'VS Code', file: '.vscode/mcp.json', change: jsonEntry(['servers', 'fovea'], { type: 'stdio', ...startedHere }) },
  { name: 'gemini', title: 'Gemini CLI', file: '.gemini/settings.json', change: jsonEntry(['mcpServers', 'fovea'], started) },
  { name: 'opencode', title: 'opencode', file: 'opencode.json', change: jsonEntry(['mcp', 'fovea'], { type: 'local', command: [COMMAND, ...ARGS], enabled: true }) },
  { name: 'zed', title: 'Zed', file: '.zed/settings.json', change: jsonEntry(['context_servers', 'fovea'], { source: 'custom', ...started }) },
  { name: 'agents-md', title: 'a paragraph in AGENTS.md that says when to call', file: 'AGENTS.md', change: markedText(`## Fovea\n\n${GUIDE}`) },
  { name: 'skill', title: 'a skill that says when to call', file: '.claude/skills/fovea/SKILL.md', change: wholeFile(SKILL) },
]
