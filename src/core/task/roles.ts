// Which files a kind of work needs, and why. Each intent is one small function over the scene; what it finds bends the one ranking there is.
import { isTest } from '../rank/pairs.ts'
import { tierOf } from '../rank/tier.ts'
import type { Priority } from './chunk.ts'
import type { Intent } from './intent.ts'

/** What a file is to a task. */
export type RoleName = 'target' | 'error' | 'trace' | 'recent' | 'changed' | 'interface' | 'dependency' | 'dependent' | 'related' | 'test' | 'fixture' | 'structure' | 'document' | 'asked'

/** A file's part in a task. */
export interface Role {
  readonly path: string
  readonly role: RoleName
  readonly priority: Priority
  readonly why: string
}

/** What is known when roles are given. */
export interface Scene {
  readonly paths: readonly string[]
  /** Files that the request names, in its order. */
  readonly named: readonly string[]
  /** Files of the stack trace, the place of the error first. */
  readonly traced: readonly string[]
  /** Files that speak most of the request, best first. */
  readonly likely: readonly string[]
  /** Tests of sources and sources of tests. */
  readonly pairs: ReadonlyMap<string, readonly string[]>
  /** Files with changes that no commit has; looked for only when a review asks. */
  readonly uncommitted?: readonly string[]
  /** The paths that each commit touched, newest first. */
  readonly commits: readonly (readonly string[])[]
  /** The files that a target imports, and those that import it. */
  readonly imports: ReadonlyMap<string, readonly string[]>
  readonly importers: ReadonlyMap<string, readonly string[]>
}

/** More of one kind is no longer a choice. */
const MOST = 12

/** The files the work is about: those named, else those of the trace, else the one that speaks most of the request. */
export function targetsOf({ named, traced, likely }: Pick<Scene, 'named' | 'traced' | 'likely'>): readonly string[] {
  const spoken = [...named, ...traced.slice(0, 1)]
  return (spoken.length > 0 ? [...new Set(spoken)] : likely.slice(0, 2)).slice(0, MOST)
}

/** The roles of files in a task, strongest first for each file. */
export function rolesFor(intent: Intent, scene: Scene): readonly Role[] {
  return GATHER[intent](scene)
}

const GATHER: Readonly<Record<Intent, (scene: Scene) => Role[]>> = {
  implement: (scene) => [...targets(scene), ...imported(scene, 'interface', 'HIGH'), ...importing(scene, 'related', 'MEDIUM'), ...tests(scene)],
  debug: (scene) => [...errors(scene), ...(scene.traced.length > 0 ? [] : targets(scene)), ...recent(scene)],
  refactor: (scene) => [...targets(scene), ...importing(scene, 'dependent', 'HIGH'), ...imported(scene, 'dependency', 'MEDIUM'), ...tests(scene)],
  test: (scene) => [...targets({ ...scene, named: underTest(scene) }), ...tests(scene), ...fixtures(scene)],
  analyze: (scene) => [...structure(scene), ...targets(scene), ...imported(scene, 'dependency', 'MEDIUM')],
  document: (scene) => [...targets(scene), ...documents(scene), ...imported(scene, 'interface', 'MEDIUM')],
  review: (scene) => [...changed(scene), ...testsOf(changed(scene).map(({ path }) => path), scene), ...importing(scene, 'dependent', 'MEDIUM')],
  explore: (scene) => [...targets(scene), ...structure(scene)],
}

const roles = (paths: readonly string[], role: RoleName, said: Pick<Role, 'priority' | 'why'>): Role[] => [...new Set(paths)].slice(0, MOST).map((path) => ({ path, role, ...said }))

const targets = (scene: Scene): Role[] =>
  (scene.named.length + scene.traced.length > 0
    ? roles(targetsOf(scene), 'target', { priority: 'CRITICAL', why: 'the request is about it' })
    : roles(targetsOf(scene), 'target', { priority: 'HIGH', why: 'it speaks most of the request' }))

const errors = ({ traced }: Scene): Role[] => [
  ...roles(traced.slice(0, 1), 'error', { priority: 'CRITICAL', why: 'the error happened here' }),
  ...roles(traced.slice(1), 'trace', { priority: 'HIGH', why: 'it is in the stack trace' }),
]

