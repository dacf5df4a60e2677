// Cards on real decision records and schemas: every rule, the same bytes twice, and what they cost. Then what refining a pack costs after real commits that change one file.
//   node bench/cards.mjs --git madr=/path/of/a/clone --git govuk-aws=/path ...      clones or bare clones of the repositories below; what is not given is left out
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { labelOf, PREFIXES, proposed } from '../dist/core/ctx/alias.js'
import { baseOf, bulletsOf, refinePrompt } from '../dist/core/ctx/base.js'
import { cardOf, cardText } from '../dist/core/ctx/cards/card.js'
import { changesBetween } from '../dist/core/ctx/changes.js'
import { packFrom } from '../dist/core/ctx/pack.js'
import { ctxSettings } from '../dist/core/ctx/settings.js'
import { fileBlock } from '../dist/core/tile.js'
import { createParser } from '../dist/languages/index.js'
import { createMeter } from '../dist/meters/index.js'
import { asset, nodeAssets } from '../dist/workspace/assets.js'
import { options, whole } from './kit/args.mjs'
import { median, quantile, round } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

/** Collections whose cards are looked at: which files, under which prefix. */
const COLLECTIONS = {
  madr: { origin: 'adr/madr', what: 'decision records', files: /^docs\/decisions\/\d.*\.md$/, alias: 'A.x' },
  'govuk-aws': { origin: 'alphagov/govuk-aws', what: 'decision records', files: /^docs\/architecture\/decisions\/.*\.md$/, alias: 'A.x' },
  arachne: { origin: 'arachne-framework/architecture', what: 'decision records', files: /^adr-.*\.md$/, alias: 'A.x' },
  'ibc-go': { origin: 'cosmos/ibc-go', what: 'decision records', files: /^docs\/architecture\/adr-.*\.md$/, alias: 'A.x' },
  'adr-examples': { origin: 'joelparkerhenderson/architecture-decision-record', what: 'decision records', files: /^locales\/en\/examples\/[^/]+\/index\.md$/, alias: 'A.x' },
  schemastore: { origin: 'SchemaStore/schemastore', what: 'JSON Schemas', files: /^src\/schemas\/json\/.*\.json$/, alias: 'S.x' },
}

/** Projects whose packs are refined: the files that get an alias. */
const PROJECTS = {
  madr: { files: /^(?:docs\/decisions\/\d.*|README|CHANGELOG|template\/.*)\.md$/ },
  'govuk-aws': { files: /^docs\/(?:architecture\/decisions\/.*|guides\/.*)\.md$/ },
  express: { origin: 'expressjs/express', files: /^(?:lib\/.*\.js|test\/(?:app|req|res|Router|Route|express)[^/]*\.js|Readme\.md|package\.json)$/ },
  flask: { origin: 'pallets/flask', files: /^(?:src\/flask\/.*\.py|flask\/.*\.py|tests\/test_.*\.py|README\.\w+|pyproject\.toml)$/ },
  gin: { origin: 'gin-gonic/gin', files: /^(?:[^/]+\.go|binding\/[^/]+\.go|render\/[^/]+\.go|README\.md)$/ },
}

/** A context of more files would not be one that somebody keeps by hand. */
const MOST_ALIASES = 60
const LARGEST = 1 << 20

const given = options({ git: { type: 'string', multiple: true }, commits: { type: 'string' } })
const COMMITS = whole(given.commits, 40)
const clones = Object.fromEntries((given.git ?? []).map((pair) => [pair.slice(0, pair.indexOf('=')), resolve(pair.slice(pair.indexOf('=') + 1))]))

const parser = createParser(nodeAssets)
const meter = await createMeter('o200k_base', (encoding) => asset(`vocab/${encoding}.bin`))
const count = (text) => meter.count(text)
const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const git = (folder, ...args) => execFileSync('git', ['-C', folder, ...args], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }).toString('utf8')

/** Path to blob of a commit's files that match. */
function filesAt(folder, commit, pattern) {
  const rows = git(folder, 'ls-tree', '-r', '-z', commit).split('\0').filter((row) => row !== '' && row.includes(' blob '))
  return new Map(rows.map((row) => [row.slice(row.indexOf('\t') + 1), row.split(' ')[2].slice(0, 40)]).filter(([path]) => pattern.test(path)))
}

