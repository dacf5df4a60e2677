// A task from its words to the prompt, as a person would run it: a small shop with a bug, its trace, its tests and its history.
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { fovea, folder, put, tokensOf } from './run.ts'

const SHOP: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n\nA small shop.\n',
  'pyproject.toml': '[project]\nname = "shop"\ndependencies = [\n  "attrs>=23",\n]\n',
  'shop/__init__.py': '',
  'shop/cart.py': 'from shop.models import Item\nfrom shop.pricing import price_of\n\n\nclass Cart:\n    """What somebody wants to buy."""\n\n    def __init__(self) -> None:\n        self.items: list[Item] = []\n\n    def total(self) -> int:\n        """The sum of all prices."""\n        return sum(price_of(item) for item in self.items)\n',
  'shop/models.py': 'from attrs import define\n\n\n@define\nclass Item:\n    name: str\n    cents: int | None\n',
  'shop/pricing.py': 'from shop.models import Item\n\n\ndef price_of(item: Item) -> int:\n    """The price with tax."""\n    return round(item.cents * 1.19)\n',
  'shop/mail.py': 'def send(to: str, text: str) -> None:\n    """Sends a mail."""\n    print(to, text)\n',
  'tests/conftest.py': 'import pytest\nfrom shop.cart import Cart\n\n\n@pytest.fixture\ndef cart() -> Cart:\n    return Cart()\n',
  'tests/test_cart.py': 'def test_an_empty_cart_costs_nothing(cart) -> None:\n    assert cart.total() == 0\n',
  'docs/guide.md': '# Guide\n\nHow to use the shop.\n',
}

const TRACE = `Traceback (most recent call last):
  File "/srv/app/shop/web.py", line 30, in view
    return cart.total()
  File "/srv/app/shop/cart.py", line 13, in total
    return sum(price_of(item) for item in self.items)
  File "/srv/app/shop/pricing.py", line 6, in price_of
    return round(item.cents * 1.19)
TypeError: unsupported operand type(s) for *: 'NoneType' and 'float'
`

function shop(): string {
  const root = folder(SHOP)
  const git = (...args: string[]): void => { execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'commit.gpgsign=false', ...args], { stdio: 'ignore', env: { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: root } }) }
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'A small shop')
  put(root, { 'shop/mail.py': `${SHOP['shop/mail.py']}\n\ndef log(text: str) -> None:\n    print(text)\n` })
  git('commit', '-qam', 'Mails are logged')
  return root
}

