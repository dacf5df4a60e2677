// The catalogue checked against the world (S3.53, S3.67): sources looked at again, resources reached, snippets read by real grammars and run for no rows.
import type { Finding } from '../../catalog/findings.ts'
import { placeOf } from '../../catalog/id.ts'
import { type Connector, type Limits, type OpenSource, type Piece, SourceDown, type SourceSpec } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { recordFindings, staleFindings } from '../../catalog/verify.ts'
import { judgeSql } from '../../connectors/sql/grammar.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { type Live, lookAgain, told } from './live.ts'
import type { OpenCatalog } from './open.ts'
import type { Scanning } from './scan.ts'
import { planJudge } from './plan-snippet.ts'
import { opened } from './secrets.ts'
import { consented } from './consent.ts'
import { connectorNamed } from './sources.ts'
import { toldOf } from './told.ts'

/** What a check gave. */
export interface Verified {
  readonly findings: readonly Finding[]
  /** Everything that was looked at: sources by name, resources by id. */
  readonly subjects: readonly string[]
}

/** Checks some sources of a catalogue; without the world only what follows from the records. */
export async function verifyCatalog(catalog: OpenCatalog, specs: readonly SourceSpec[], scanning: Scanning & { readonly offline: boolean }): Promise<Verified> {
  const live = scanning.offline ? await asKept(catalog, specs) : await lookAgain(catalog, specs, scanning)
  const findings = [...live.findings, ...live.before.flatMap(recordFindings), ...(scanning.offline ? [] : staleFindings(live.before, live.after))]
  const plans = planJudge(live.before)
  for (const spec of specs) findings.push(...(await snippetFindings(spec, live, { ...scanning, plans })).map((finding) => told(finding, catalog)))
  return { findings, subjects: [...specs.map(({ name }) => name), ...live.before.map(({ overview }) => overview.id)] }
}

async function asKept(catalog: OpenCatalog, specs: readonly SourceSpec[]): Promise<Live> {
  const names = new Set(specs.map(({ name }) => name))
  const before = (await catalog.resources()).filter(({ source }) => names.has(source))
  return { before, after: before, findings: [], up: new Set() }
}

/** How the resources of one source are asked. */
interface Desk {
  readonly held: readonly Resource[]
  /** What is wrong with a plan. */
  readonly plans: (code: string) => string | undefined
  /** Absent when the source is down or must not be asked. */
  readonly line?: { readonly connector: Connector; readonly source: OpenSource }
}

async function snippetFindings(spec: SourceSpec, { before, up }: Live, { root, signal, progress, plans, trusted = false }: Scanning & Pick<Desk, 'plans'>): Promise<readonly Finding[]> {
  const held = before.filter(({ source }) => source === spec.name)
  const desk: Desk = { held, plans, ...(up.has(spec.name) && (trusted || await consented(root, spec, 'reach')) ? { line: { connector: await connectorNamed(spec.type).load(), source: opened(spec, root) } } : {}) }
  const findings: Finding[] = []
  const unchecked = new Map<string, number>()
  for (const [at, resource] of held.entries()) {
    if (signal?.aborted === true) throw signal.reason
    findings.push(...await resourceFindings(resource, desk, unchecked))
    progress(at + 1)
  }
  return [...findings, ...[...unchecked].map(([engine, count]): Finding => ({ check: 'snippet/unchecked', severity: 'note', subject: spec.name, message: `${count} ${engine} snippet${count === 1 ? ' is' : 's are'} not checked: there is no grammar for it here` }))]
}

/** A snippet that runs has reached its resource; others are reached by a probe. */
async function resourceFindings(resource: Resource, desk: Desk, unchecked: Map<string, number>): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  let reached = false
  for (const { engine, code } of resource.details.usage.snippets) {
    const judged = await codeFindings(engine, code, { resource, desk })
    if (judged === 'unchecked') unchecked.set(engine, (unchecked.get(engine) ?? 0) + 1)
    else if (judged === 'ran') reached = true
    else findings.push(...judged)
  }
  return reached ? findings : [...findings, ...await probeFindings(resource, desk)]
}

async function codeFindings(engine: string, code: string, { resource, desk }: { readonly resource: Resource; readonly desk: Desk }): Promise<readonly Finding[] | 'ran' | 'unchecked'> {
  if (engine === 'sql') return sqlFindings(code, resource, desk)
  const fault = engine === 'ir' ? desk.plans(code) : undefined
  return engine === 'ir' ? (fault === undefined ? [] : [faulty('snippet/syntax', resource, { code, fault })]) : 'unchecked'
}

const faulty = (check: Finding['check'], { overview }: Resource, { code, fault }: { readonly code: string; readonly fault: string }): Finding =>
  ({ check, severity: 'error', subject: overview.id, message: `${fault}; in ${JSON.stringify(code.slice(0, 80))}` })

async function sqlFindings(code: string, resource: Resource, { held, line }: Desk): Promise<readonly Finding[] | 'ran' | 'unchecked'> {
  const judged = await judgeSql(code, resource, held)
  if (judged !== 'no grammar' && judged.fault !== undefined) return [faulty('snippet/syntax', resource, { code, fault: judged.fault })]
  const fault = line === undefined ? undefined : await dryRun(code, resource, line)
  if (fault === 'cannot' || line === undefined) return judged === 'no grammar' ? 'unchecked' : []
  return fault === undefined ? 'ran' : [faulty('snippet/names', resource, { code, fault })]
}

const NOTHING: Limits = { rows: 1, bytes: 1_000_000, milliseconds: 10_000 }
const DIALECTS: Readonly<Record<string, Extract<Piece, { by: 'sql' }>['dialect']>> = { pg: 'postgres', sqlite: 'sqlite', mysql: 'mysql' }

/** Asks the source to run a query for no rows: it is read, its names are found, and nothing is computed. */
async function dryRun(code: string, resource: Resource, { connector, source }: NonNullable<Desk['line']>): Promise<string | undefined | 'cannot'> {
  const dialect = DIALECTS[placeOf(resource.overview.uri)?.engine ?? '']
  if (connector.run === undefined || dialect === undefined) return 'cannot'
  try {
    await connector.run(source, { by: 'sql', dialect, sql: `select * from (\n${code.replace(/;\s*$/, '')}\n) as fovea_check limit 0`, parameters: [] }, NOTHING)
    return undefined
  } catch (error) {
    return toldOf(error instanceof Error ? error.message : String(error), source).slice(0, 300)
  }
}

async function probeFindings(resource: Resource, { line }: Desk): Promise<readonly Finding[]> {
  const fault = await probed(resource, line)
  return fault === undefined ? [] : [{ check: 'resource/unreachable', severity: fault.severity === 'error' ? 'error' : 'warning', subject: resource.overview.id, message: line === undefined ? fault.message : toldOf(fault.message, line.source) }]
}

async function probed(resource: Resource, line: Desk['line']): Promise<Pick<Diagnostic, 'severity' | 'message'> | undefined> {
  try {
    return await line?.connector.probe?.(line.source, resource)
  } catch (error) {
    if (error instanceof SourceDown) return { severity: 'error', message: error.message }
    throw error
  }
}
