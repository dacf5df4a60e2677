// A small MCP server for tests of the catalogue. Its first word makes it misbehave: `silent` never answers, `stubborn` does not leave, `flood` never ends its line, `gone` leaves at once.
import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const [mode = ''] = process.argv.slice(2)

const person = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const tools = [
  { name: 'find_people', title: 'Find people', description: 'Looks for **people**.', annotations: { readOnlyHint: true }, inputSchema: { type: 'object', required: ['city'], properties: { city: { type: 'string', enum: ['Oslo', 'Rome'] }, page: { type: 'object', properties: { size: { type: 'integer', default: 2 } } } } }, outputSchema: { type: 'object', properties: { people: { type: 'array', items: { $ref: '#/$defs/Person' } }, total: { type: 'integer' } }, $defs: { Person: person } } },
  { name: 'say', annotations: { readOnlyHint: true }, inputSchema: { type: 'object', properties: { text: { type: 'string' } } } },
  { name: 'remove', description: 'Removes a person', inputSchema: { type: 'object', properties: { id: { type: 'integer' } } } },
  { name: 'fail', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } },
  { name: 'hang', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } },
]

const text = (words) => ({ content: [{ type: 'text', text: words }] })
const answers = {
  find_people: ({ city, page }) => ({ ...text('two'), structuredContent: { people: [{ id: 1, name: `${city} ${page?.size ?? ''}` }, { id: 2 }], total: 2 } }),
  say: ({ text: words = '' }) => text(`${words} ${JSON.stringify(Object.keys(process.env).sort())}`),
  remove: () => text('removed'),
  fail: () => ({ ...text(`no access with ${process.env.TOKEN}`), isError: true }),
  hang: () => new Promise(() => {}),
}

function server() {
  const made = new Server({ name: 'people', version: '1.0.0' }, { capabilities: { tools: {} } })
  made.setRequestHandler('tools/list', () => ({ tools }))
  made.setRequestHandler('tools/call', async ({ params }) => answers[params.name]?.(params.arguments ?? {}) ?? text('unknown'))
  return made
}

if (mode === 'gone') process.exit(3)
if (mode === 'flood') for (;;) if (!process.stdout.write('x'.repeat(1 << 20))) await new Promise((done) => { process.stdout.once('drain', done) })
if (mode === 'stubborn') for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
if (mode === 'silent' || mode === 'stubborn') setInterval(() => {}, 1000)
else serveStdio(server)