const headings = (prompt: string): string[] => prompt.split('\n').filter((line) => line.startsWith('## ')).map((line) => line.slice(3).replace(/ \(.*$/, ''))

interface Envelope {
  task_type: string; user_request: string; original_input: string; session_id: string; created_at: string; artifacts: unknown[]
  tools: { name: string; parameters: Record<string, unknown> }[]
  token_budget: Record<string, number>
  context: { chunks: { source: string; chunk_type: string; priority: string; tokens: number; content: string; metadata: { level?: string; why?: string[]; points?: number } }[]; total_tokens: number; utilization: number; chunks_in: number; chunks_out: number }
}

const envelopeOf = async (args: readonly string[], around = {}): Promise<Envelope> => JSON.parse((await fovea(['task', ...args, '--envelope'], around)).out) as Envelope

describe('fovea task', () => {
  const root = shop()

  test('S4.36: prints structure, files, dependencies, request and instruction in this order', async () => {
    const { out, code, err } = await fovea(['task', 'Why is the total of a cart wrong?', root])
    expect(code).toBe(0)
    expect(out.startsWith('Here is the relevant context for your task:\n\n## Project Structure\ndocs/\n  guide.md\nshop/\n')).toBe(true)
    const shown = headings(out)
    expect(shown[0]).toBe('Project Structure')
    expect(shown).toContain('shop/cart.py')
    expect(shown.slice(-3)).toEqual(['Dependencies', 'Recent Changes', 'Request'])
    expect(out).toContain('## shop/cart.py\n```python\nfrom shop.models import Item\n')
    expect(out).toContain('## Dependencies\n- pyproject.toml: attrs >=23\n')
    expect(out).toMatch(/- [0-9a-f]{8} Mails are logged \(shop\/mail\.py\)\n- [0-9a-f]{8} A small shop/)
    expect(out).toMatch(/\n---\n## Request\nWhy is the total of a cart wrong\?\n\nAs a debug task, please [^\n]+\n$/)
    expect(err).toContain('debug: the request says "Why is')
  })

  test('S4.14: a stack trace leads to the place of the error, then to the files it went through', async () => {
    const trace = folder({ 'trace.txt': TRACE })
    const { out } = await fovea(['task', 'it fails', root, '--stack', 'trace.txt', '--budget', '1600'], { cwd: trace })
    const files = headings(out).filter((name) => name.includes('/'))
    expect(files.slice(0, 2).sort()).toEqual(['shop/cart.py', 'shop/pricing.py'])
    expect(out).toContain('Stack trace:\n    Traceback (most recent call last):\n')
  })

  test('a trace that lies in the folder is not part of it, and a secret in it is not printed', async () => {
    const place = folder({ ...SHOP, 'trace.txt': `${TRACE}while connected to postgres://shop:${'hunter2'}pass@db.example.com/shop\n` })
    const { out } = await fovea(['task', 'it fails', '.', '--stack', 'trace.txt'], { cwd: place })
    expect(headings(out)).not.toContain('trace.txt')
    expect(out).toContain('TypeError: unsupported operand')
    expect(out).not.toContain('hunter2pass')
  })

  test('a trace pasted into the request is found too, and the place of the error is critical', async () => {
    const { context, task_type } = await envelopeOf(['-', root], { input: `please look:\n${TRACE}` })
    expect(task_type).toBe('debug')
    const error = context.chunks.find(({ source }) => source === 'shop/pricing.py')
    expect(error?.priority).toBe('CRITICAL')
    expect(error?.metadata.points).toBeGreaterThanOrEqual(1300)
    expect(error?.metadata.why?.join('\n')).toContain('the error happened here')
  })

  test('S4.6: the envelope has every field of the protocol', async () => {
    const envelope = await envelopeOf(['Add a discount to shop/cart.py', root, '--frozen', '--session', 'session_abc123'])
    expect(Object.keys(envelope)).toEqual(['task_type', 'user_request', 'original_input', 'context', 'tools', 'artifacts', 'session_id', 'created_at', 'token_budget'])
    expect(envelope).toMatchObject({
      task_type: 'implement', user_request: 'Add a discount to shop/cart.py', original_input: 'Add a discount to shop/cart.py', session_id: 'session_abc123', created_at: '1970-01-01T00:00:00Z', artifacts: [],
      token_budget: { total: 8000, input_allocation_pct: 0.7, system: 800, context: 4000, request: 800, response: 2400 },
    })
    expect(envelope.tools.map(({ name }) => name)).toEqual(['fovea zoom', 'fovea skeleton'])
    expect(envelope.context.chunks.map(({ chunk_type }) => chunk_type)).toEqual(expect.arrayContaining(['structure', 'dependency', 'history', 'file']))
    expect(envelope.context.chunks_in).toBeGreaterThanOrEqual(envelope.context.chunks_out)
    expect(envelope.context.total_tokens).toBe(envelope.context.chunks.reduce((sum, chunk) => sum + chunk.tokens, 0))
    for (const chunk of envelope.context.chunks) expect(chunk.tokens, chunk.source).toBe(tokensOf(chunk.content))
    expect(await envelopeOf(['Add a discount to shop/cart.py', root, '--frozen', '--session', 'session_abc123'])).toEqual(envelope)
  })

  test('S4.13, S4.15, S4.16: each kind of work has what it needs, and says why', async () => {
    const whys = async (intent: string): Promise<string[]> => (await envelopeOf(['work on shop/cart.py', root, '--intent', intent])).context.chunks.flatMap(({ source, metadata }) => (metadata.why ?? []).filter((why) => why.startsWith('intent ')).map((why) => `${source} ${why.slice(why.lastIndexOf(';') + 2)}`))
    expect(await whys('implement')).toEqual(expect.arrayContaining(['shop/cart.py the request is about it', 'shop/models.py shop/cart.py imports it', 'tests/test_cart.py it tests shop/cart.py']))
    expect(await whys('refactor')).toEqual(expect.arrayContaining(['shop/cart.py the request is about it', 'tests/conftest.py it imports shop/cart.py', 'tests/test_cart.py it tests shop/cart.py']))
    expect(await whys('test')).toEqual(expect.arrayContaining(['shop/cart.py the request is about it', 'tests/test_cart.py it tests shop/cart.py', 'tests/conftest.py tests set up with it']))
    expect(await whys('review')).toEqual(expect.arrayContaining(['shop/mail.py the newest commit changed it']))
  })

  test('S4.7, S4.8, S4.43: the prompt keeps within its part of the budget', async () => {
    for (const [budget, share] of [['600', '0.7'], ['800', '0.7'], ['1200', '50%'], ['2k', '0.9'], ['8k', '0.7']] as const) {
      const { out, code } = await fovea(['task', 'fix the cart total', root, '--budget', budget, '--input-share', share])
      const total = { '600': 600, '800': 800, '1200': 1200, '2k': 2000, '8k': 8000 }[budget]
      expect(code, budget).toBe(0)
      expect(tokensOf(out), budget).toBeLessThanOrEqual(Math.floor(total * (share === '50%' ? 0.5 : Number(share)) + 1e-6))
      expect(out).toContain('## Request\nfix the cart total\n')
    }
  })

  test('the same files and words give the same bytes', async () => {
    const [first, second] = await Promise.all([fovea(['task', 'fix the cart', root, '--frozen']), fovea(['task', 'fix the cart', root, '--frozen'])])
    expect(first.out).toBe(second.out)
  })

  test('structure, commits and files are as asked', async () => {
    const { out } = await fovea(['task', 'fix the cart', root, '--depth', '1', '--commits', '1', '--files', 'docs/**'])
    expect(out).toContain('## Project Structure\ndocs/ (1 file)\nshop/ (5 files)\n')
    expect(out).toContain('Mails are logged')
    expect(out).not.toContain('A small shop (')
    expect(headings(out)).toContain('docs/guide.md')
  })

  test('the request may come from a file, with the folder as the one word', async () => {
    const place = folder({ 'task.md': 'Document the cart\n' })
    expect((await fovea(['task', '--task-file', 'task.md', root], { cwd: place })).out).toContain('## Request\nDocument the cart\n\nAs a document task')
  })

  test('pack can write a prompt too, in the budget of a pack', async () => {
    const { out, code } = await fovea([root, '--format', 'prompt', '--task', 'fix the cart total', '--budget', '500'])
    expect(code).toBe(0)
    expect(tokensOf(out)).toBeLessThanOrEqual(500)
    expect(out).toMatch(/^Here is the relevant context for your task:\n[^]*\n---\n## Request\nfix the cart total\n\nAs a debug task, please [^\n]+\n$/)
    expect((await fovea([root, '--format', 'prompt'])).out).not.toContain('## Request')
  })

  test('--json is the envelope; an include narrows everything, the structure too', async () => {
    const { out } = await fovea(['task', 'explain mail', root, '--json', '--include', 'shop/**'])
    const { context } = JSON.parse(out) as Envelope
    expect(context.chunks.find(({ chunk_type }) => chunk_type === 'structure')?.content).not.toContain('tests')
  })
})

describe('what cannot be done is said', () => {
  const root = folder({ ...SHOP, 'fovea.config.json': JSON.stringify({ rules: [{ match: 'shop/mail.py', atMost: 'none' }, { match: 'pyproject.toml', atMost: 'line' }] }) })
  const said = async (...args: string[]): Promise<string> => {
    const { code, err, out } = await fovea(['task', ...args])
    expect(out).toBe('')
    return `${code} ${err.trim()}`
  }

  test.each<[string, readonly string[], RegExp]>([
    ['no request', [], /^2 .*say what to do: fovea task "fix the login"/],
    ['an unknown intent', ['x', root, '--intent', 'ponder'], /^2 .*"ponder" is not known/],
    ['a budget without end', ['x', root, '--budget', 'none'], /^2 .*a task needs a number of tokens/],
    ['a tiny budget', ['x', root, '--budget', '5'], /^2 .*at least 10 tokens, not 5/],
    ['a share of 70', ['x', root, '--input-share', '70'], /^2 .*a share looks like 0\.7 or 70%, not "70"/],
    ['a trace that is not there', ['x', root, '--stack', 'nowhere.txt'], /^1 .*the stack trace nowhere\.txt cannot be read: it does not exist/],
    ['standard input twice', ['-', root, '--stack', '-'], /^2 .*not both/],
    ['a bad session', ['x', root, '--session', '../x'], /^2 .*a session is called by/],
    ['a request that is longer than the prompt', ['word '.repeat(3000), root, '--budget', '2k'], /^5 .*leaves 1400 for the whole prompt: raise the budget to \d+00, or say it shorter/],
    ['an empty folder', ['x', folder()], /^1 .*there is nothing to show in /],
  ])('%s', async (_, args, message) => expect(await said(...args)).toMatch(message))

  test('a request longer than its share takes from the context and says so', async () => {
    const { out, err, code } = await fovea(['task', `fix it ${'word '.repeat(900)}end`, root])
    expect(code).toBe(0)
    expect(out).toContain('word end\n\nAs a debug task')
    expect(err).not.toContain('longer than its share')
    const tight = await fovea(['task', `fix it ${'word '.repeat(900)}end`, root, '--budget', '3k'])
    expect(tight.err).toMatch(/the request is \d+ tokens longer than its share: the context has so much less/)
    expect(tokensOf(tight.out)).toBeLessThanOrEqual(2100)
  })

  test('what rules hide stays hidden: in the structure, the dependencies and the files', async () => {
    const { out } = await fovea(['task', 'fix shop/mail.py and pyproject.toml', root, '--exclude', 'fovea.config.json'])
    expect(out.slice(0, out.indexOf('## Request'))).not.toContain('mail.py')
    expect(out).not.toContain('attrs >=23')
  })
})

describe('what is silently missing is said', () => {
  test('a .git that is broken', async () => {
    const place = folder({ ...SHOP, '.git/HEAD': 'ref: refs/heads/main\n' })
    const { code, err } = await fovea(['task', 'fix the total', place])
    expect(code).toBe(0)
    expect(err).toContain('warning: .git is not a whole repository: it has no objects')
    expect((await fovea(['task', 'fix the total', folder(SHOP)])).err).not.toContain('.git')
  })

  test('structure and dependencies that the named files leave no room for', async () => {
    const place = folder({ ...SHOP, 'shop/big.py': Array.from({ length: 200 }, (_, i) => `def big_${i}(cart) -> int:\n    return cart.total() + ${i}\n`).join('\n\n') })
    const [tight, wide] = await Promise.all(['1k', '32k'].map((budget) => fovea(['task', 'fix shop/big.py, shop/cart.py and shop/pricing.py', place, '--budget', budget])))
    expect(tight?.out).not.toContain('## Project Structure')
    expect(tight?.err).toContain('left out, because the files fill the prompt: the project structure, dependencies; raise --budget to have them')
    expect(wide?.out).toContain('## Project Structure')
    expect(wide?.err).not.toContain('left out, because')
  })

  test('a trace of Go leads into the copy that was installed', async () => {
    const place = folder({ 'go.mod': 'module github.com/shop/basket\n', 'tree.go': 'package basket\n\nfunc Grow() {\n\tpanic("no")\n}\n', 'leaf.go': 'package basket\n\nfunc Leaf() {}\n' })
    const trace = 'panic: no\n\ngoroutine 1 [running]:\ngithub.com/shop/basket.Grow(...)\n\t/home/dev/go/pkg/mod/github.com/shop/basket@v1.9.1/tree.go:4 +0x1b\nmain.main()\n\t/app/main.go:9 +0x2c\n'
    const { context } = await envelopeOf(['it fails', place, '--stack', '-'], { input: trace })
    expect(context.chunks.find(({ source }) => source === 'tree.go')?.metadata.why?.join()).toContain('the error happened here')
  })
})

test('a review sees what is not committed yet, before what is', async () => {
  const root = shop()
  put(root, { 'shop/pricing.py': `${SHOP['shop/pricing.py']}\n\ndef free() -> int:\n    return 0\n`, 'shop/fresh.py': 'def fresh() -> int:\n    return 1\n' })
  const { out } = await fovea(['task', 'review my changes', root, '--intent', 'review'])
  expect(out).toContain('## Recent Changes\n- not committed (shop/fresh.py, shop/pricing.py)\n')
  expect(headings(out)).toEqual(expect.arrayContaining(['shop/pricing.py', 'shop/fresh.py']))
  const { context } = await envelopeOf(['review my changes', root, '--intent', 'review'])
  expect(context.chunks.find(({ source }) => source === 'shop/pricing.py')?.metadata.why?.join()).toContain('it has changes that are not committed')
})

test('a task can be saved as a session, which is resumed as the prompt it was', async () => {
  const root = shop()
  const args = ['task', 'Why is the total of a cart wrong?', '--budget', '4k', '--commits', '1', '--stack', '-']
  const made = await fovea([...args, '--session', 'wrong-total', '--frozen'], { cwd: root, input: TRACE })
  expect(made.err).toContain('saved .fovea/sessions/wrong-total.json: ')
  const resumed = await fovea(['session', 'resume', 'wrong-total', '--frozen'], { cwd: root })
  expect(resumed).toMatchObject({ code: 0, out: made.out })
  put(root, { 'shop/cart.py': `${SHOP['shop/cart.py']}\n\nDONE = True\n` })
  const later = await fovea(['session', 'resume', 'wrong-total'], { cwd: root })
  expect(headings(later.out).at(-1)).toBe('Request')
  expect(later.out).toContain('> Since this session was saved, 1 changed since: shop/cart.py')
  expect(await fovea(['session', 'save', 'wrong-total'], { cwd: root })).toMatchObject({ code: 0 })
  expect((await fovea(['session', 'resume', 'wrong-total', '--budget', '9'], { cwd: root })).code).toBe(2)
  expect((await fovea(['session', 'resume', 'wrong-total', '--format', 'markdown'], { cwd: root })).out).toMatch(/^(?!Here is)/)
  expect((await fovea(['session', 'resume', 'wrong-total'], { cwd: root })).out.startsWith('Here is the relevant context for your task:\n\n## Project Structure\n')).toBe(true)
})
