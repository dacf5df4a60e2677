// MCP servers: their tools are skills that can be invoked when they only read.
import type { Connector } from '../../catalog/ports.ts'
import { mcpLabel } from '../labels.ts'
import { probeTool, runTool } from './run.ts'
import { scanMcp } from './scan.ts'

/** Scans MCP servers and calls their tools. */
export const mcp: Connector = { ...mcpLabel, scan: scanMcp, probe: probeTool, run: runTool }
