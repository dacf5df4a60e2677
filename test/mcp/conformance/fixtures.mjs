// What the official conformance suite asks a server to have so that it can be examined: tools, resources and prompts with fixed names and answers. None of it is part of Fovea.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { acceptedContent, CLIENT_CAPABILITIES_META_KEY, createRequestStateCodec, inputRequired } from '@modelcontextprotocol/server'

const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

/** State that went through a client is believed only when it comes back as it was given. */
export const states = createRequestStateCodec({ key: randomBytes(32) })

const says = (text) => ({ content: [{ type: 'text', text }] })
const image = { type: 'image', data: IMAGE, mimeType: 'image/png' }
const form = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const asked = (message, properties) => inputRequired.elicit({ message, requestedSchema: form(properties) })
const name = () => asked('What is your name?', { name: { type: 'string' } })
const confirmation = () => asked('Please confirm', { ok: { type: 'boolean' } })
const sampled = (text, maxTokens) => inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens })
const responses = (context) => context.mcpReq.inputResponses
const accepted = (context, key) => acceptedContent(responses(context), key)

/** Asks the client directly, as the 2025 era does. */
const elicited = (context, message, requestedSchema) => context.mcpReq.send({ method: 'elicitation/create', params: { message, requestedSchema } })
const outcome = (start, { action, content }) => says(`${start}: action=${action}, content=${JSON.stringify(content ?? {})}`)

const choices = (values, label) => values.map((value, i) => ({ const: value, title: `${['First', 'Second', 'Third'][i]} ${label}` }))
const OPTIONS = ['option1', 'option2', 'option3']
const VALUES = ['value1', 'value2', 'value3']

/** Each tool: its answer, and its input when it has one. `bus` tells open subscriptions that a list changed. */
const TOOLS = {
  test_simple_text: { run: () => says('This is a simple text response for testing.') },
  test_image_content: { run: () => ({ content: [image] }) },
  test_audio_content: { run: () => ({ content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: { run: () => ({ content: [{ type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' } }] }) },
  test_multiple_content_types: {
    run: () => ({ content: [{ type: 'text', text: 'Multiple content types test:' }, image, { type: 'resource', resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' } }] }),
  },
  test_error_handling: { run: () => ({ isError: true, ...says('This tool intentionally returns an error for testing') }) },
  test_tool_with_logging: {
    run: async (_, { mcpReq }) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
        await pause(20)
      }
      return says('Tool with logging executed successfully')
    },
  },
  test_tool_with_progress: {
    run: async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100, message: `Completed step ${progress} of 100` } })
        await pause(20)
      }
      return says(String(progressToken ?? 'no-progress-token'))
    },
  },
  test_logging_tool: {
    run: async (_, { mcpReq }) => {
      await mcpReq.log('info', 'delivered only to whoever asked for it')
      return says('logged')
    },
  },
  test_sampling: {
    input: form({ prompt: { type: 'string' } }),
    run: async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.send({ method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens: 100 } })
      return says(`LLM response: ${content?.text ?? 'No response'}`)
    },
  },
  test_elicitation: { input: form({ message: { type: 'string' } }), run: async ({ message }, context) => outcome('User response', await elicited(context, message, form({ response: { type: 'string', description: "User's response" } }))) },
  test_elicitation_sep1034_defaults: {
    run: async (_, context) => outcome('Elicitation completed', await elicited(context, 'Please review the form', form({
      name: { type: 'string', default: 'John Doe' }, age: { type: 'integer', default: 30 }, score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' }, verified: { type: 'boolean', default: true },
    }, []))),
  },
  test_elicitation_sep1330_enums: {
    run: async (_, context) => outcome('Elicitation completed', await elicited(context, 'Please select', form({
      untitledSingle: { type: 'string', enum: OPTIONS }, titledSingle: { type: 'string', oneOf: choices(VALUES, 'Option') },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: OPTIONS } }, titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: choices(VALUES, 'Choice') } },
    }, []))),
  },
  test_x_mcp_header: {
    input: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, level: { type: 'integer' } } },
    run: ({ region }) => says(`region=${region ?? '<none>'}`),
  },
  json_schema_2020_12_tool: {
    input: {
      $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object',
      $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' }, contactMethod: { type: 'string', enum: ['phone', 'email'] }, phone: { type: 'string' }, email: { type: 'string' } },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // eslint-disable-next-line unicorn/no-thenable
      then: { required: ['phone'] }, else: { required: ['email'] }, additionalProperties: false,
    },
    run: (args) => says(JSON.stringify(args)),
  },
  test_missing_capability: { run: (_, context) => (responses(context)?.llm_answer === undefined ? inputRequired({ inputRequests: { llm_answer: sampled('Reply with the single word: pong', 16) } }) : says('done')) },
  test_streaming_elicitation: { run: () => says('only a result comes over this stream') },
  test_input_required_result_elicitation: {
    run: (_, context) => {
      const given = accepted(context, 'user_name')?.name
      return typeof given === 'string' ? says(`Hello, ${given}!`) : inputRequired({ inputRequests: { user_name: name() } })
    },
  },
  test_input_required_result_sampling: {
    run: (_, context) => {
      const given = responses(context)?.capital_question
      return given === undefined ? inputRequired({ inputRequests: { capital_question: sampled('What is the capital of France?', 100) } }) : says(`Sampling response: ${given.content?.text ?? JSON.stringify(given)}`)
    },
  },
  test_input_required_result_list_roots: {
    run: (_, context) => {
      const roots = responses(context)?.client_roots?.roots
      return Array.isArray(roots) ? says(`Client exposed ${roots.length} root(s): ${roots.map(({ uri }) => uri).join(', ')}`) : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
    },
  },
  test_input_required_result_request_state: {
    run: async (_, context) => (accepted(context, 'confirm') === undefined || context.mcpReq.requestState() === undefined
      ? inputRequired({ inputRequests: { confirm: confirmation() }, requestState: await states.mint({ tool: 'request_state' }) }) : says('state-ok: requestState verified and confirmation received')),
  },
  test_input_required_result_multiple_inputs: {
    run: async (_, context) => {
      const given = accepted(context, 'user_name')?.name
      const greeting = responses(context)?.greeting?.content?.text
      const roots = responses(context)?.client_roots?.roots
      if (typeof given === 'string' && typeof greeting === 'string' && Array.isArray(roots)) return says(`${greeting} ${given}, ${roots.length} root(s) visible`)
      return inputRequired({ inputRequests: { user_name: name(), greeting: sampled('Generate a greeting', 50), client_roots: inputRequired.listRoots() }, requestState: await states.mint({ tool: 'multiple_inputs' }) })
    },
  },
  test_input_required_result_multi_round: {
    run: async (_, context) => {
      const { round = 0, name: given = 'unknown' } = context.mcpReq.requestState() ?? {}
      if (round === 0) return inputRequired({ inputRequests: { step1: asked('Step 1: What is your name?', { name: { type: 'string' } }) }, requestState: await states.mint({ round: 1 }) })
      if (round === 1) return inputRequired({ inputRequests: { step2: asked('Step 2: What is your favorite color?', { color: { type: 'string' } }) }, requestState: await states.mint({ round: 2, name: accepted(context, 'step1')?.name }) })
      return says(`Multi-round complete: ${given} likes ${accepted(context, 'step2')?.color ?? 'unknown'}`)
    },
  },
  test_input_required_result_tampered_state: {
    run: async (_, context) => (context.mcpReq.requestState() !== undefined && accepted(context, 'confirm') !== undefined
      ? says('integrity-ok: requestState verified') : inputRequired({ inputRequests: { confirm: confirmation() }, requestState: await states.mint({ tool: 'tampered_state' }) })),
  },
  test_input_required_result_capabilities: {
    run: (_, context) => {
      if (responses(context) !== undefined) return says('Capability-aware input requests fulfilled')
      const { elicitation, sampling, roots } = context.mcpReq.envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
      const inputRequests = { ...(elicitation && { user_name: name() }), ...(sampling && { greeting: sampled('Generate a short greeting', 50) }), ...(roots && { client_roots: inputRequired.listRoots() }) }
      return Object.keys(inputRequests).length === 0 ? says('Nothing can be asked of this client') : inputRequired({ inputRequests })
    },
  },
  test_trigger_tool_change: { run: (_, __, bus) => (bus()?.notify.toolsChanged(), says('tools_list_changed published')) },
  test_trigger_prompt_change: { run: (_, __, bus) => (bus()?.notify.promptsChanged(), says('prompts_list_changed published')) },
}

