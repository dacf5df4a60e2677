import { lately } from '../once.ts'

/** The four tiers of a repository, most important first. */
export const TIERS = ['core', 'config', 'tests', 'other'] as const

export type Tier = (typeof TIERS)[number]

/** The value of a tier when nothing else distinguishes files. */
export const TIER_WORTH: Record<Tier, number> = { core: 1, config: 0.75, tests: 0.38, other: 0.3 }

const MANIFESTS = new Set([
  'cargo.toml', 'package.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'go.mod', 'pom.xml', 'build.gradle', 'composer.json', 'gemfile',
  'requirements.txt', 'pipfile', 'makefile', 'dockerfile', 'tsconfig.json',
])
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|testdata|fixtures|examples?|benches|benchmarks?|e2e)\//
const TEST_NAME = /^test_|^conftest\.py$|(?:_test|\.test|\.spec|_spec)\.[a-z]+$/
const CONFIG_NAME = /\.(?:toml|ya?ml|json|ini|cfg|conf|properties)$/
const SIDE_FOLDER = /(?:^|\/)(?:docs?|scripts?|tools?|website|\.github|\.vscode|assets|locales?|i18n|translations|third_party|vendor|changes|changelogs?)\//
const CODE_NAME = /\.(?:[cm]?[jt]sx?|pyi?|rs|go|java|kts?|rb|php|cs|c|h|cc|cpp|cxx|hpp|hh|m|mm|swift|scala|lua|dart|exs?|hs|mli?|r|jl|zig|pl|pm|sol|ps1|groovy|clj|vue|svelte|astro|sql|proto|graphql|sh|bash)$/

/** What the folders above a file say of it. Files of one folder follow each other. */
const besideOf = lately((folder): Tier | undefined => (TEST_FOLDER.test(folder) ? 'tests' : SIDE_FOLDER.test(folder) ? 'other' : undefined))

/** The tier of a path: tests by folder or name, configuration, core by being source, everything else. */
export function tierOf(path: string): Tier {
  const lower = path.toLowerCase()
  const slash = lower.lastIndexOf('/') + 1
  const [beside, name] = [besideOf(lower.slice(0, slash)), lower.slice(slash)]
  if (beside === 'tests' || TEST_NAME.test(name)) return 'tests'
  if (MANIFESTS.has(name)) return 'config'
  if (beside !== undefined) return beside
  if (CODE_NAME.test(name)) return 'core'
  return CONFIG_NAME.test(name) ? 'config' : 'other'
}
