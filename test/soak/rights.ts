// What a role may not see is in no answer: not in records, searches, counts, cards, contexts, plans, errors, nor in what the server for agents says.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetedContext } from '../../src/catalog/context/budgeted.ts'
import { cardOf, cardText } from '../../src/catalog/context/card.ts'
import { tellingOf } from '../../src/catalog/context/telling.ts'
import { OVERVIEW_FORMATS, writingOf } from '../../src/catalog/context/writing.ts'
import { linksOf } from '../../src/catalog/find/expand.ts'
import { indexOf } from '../../src/catalog/find/index.ts'
import { search } from '../../src/catalog/find/search.ts'
import { visibleTo } from '../../src/catalog/rights.ts'
import { roleOf } from '../../src/catalog/roles.ts'
import { check } from '../../src/ir/check.ts'
import { planOf } from '../../src/ir/read.ts'
import { answer } from '../../src/mcp/desk.ts'
import { METER_NAMES } from '../../src/meters/index.ts'
import { catalogStoreIn } from '../../src/stores/catalog.ts'
import { hiddenWords, randomSights, recordsOf, type Sights } from '../kit/catalogues.ts'
import { passingFolder } from '../kit/folders.ts'
import { meterNamed, randomBudget } from '../kit/projects.ts'
import { property } from '../kit/property.ts'

/** A hidden word that a text says, unless it was in what was asked. */
function leakIn(text: string, hidden: readonly string[], asked = ''): string | undefined {
  const [said, typed] = [text.toLowerCase(), asked.toLowerCase()]
  return hidden.find((word) => said.includes(word) && !typed.includes(word))
}

/** A name that is nearly a hidden one: a suggestion would complete it. */
const nearly = (name: string): string => name.slice(0, -1)

const records = property<Sights>({
  family: 'rights', name: 'records', weight: 60,
  make: randomSights,
  fault(sights) {
    const view = visibleTo(recordsOf(sights.things), roleOf('r', sights.policy))
    const leak = leakIn(JSON.stringify(view), hiddenWords(sights))
    return leak === undefined ? undefined : `leak: ${leak} in the records`
  },
})

/** Where texts name nothing hidden, a catalogue without the hidden things looks the same. */
const interference = property<Sights>({
  family: 'rights', name: 'hidden things change nothing', weight: 30,
  make(random) {
    const { things, policy } = randomSights(random)
    return { things: things.map((one) => ({ ...one, says: [] as string[], columns: one.columns.map((column) => ({ ...column, description: undefined })) })), policy }
  },
  fault({ things, policy }) {
    const role = roleOf('r', policy)
    const all = recordsOf(things)
    const [with_, without] = [all, all.filter(({ overview }) => role.sees(overview.id))].map((list) => JSON.stringify(visibleTo(list, role)))
    return with_ === without || role.full ? undefined : `differs: ${firstDifference(with_ ?? '', without ?? '')}`
  },
})

function firstDifference(a: string, b: string): string {
  const at = [...a].findIndex((sign, i) => sign !== b[i])
  return `${a.slice(Math.max(0, at - 60), at + 60)} and ${b.slice(Math.max(0, at - 60), at + 60)}`
}

const searches = property<Sights & { words: number; format: number; budget: number; meter: string }>({
  family: 'rights', name: 'searches, cards and contexts', weight: 45,
  make: (random) => ({ ...randomSights(random), words: random.below(1000), format: random.below(OVERVIEW_FORMATS.length), budget: randomBudget(random), meter: random.pick(METER_NAMES) }),
  fault({ words, format, budget, meter: name, ...sights }) {
    const hidden = hiddenWords(sights)
    const view = visibleTo(recordsOf(sights.things), roleOf('r', sights.policy))
    const text = ['', 'plain words', hidden[words % Math.max(1, hidden.length)] ?? 'id', view[words % Math.max(1, view.length)]?.overview.title ?? 'x'][words % 4] as string
    const index = indexOf(view)
    const found = search(index, { text })
    const told = JSON.stringify([found.hits, found.facets(), linksOf(index, found)])
    const telling = tellingOf(index, text)
    const cards = view.map((resource) => cardText(cardOf(resource, telling, words % 2 === 0 ? 'full' : 'small'))).join('\n')
    const meter = meterNamed(name)
    const context = budgetedContext({ task: text, budget, meter, candidates: view, telling, writing: writingOf(OVERVIEW_FORMATS[format] ?? 'lines', telling) })
    if (context !== undefined && (meter.count(context.text) > budget || context.tokens !== meter.count(context.text))) return `over: ${meter.count(context.text)} tokens for ${budget}, ${context.tokens} reported`
    const leak = leakIn(told, hidden, text) ?? leakIn(cards, hidden, text) ?? leakIn(context?.text ?? '', hidden, text)
    return leak === undefined ? undefined : `leak: ${leak}, asked for ${text}`
  },
})