const RESOURCES = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: IMAGE },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
}

const said = (content) => ({ role: 'user', content })
const text = (words) => said({ type: 'text', text: words })

const PROMPTS = {
  test_simple_prompt: { args: [], run: () => ({ messages: [text('This is a simple prompt for testing.')] }) },
  test_prompt_with_arguments: { args: ['arg1', 'arg2'], run: ({ arg1, arg2 }) => ({ messages: [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }) },
  test_prompt_with_embedded_resource: {
    args: ['resourceUri'],
    run: ({ resourceUri }) => ({ messages: [said({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } }), text('Please process the embedded resource above.')] }),
  },
  test_prompt_with_image: { args: [], run: () => ({ messages: [said(image), text('Please analyze the image above.')] }) },
  test_input_required_result_prompt: {
    args: [],
    run: (_, context) => {
      const given = accepted(context, 'user_context')?.context
      return typeof given === 'string' ? { messages: [text(`Use the following context: ${given}`)] } : inputRequired({ inputRequests: { user_context: asked('What context should the prompt use?', { context: { type: 'string' } }) } })
    },
  },
}

/** Fovea's own handlers with the fixtures beside what they list. */
export function withFixtures(own, bus) {
  return {
    ...own,
    'tools/list': async (request, context) => ({ tools: [...(await own['tools/list'](request, context)).tools, ...Object.entries(TOOLS).map(([tool, { input = form({}) }]) => ({ name: tool, description: `Fixture ${tool}`, inputSchema: input }))] }),
    'tools/call': (request, context) => TOOLS[request.params.name]?.run(request.params.arguments ?? {}, context, bus) ?? own['tools/call'](request, context),
    'resources/list': async (request, context) => ({ resources: [...(await own['resources/list'](request, context)).resources, ...Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri.slice('test://'.length), mimeType }))] }),
    'resources/templates/list': async (request, context) => ({ resourceTemplates: [...(await own['resources/templates/list'](request, context)).resourceTemplates, { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }] }),
    'resources/read': (request, context) => {
      const { uri } = request.params
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
      if (id !== undefined) return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }] }
      return Object.hasOwn(RESOURCES, uri) ? { contents: [{ uri, ...RESOURCES[uri] }] } : own['resources/read'](request, context)
    },
    'resources/subscribe': () => ({}),
    'resources/unsubscribe': () => ({}),
    'prompts/list': async (request, context) => ({ prompts: [...(await own['prompts/list'](request, context)).prompts, ...Object.entries(PROMPTS).map(([prompt, { args }]) => ({ name: prompt, description: `Fixture ${prompt}`, arguments: args.map((arg) => ({ name: arg, required: true })) }))] }),
    'prompts/get': (request, context) => PROMPTS[request.params.name]?.run(request.params.arguments ?? {}, context) ?? own['prompts/get'](request, context),
  }
}