const texts = new Map()
/** The text of a blob; undefined when a clone does not have it. */
function textOf(folder, blob) {
  if (!texts.has(blob)) {
    try {
      texts.set(blob, git(folder, 'cat-file', 'blob', blob))
    } catch {
      texts.set(blob, undefined)
    }
  }
  return texts.get(blob)
}

async function subjectOf(path, text, alias) {
  const language = parser.languageOf(path, text)
  if (language !== undefined) await parser.prepare(language, text)
  return { alias, path, text, language: language?.name ?? 'text', block: fileBlock(path, text, language === undefined ? [] : parser.parse(language, text).tiles) }
}

/** What is wrong with a card by the rules of the protocol. */
const faultsIn = (lines) => [
  ...(lines.length < 1 || lines.length > 10 ? [`${lines.length} lines`] : []),
  ...lines.filter((line) => !/^- \S/.test(line) || line.length > 100 || /["`\u201C\u201D\n]|\*\*|\]\((?!required\))|\s$/.test(line)),
]

async function collection(name) {
  const { origin, what, files, alias } = COLLECTIONS[name]
  const figures = { name, origin, what, commit: git(clones[name], 'rev-parse', 'HEAD').trim().slice(0, 12), files: 0, faults: 0, different: 0, shares: [], tokens: [], kinds: {} }
  for (const [path, blob] of filesAt(clones[name], 'HEAD', files)) {
    const text = textOf(clones[name], blob)
    if (text === undefined || text.length > LARGEST || text.trim() === '') continue
    const card = cardOf(await subjectOf(path, text, alias))
    const again = cardOf(await subjectOf(path, text, alias))
    figures.files++
    const faults = faultsIn(card.lines)
    for (const fault of faults) say(`${path}: ${fault}`)
    figures.faults += faults.length
    figures.different += cardText(card) === cardText(again) ? 0 : 1
    figures.tokens.push(count(cardText(card)))
    figures.shares.push(count(cardText(card)) / count(text))
    figures.kinds[card.kind] = (figures.kinds[card.kind] ?? 0) + 1
  }
  say(`${name}: ${figures.files} files, median ${round(100 * median(figures.shares), 1)} %, ${figures.faults} faults`)
  return figures
}

/** Aliases for the files of a commit, the same for the same paths. */
function aliasesOf(paths) {
  const taken = new Set()
  return new Map([...paths].sort().slice(0, MOST_ALIASES).map((path) => {
    const alias = proposed(path, PREFIXES, taken)
    taken.add(alias)
    return [path, alias]
  }))
}

const cards = new Map()
async function cardFor(folder, { path, blob, alias }) {
  const key = `${path} ${blob}`
  if (!cards.has(key)) cards.set(key, cardOf(await subjectOf(path, textOf(folder, blob) ?? '', alias)))
  return cards.get(key)
}

/** One commit: what the pack before it costs, and what telling the change costs. */
async function refined(folder, commit, pattern) {
  const [before, after] = [filesAt(folder, `${commit}~1`, pattern), filesAt(folder, commit, pattern)]
  const aliases = aliasesOf(before.keys())
  const changed = [...aliases.keys()].filter((path) => after.has(path) && after.get(path) !== before.get(path))
  if (changed.length !== 1 || textOf(folder, before.get(changed[0])) === undefined || textOf(folder, after.get(changed[0])) === undefined) return undefined
  const items = []
  for (const [path, alias] of aliases) {
    const card = await cardFor(folder, { path, blob: before.get(path), alias })
    items.push({ label: labelOf(alias, PREFIXES), handle: `${alias}@${before.get(path).slice(0, 8)}`, lines: card.lines })
  }
  const pack = packFrom({ name: 'project', version: [1, 0, 0], layout: 'cards', items, caps: ctxSettings([]).caps, budget: Infinity, vocabulary: new Map(), count })
  const [path] = changed
  const alias = aliases.get(path)
  const [old, now] = [await subjectOf(path, textOf(folder, before.get(path)), alias), await subjectOf(path, textOf(folder, after.get(path)), alias)]
  const base = baseOf(new Map(items.map(({ handle }) => handle.split('@'))), sha256)
  const prompt = refinePrompt({ base: base.id, bullets: bulletsOf([{ alias, kind: 'changed', lines: changesBetween(old, now), patch: '' }]), action: 'apply these changes; keep everything else as it is' })
  return { commit: commit.slice(0, 12), path, aliases: aliases.size, pack: pack.tokens, prompt: count(prompt), file: count(now.text), share: count(prompt) / pack.tokens }
}

async function project(name) {
  const { files } = PROJECTS[name]
  const folder = clones[name]
  const commits = git(folder, 'rev-list', '--no-merges', '--max-count=1500', 'HEAD').trim().split('\n')
  const steps = []
  for (const commit of commits) {
    if (steps.length >= COMMITS) break
    let touched
    try {
      touched = git(folder, 'diff-tree', '--no-commit-id', '--name-only', '--diff-filter=M', '-r', commit).trim().split('\n').filter((path) => files.test(path))
    } catch {
      continue
    }
    const step = touched.length === 1 ? await refined(folder, commit, files) : undefined
    if (step !== undefined) steps.push(step)
  }
  say(`${name}: ${steps.length} commits, median ${round(100 * median(steps.map(({ share }) => share)), 1)} %`)
  return { name, origin: PROJECTS[name].origin ?? COLLECTIONS[name].origin, steps }
}

const collections = []
for (const name of Object.keys(COLLECTIONS)) if (clones[name] !== undefined) collections.push(await collection(name))
const projects = []
for (const name of Object.keys(PROJECTS)) if (clones[name] !== undefined) projects.push(await project(name))
if (collections.length + projects.length === 0) throw new Error(`give at least one clone: --git NAME=PATH, where NAME is one of ${[...new Set([...Object.keys(COLLECTIONS), ...Object.keys(PROJECTS)])].join(', ')}`)

const part = (share) => `${round(100 * share, 1)} %`
const all = projects.flatMap(({ steps }) => steps)
writeResults('cards', { collections, projects }, [
  '# Cards and refinements',
  '',
  'Cards: every file of a collection gets the card that `fovea ctx cards` makes. The bar: every rule holds (at most ten lines, `- ` and at most 100 characters, no quotes and no formatting), a second build gives the same bytes, and the median card costs at most 15 % of its source. Tokens of o200k_base.',
  ...table(['collection', 'what', 'commit', 'files', 'broken rules', 'built differently', 'card, median tokens', 'of the source, median', 'p90', 'most'],
    collections.map(({ origin, what, commit, files, faults, different, tokens, shares }) => [origin, what, commit, files, faults, different, median(tokens), part(median(shares)), part(quantile(shares, 0.9)), part(quantile(shares, 1))])),
  'A card of a short source costs more of it: no card has less room than one line, and a card that lists structure has room for 400 characters as long as that is at most half of the source.',
  '',
  `Refinements: of each project up to ${COMMITS} of the latest commits that change one of the files with an alias (at most ${MOST_ALIASES} files). The pack is the one before the commit, with cards and the usual caps; the prompt is what \`fovea ctx diff\` prints after it. The bar: a typical change costs at most 10 % of the pack.`,
  ...table(['project', 'commits', 'aliases', 'pack, median tokens', 'prompt, median', 'of the pack, median', 'p90', 'most'],
    projects.map(({ origin, steps }) => [origin, steps.length, median(steps.map((step) => step.aliases)), median(steps.map((step) => step.pack)), median(steps.map((step) => step.prompt)), part(median(steps.map((step) => step.share))), part(quantile(steps.map((step) => step.share), 0.9)), part(quantile(steps.map((step) => step.share), 1))])),
  ...(all.length === 0 ? [] : [`All ${all.length} commits together: median ${part(median(all.map(({ share }) => share)))}, ${all.filter(({ share }) => share <= 0.1).length} of them at most 10 %.`, '']),
  '`node bench/cards.mjs --git madr=… --git schemastore=…` makes this page again from clones of the repositories.',
])