const planned = property<Sights & { at: number }>({
  family: 'rights', name: 'plans', weight: 30,
  make: (random) => ({ ...randomSights(random), at: random.below(1000) }),
  fault({ at, ...sights }) {
    const all = recordsOf(sights.things)
    const view = visibleTo(all, roleOf('r', sights.policy))
    const [one, other] = [all[at % Math.max(1, all.length)], all[(at + 1) % Math.max(1, all.length)]]
    if (one === undefined || other === undefined) return undefined
    const column = one.details.columns[at % one.details.columns.length]?.name ?? 'id'
    const asked = { steps: [
      { id: 'a', op: 'scan', resource: at % 3 === 0 ? nearly(one.overview.id) : one.overview.id },
      { id: 'b', op: 'filter', input: 'a', where: ['=', { col: nearly(column) }, 1] },
      { id: 'c', op: 'scan', resource: other.overview.id }, { id: 'd', op: 'join', left: 'b', right: 'c', on: [[nearly(column), 'id']] },
    ] }
    const leak = leakIn(JSON.stringify(check(planOf(asked), view).problems), hiddenWords(sights), JSON.stringify(asked))
    return leak === undefined ? undefined : `leak: ${leak} in what is wrong with a plan`
  },
})

let home: string | undefined
let count = 0

const served = property<Sights & { ask: number }>({
  family: 'rights', name: 'answers of the server for agents', weight: 8,
  make: (random) => ({ ...randomSights(random), ask: random.below(1000) }),
  async fault({ ask, ...sights }) {
    home ??= passingFolder('rights')
    const root = join(home, `r${count++}`)
    mkdirSync(root)
    try {
      // In one's own configuration: that of a folder is a file of the folder, which agents may read.
      mkdirSync(join(home, 'config', 'fovea'), { recursive: true })
      writeFileSync(join(home, 'config', 'fovea', 'config.json'), JSON.stringify({ catalog: { roles: { r: sights.policy }, role: 'r' } }))
      process.env['XDG_CONFIG_HOME'] = join(home, 'config')
      writeFileSync(join(root, 'a.ts'), 'export const a = 1\n')
      const [all, hidden] = [recordsOf(sights.things), hiddenWords(sights)]
      const store = catalogStoreIn(root)
      await store.register({ name: 'main', type: 'postgres', location: 'env:NOWHERE', secrets: {}, options: {} })
      await store.publish('main', all, '2026-02-01T00:00:00Z')
      await store.close()
      const one = all[ask % Math.max(1, all.length)]
      const word = hidden[ask % Math.max(1, hidden.length)] ?? 'plain'
      const id = one?.overview.id ?? 'res:x'
      for (const [name, args] of [['catalog', {}], ['catalog', { query: `${word} plain words` }], ['catalog', { ids: [id] }], ['catalog', { ids: [nearly(id)] }], ['get_context', { task: `plain words of ${nearly(word)}`, budget: 1500 }], ['zoom', { target: id }], ['search', { query: nearly(word) }]] as const) {
        const { text, meta } = await answer({ kind: 'tool', name, args }, { root, named: true, frozen: false }, () => {})
        if (text.includes('in a way it should not')) return `crashed: ${name} ${JSON.stringify(args)}: ${text}`
        const leak = leakIn(text + JSON.stringify(meta ?? {}), hidden, JSON.stringify(args))
        if (leak !== undefined) return `leak: ${leak} in ${name} ${JSON.stringify(args)}`
      }
      return undefined
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  },
})

export const RIGHTS = [records, interference, searches, planned, served]
