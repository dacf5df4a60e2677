// Names that others rely on. A red pin means: decide, then change the pin and the changelog together.
import { expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import * as browser from '../../src/browser/index.ts'
import { COMMANDS } from '../../src/cli/main.ts'
import { dashed } from '../../src/core/field.ts'
import { TARGET_KINDS } from '../../src/core/handle.ts'
import type { Schema } from '../../src/core/schema.ts'
import { EXIT, EXIT_DOCS } from '../../src/operations/index.ts'
import { CONFIG_FILE, CONFIG_SCHEMA } from '../../src/workspace/index.ts'

test('exports of the library', () => {
  expect(Object.keys(library).sort()).toEqual([
    'BlockReader', 'CodecError', 'FORMAT_NAMES', 'INTENTS', 'LANGUAGES', 'LENSES', 'LEVELS', 'METER_NAMES', 'ManifestError', 'PRIORITIES', 'RequestTooLong', 'VERSION',
    'applyDelta', 'blockEndLine', 'blocksFromManifest', 'blocksOfPlan', 'budgetStats', 'compile', 'compileTask', 'compileWorkspace', 'contextChunk', 'copyOf', 'createParser',
    'decodeBlocks', 'defineLanguage', 'defineScanner', 'encodeBlocks', 'extend', 'fileBlock', 'findBlocks', 'formatNamed', 'gather', 'gatherDependencies', 'gatherFiles',
    'gatherGitContext', 'gatherStructure', 'handleOf', 'intentOf', 'judge', 'levelFrom', 'manifestOfBlocks', 'nodeAssets', 'nodeZstd', 'openWorkspace', 'parseText',
    'renderBlocks', 'requestOf', 'scoreChunk', 'settle', 'sizeOf', 'skeletonOf', 'skeletonize', 'targetFrom', 'tokenBudget', 'tokensFrom', 'walk',
  ])
})

test('exports for browsers', () => {
  expect(Object.keys(browser).sort()).toEqual(['BlockReader', 'CodecError', 'ContextEngine', 'EncoderConfig', 'FORMAT_NAMES', 'LENSES', 'METER_NAMES', 'assetsAt', 'blocksFromManifest', 'countedPaths', 'decodeBlocks', 'default', 'encodeBlocks', 'manifestOfBlocks', 'openFiles', 'packFiles', 'renderBlocks', 'zstdFor'])
})

test('levels, formats, meters, lenses, languages', () => {
  expect(library.LEVELS).toEqual(['none', 'line', 'shape', 'detail', 'code', 'full'])
  expect(library.FORMAT_NAMES).toEqual(['claude-xml', 'xml', 'markdown', 'minimal', 'plusminus', 'plusminus-classic', 'json', 'prompt'])
  expect(library.METER_NAMES).toEqual(['o200k_base', 'cl100k_base', 'claude', 'heuristic', 'codeaware'])
  expect(library.LENSES.map((lens) => lens.name)).toEqual(['default', 'architecture', 'debug', 'security', 'onboarding', 'minimal'])
  expect(library.LANGUAGES.map((language) => language.name)).toEqual(expect.arrayContaining(['go', 'javascript', 'json', 'markdown', 'python', 'rust', 'text', 'toml', 'tsx', 'typescript', 'yaml']))
})

test('exit codes, each with words', () => {
  expect(EXIT).toEqual({ ok: 0, failed: 1, usage: 2, partial: 3, secrets: 4, budget: 5, stale: 6, interrupted: 130 })
  expect(EXIT_DOCS.map(([code]) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 130])
})

test('kinds of targets', () => {
  expect(TARGET_KINDS).toEqual(['fn', 'function', 'method', 'def', 'class', 'struct', 'type', 'interface', 'trait', 'enum', 'mod', 'module', 'file', 'folder', 'dir'])
})

test('commands and their options: words by place in brackets, short spellings after a stroke', () => {
  const choosing = '--budget|b --task|t --task-file --lens|l --include|i --exclude|x --pin --level --skeleton --levels --format|f --meter'
  expect(Object.fromEntries(COMMANDS.map((command) => [command.name, Object.entries(command.fields)
    .map(([name, field]) => (field.place === undefined ? `${dashed(name)}${field.short === undefined ? '' : `|${field.short}`}` : `[${name}]`)).join(' ')]))).toEqual({
    pack: `[path] ${choosing} --order --commit --output|o --frozen --redact --verify --no-cache --allow-sensitive --strict --fail-on-secret --log --json --quiet|q`,
    task: '[request] [path] --intent --task-file --stack --budget|b --input-share --files --max-files --depth --commits --session --lens|l --include|i --exclude|x --pin --level --meter --log --frozen --redact --verify --no-cache --envelope --json --quiet|q',
    zoom: '[target] --type --root --budget|b --depth --module --lines --context --include-tests --lens|l --format|f --meter --frozen --redact --verify --no-cache --json',
    'ctx alias add': '[project] [alias] [path] --note --replace --dir --json',
    'ctx alias list': '[project] --dir --json',
    'ctx alias verify': '[project] --fix --dir --json',
    'ctx alias rm': '[project] [alias] --dir --json',
    'ctx cards build': '[project] --meter --dir --json',
    'ctx cards show': '[project] [alias] --dir --json',
    'gen code': '[project] --use-pack --delta --layout --task|t --model --budget|b --yes|y --dry-run --answer --dir --json',
    'plan check': '[plan] --root --json --role',
    'plan explain': '[plan] --root --json --role',
    'plan compile': '[plan] --root --json --role --out',
    'plan run': '[plan] --root --json --role --limit|n --timeout --max-rows --max-bytes --format --golden',
    'plan draft': '[task] --budget|b --pick --out --dry-run --root --json --role',
    'ctx pack': '[project] --show --layout --task|t --budget|b --cap --inline --name --ver --meter --dir --json',
    'ctx expand': '[project] [alias] --view --dir --json',
    'ctx diff': '[project] --action --note --patch --accept --dir --json',
    'catalog add': '[name] [location] --type --secret --option --owner --no-scan --replace --root --json --role',
    'catalog scan': '[names] --queue --root --json --role',
    'catalog list': '--root --json --role',
    'catalog rm': '[name] --root --json --role',
    'catalog search': '[query] --kind --tag --owner --lifecycle --cap --source --limit --page --rank --explain --root --json --role',
    'catalog overview': '[query] --kind --tag --owner --lifecycle --cap --source --page --page-size --format --root --json --role',
    'catalog details': '[ids] --columns --for --root --json --role',
    'catalog context': '[task] --budget|b --not --pick --picker --format --meter --explain --kind --tag --owner --lifecycle --cap --source --root --json --role',
    'catalog verify': '[names] --offline --sarif --junit --root --json --role',
    'catalog diff': '[names] --since --until --live --fail-on --limit --root --json --role',
    'catalog docs': '--out --root --json --role',
    'catalog export': '[path] --root --json --role',
    'catalog import': '[path] --root --json --role',
    'db migrate': '--database --root --json',
    'db status': '--database --root --json',
    worker: '[folders] --concurrency --once --json',
    search: '[query] --root --kind --budget|b --meter --frozen --redact --verify --no-cache --json',
    delta: `[path] --base ${choosing} --order --commit --action --output|o --frozen --redact --verify --no-cache --allow-sensitive --log --json --quiet|q`,
    diff: '[a] [b] --root --meter --json',
    explain: `[target] --root ${choosing} --commit --frozen --redact --verify --no-cache --json`,
    check: '[cases] --root --budget|b --lens|l --exclude|x --format|f --meter --github --summary --log --frozen --redact --verify --no-cache --json',
    skeleton: '[file] --level --lang --meter --count-lines --verify --no-cache --jsonl --json',
    secrets: '[path] --include|i --exclude|x --format --redact --no-allow --json',
    render: '[file] --budget|b --mode --verbosity --types --summaries --target-model --as --name --status --meter --frozen --no-cache --json --quiet|q',
    'session save': `[id] ${choosing} --intent --state --artifact --message --from --replace --root --dir --json --frozen --redact --verify --no-cache`,
    'session resume': '[id] --budget|b --format|f --output|o --root --dir --json --log --frozen --redact --verify --no-cache',
    'session restore': '[id] --budget|b --format|f --output|o --root --dir --json --log --frozen --redact --verify --no-cache --state',
    'session list': '--root --dir --json',
    'session show': '[id] --root --dir --json',
    'session zoom': '[id] [target] --budget|b --depth --root --dir --json --frozen --redact --verify --no-cache',
    'session undo': '[id] --root --dir --json',
    'session redo': '[id] --root --dir --json',
    'session rm': '[id] --root --dir --json',
    feedback: '[targets] --useful --useless --not-useful --utility --reason --lens|l --effectiveness --session --from --root --json',
    mark: '[paths] --utility --tag --untag --reason --root --json',
    journal: '[path] --tag --limit --root --json',
    'memory forget': '[paths] --root --json',
    'memory reset': '--root --json',
    'memory export': '[file] --reasons --root --json',
    'memory import': '[file] --root --json',
    'cache status': '--json',
    'bcp decode': '[file] --lcp --output|o --jsonl --json',
    'bcp encode': '[manifest] --compress --dedup --lcp --output|o --json',
    'bcp inspect': '[file] --lcp --json',
    'bcp pack': '[path] --budget|b --task|t --task-file --lens|l --include|i --exclude|x --pin --level --skeleton --levels --meter --compress --dedup --lcp --output|o --frozen --redact --verify --no-cache --json --quiet|q',
    'bcp stats': '[file] --lcp --meter --json',
    'bcp validate': '[file] --lcp --json',
    'cache clear': '[path] --json',
    languages: '--family --json',
    init: '[path] --force --json',
    doctor: '[path] --repair --dry-run --json',
    config: '[path] --explain --schema --json',
    ui: '[path] --port --no-open --frozen --role --json',
    mcp: '[root] --compat --frozen',
    serve: '[root] --compat --frozen --port --host --no-token --json',
    install: '[client] --root --uninstall --yes|y --dry-run --json',
    completion: '[shell]',
  })
})

test('every command, option and key has words', () => {
  for (const command of COMMANDS) {
    expect(command.title.length, command.name).toBeGreaterThan(8)
    expect(command.doc.length, command.name).toBeGreaterThan(20)
    expect(command.examples.length, command.name).toBeGreaterThan(0)
    for (const [name, field] of Object.entries(command.fields)) expect(field.doc.length, `${command.name} ${name}`).toBeGreaterThan(4)
  }
})

test('the configuration file and its keys', () => {
  const keys = (schema: Schema | undefined): string[] => Object.keys(schema?.properties ?? {})
  const of = (key: string): Schema | undefined => CONFIG_SCHEMA.properties?.[key]
  expect(CONFIG_FILE).toBe('fovea.config.json')
  expect(keys(CONFIG_SCHEMA)).toEqual(['$schema', 'budget', 'format', 'meter', 'lens', 'skeleton', 'order', 'levels', 'include', 'exclude', 'maxFileBytes', 'rules', 'embeddings', 'generation', 'ctx', 'secrets', 'memory', 'catalog', 'database', 'project', 'lenses'])
  expect(keys(of('embeddings'))).toEqual(['kind', 'url', 'model', 'key', 'insecure'])
  expect(keys(of('generation'))).toEqual(['kind', 'url', 'model', 'key', 'insecure', 'maxTokens', 'temperature', 'timeout', 'prices'])
  expect(keys(of('catalog'))).toEqual(['role', 'roles'])
  expect(keys(of('catalog')?.properties?.['roles']?.additionalProperties)).toEqual(['allow', 'deny', 'columns', 'details', 'antiPatterns'])
  expect(keys(of('rules')?.items)).toEqual(['match', 'atLeast', 'atMost', 'priority', 'weight', 'cap', 'why'])
  expect(keys(of('lenses')?.additionalProperties)).toEqual(['doc', 'include', 'exclude', 'rules'])
})
