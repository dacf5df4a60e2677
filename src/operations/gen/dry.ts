// What would be sent, for people and for programs. Nothing is sent, and no key is looked at.
import { aliasTool, type ChatConfig, type CtxProject, type Prompt, providers, type Sent, settle } from '../../workspace/index.ts'
import type { Outcome } from '../operation.ts'

/** How to name a model, for those who have not. */
const ADVICE = [
  'no model is configured, so nothing was sent. Name one in your own configuration (~/.config/fovea/config.json):',
  '  {"generation": {"kind": "anthropic", "model": "claude-sonnet-4-5", "key": "env:ANTHROPIC_API_KEY"}}',
  '  {"generation": {"kind": "openai", "model": "gpt-5", "key": "env:OPENAI_API_KEY"}}',
  '  {"generation": {"kind": "ollama", "model": "qwen3-coder"}}',
  'or give the text above to any model and bring its answer back with fovea gen code --answer FILE',
]

interface Dry {
  readonly prompt: Prompt
  readonly config: ChatConfig | undefined
  readonly budget: number
  readonly json: boolean
}

/** The request, not sent. */
export async function dryRun(project: CtxProject, { prompt, config, budget, json }: Dry): Promise<Outcome> {
  const meter = await project.workspace.meter(settle({}, project.workspace.layers).meter.value)
  const tool = aliasTool(project, meter, budget)
  const count = meter.count(prompt.system) + meter.count(prompt.prompt) + meter.count(tool.description)
  return {
    text: [`${prompt.system}\n${prompt.prompt}\n[TOOL]\n${tool.name}(alias): ${tool.description}\n`],
    ...(json ? { data: { mode: prompt.mode, mark: prompt.mark, tokens: count, remarks: prompt.remarks, configured: config !== undefined, request: await request(config, { ...prompt, tools: [tool] }) } } : {}),
    report: [...prompt.remarks, `${count} tokens by our own count`, ...(config === undefined ? ADVICE : [`nothing was sent: without --dry-run this goes to ${config.kind}:${config.model}`])],
  }
}

/** The body as the server would get it: made by the code that would send it. */
async function request(config: ChatConfig | undefined, asking: Parameters<Awaited<ReturnType<typeof providers>>['requestFor']>[1]): Promise<Sent> {
  const { requestFor } = await providers()
  return requestFor(config ?? { kind: 'openai', model: 'MODEL' }, asking)
}
