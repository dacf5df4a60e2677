// The catalogue beside what its sources hold at this moment, both as the reader sees them: what a comparison tells cannot be about hidden things.
import { type SourceSpec, SourceDown } from '../../catalog/ports.ts'
import type { Finding } from '../../catalog/findings.ts'
import type { Resource } from '../../catalog/record.ts'
import { visibleTo } from '../../catalog/rights.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import type { OpenCatalog } from './open.ts'
import { lookAt, type Scanning } from './scan.ts'
import { isReference, referenceFault } from './secrets.ts'

/** Two states of some sources. */
export interface Live {
  /** As it is kept. */
  readonly before: readonly Resource[]
  /** As it is now; of a source that is down, what is known of it. */
  readonly after: readonly Resource[]
  /** What could not be looked at, and why. */
  readonly findings: readonly Finding[]
  /** The names of the sources that answered. */
  readonly up: ReadonlySet<string>
}

/** The registrations of the sources of which a reader sees something. */
export async function visibleSpecs(catalog: OpenCatalog): Promise<readonly SourceSpec[]> {
  const seen = new Set((await catalog.sources()).map(({ spec }) => spec.name))
  return (await catalog.store.sources()).map(({ spec }) => spec).filter(({ name }) => seen.has(name))
}

/** Looks at sources again without keeping what is found. */
export async function lookAgain(catalog: OpenCatalog, specs: readonly SourceSpec[], scanning: Scanning): Promise<Live> {
  const known = await catalog.store.resources()
  const looks = new Map<string, readonly Resource[]>()
  const findings: Finding[] = []
  for (const spec of specs) {
    const { found, faults } = await tryLook(spec, scanning)
    if (found !== undefined) looks.set(spec.name, found)
    findings.push(...faults.map((finding) => told(finding, catalog)))
  }
  const names = new Set(specs.map(({ name }) => name))
  const now = [...known.filter(({ source }) => !looks.has(source)), ...[...looks.values()].flat()]
  const seen = (all: readonly Resource[]): readonly Resource[] => visibleTo(all, catalog.role).filter(({ source }) => names.has(source))
  return { before: seen(known), after: seen(now), findings, up: new Set(looks.keys()) }
}

interface Look {
  readonly found?: readonly Resource[]
  readonly faults: readonly Finding[]
}

async function tryLook(spec: SourceSpec, scanning: Scanning): Promise<Look> {
  const faults = [spec.location, ...Object.values(spec.secrets)].filter(isReference).flatMap((reference): Finding[] => {
    const fault = referenceFault(reference, scanning.root)
    return fault === undefined ? [] : [{ check: 'source/secret', severity: 'error', subject: spec.name, message: fault }]
  })
  if (faults.length > 0) return { faults }
  try {
    return { found: (await lookAt(spec, scanning)).resources, faults: [] }
  } catch (error) {
    if (!(error instanceof SourceDown)) throw error
    return { faults: [{ check: 'source/down', severity: 'error', subject: spec.name, message: redactSecrets(error.message).text }] }
  }
}

const WORDS: Readonly<Partial<Record<Finding['check'], string>>> = {
  'source/secret': 'it cannot be looked at now', 'source/down': 'it cannot be looked at now', 'resource/unreachable': 'it cannot be read now', 'snippet/names': 'the source does not run a snippet',
}

/** The words of a source can name what it holds: who does not see everything learns only that something is wrong. */
export const told = (finding: Finding, { role }: OpenCatalog): Finding =>
  (role === undefined || role.full ? finding : { ...finding, message: WORDS[finding.check] ?? finding.message })