const recent = ({ commits }: Scene): Role[] => roles(commits.flat(), 'recent', { priority: 'MEDIUM', why: 'it changed recently' })

const changed = (scene: Scene): Role[] => [
  ...roles(scene.named, 'changed', { priority: 'CRITICAL', why: 'the request names it' }),
  ...roles(scene.uncommitted ?? [], 'changed', { priority: 'CRITICAL', why: 'it has changes that are not committed' }),
  ...roles(scene.commits[0] ?? [], 'changed', { priority: 'CRITICAL', why: 'the newest commit changed it' }),
  ...roles(scene.commits.slice(1).flat(), 'changed', { priority: 'HIGH', why: 'a recent commit changed it' }),
]

const imported = (scene: Scene, role: RoleName, priority: Priority): Role[] =>
  targetsOf(scene).flatMap((target) => roles(scene.imports.get(target) ?? [], role, { priority, why: `${target} imports it` }))

const importing = (scene: Scene, role: RoleName, priority: Priority): Role[] =>
  targetsOf(scene).flatMap((target) => roles(scene.importers.get(target) ?? [], role, { priority, why: `it imports ${target}` }))

const tests = (scene: Scene): Role[] => testsOf(targetsOf(scene), scene)

const testsOf = (targets: readonly string[], { pairs }: Scene): Role[] =>
  targets.filter((target) => !isTest(target)).flatMap((target) => roles(pairs.get(target) ?? [], 'test', { priority: 'HIGH', why: `it tests ${target}` }))

/** A request for tests may name the tests: what they test is under test. */
const underTest = ({ named, pairs }: Scene): readonly string[] => named.flatMap((path) => (isTest(path) ? [path, ...pairs.get(path) ?? []] : [path]))

const FIXTURE = /(?:^|\/)(?:conftest\.py|(?:test_?)?(?:helpers?|factor(?:y|ies)|fixtures?|support|setup|utils?|kit)\.[a-z]+)$|(?:^|\/)(?:fixtures?|factories|testdata|test[-_]?helpers?|kit)\/[^/]+$/i

/** Fixtures that stand with tests, those nearest to a target first. */
function fixtures(scene: Scene): Role[] {
  const near = targetsOf(scene).flatMap((path) => [path, ...scene.pairs.get(path) ?? []])
  const found = scene.paths.filter((path) => FIXTURE.test(path) && tierOf(path) === 'tests')
  const closeness = new Map(found.map((path) => [path, Math.max(0, ...near.map((other) => sharedFolders(path, other)))]))
  return roles(found.toSorted((a, b) => (closeness.get(b) ?? 0) - (closeness.get(a) ?? 0)), 'fixture', { priority: 'MEDIUM', why: 'tests set up with it' })
}

function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)]
  const differs = left.findIndex((folder, i) => folder !== right[i])
  return differs < 0 ? left.length : differs
}

const ENTRY = /^(?:[^/]+\/){0,3}(?:index|main|lib|mod|app|cli|server|__init__|__main__)\.[a-z]+$/i
const MANIFEST = /^(?:[^/]+\/)?(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|[^/]+\.csproj|ARCHITECTURE\.md|README\.md)$/i

const structure = ({ paths }: Scene): Role[] => [
  ...roles(paths.filter((path) => MANIFEST.test(path)).toSorted(shallowFirst), 'structure', { priority: 'MEDIUM', why: 'it says how the whole is built' }),
  ...roles(paths.filter((path) => ENTRY.test(path) && !isTest(path)).toSorted(shallowFirst), 'structure', { priority: 'MEDIUM', why: 'it is an entry point' }),
]

const documents = ({ paths }: Scene): Role[] =>
  roles(paths.filter((path) => /(?:^|\/)(?:readme|contributing|architecture)[^/]*$|^docs?\/[^/]+\.(?:md|rst|adoc|txt)$/i.test(path)).toSorted(shallowFirst), 'document', { priority: 'MEDIUM', why: 'it documents the project' })

const shallowFirst = (a: string, b: string): number => a.split('/').length - b.split('/').length || (a < b ? -1 : 1)
