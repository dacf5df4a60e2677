// Asks the registry which advisories are known for what is shipped: what is installed beside the package and what is bundled into it, which `npm audit --omit=dev`
// would not look at. Needs a machine that reaches the registry's audit service.
//   node scripts/audit.mjs [--report FILE]     FILE: what `npm audit --json` said elsewhere
// A finding that does not concern us is explained in scripts/audit-explained.json: { "advisory": "GHSA-…", "package": "name", "why": "…" }. An explanation that no finding needs any more
// is a mistake too, so the list stays short.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { sbom } from './sbom.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Every advisory of a report of npm, once for each package: `GHSA-…`, the package, how bad, what it says. */
const advisoriesOf = ({ vulnerabilities = {} }) => Object.values(vulnerabilities).flatMap(({ name, via }) => via.filter((one) => typeof one === 'object')
  .map(({ url, severity, title }) => ({ advisory: url.slice(url.lastIndexOf('/') + 1), package: name, severity, title })))

/** Sorts a report: findings in what is shipped that nobody explained, explained ones, those of tools that stay at home, and explanations without a finding. */
export function judge(report, shipped, explained) {
  const all = advisoriesOf(report)
  const isExplained = (finding) => explained.some((one) => one.advisory === finding.advisory && one.package === finding.package && one.why?.length > 20)
  const concerning = all.filter((finding) => shipped.has(finding.package))
  return {
    open: concerning.filter((finding) => !isExplained(finding)),
    explained: concerning.filter(isExplained),
    atHome: all.filter((finding) => !shipped.has(finding.package)),
    stale: explained.filter((one) => !concerning.some((finding) => finding.advisory === one.advisory && finding.package === one.package)),
  }
}

/** Names of the packages that a user gets. */
export const shippedNames = () => new Set(sbom().components.filter(({ type }) => type === 'library').map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)))

function reportOf(file) {
  if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8'))
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const report = (() => { try { return JSON.parse(stdout) } catch { return {} } })()
  if (report.vulnerabilities === undefined) throw new Error(`the registry's audit service gave no report (${report.message ?? report.error?.summary ?? 'no answer'}): run this where it can be reached`)
  return report
}

function main() {
  const { report: file } = parseArgs({ options: { report: { type: 'string' } } }).values
  const verdict = judge(reportOf(file), shippedNames(), JSON.parse(readFileSync(new URL('audit-explained.json', import.meta.url), 'utf8')))
  const TITLES = { open: 'in what is shipped, not explained', stale: 'explained, and no longer found', explained: 'in what is shipped, explained', atHome: 'in tools that are not shipped' }
  for (const [kind, title] of Object.entries(TITLES)) {
    console.log(`${verdict[kind].length} ${title}`)
    for (const one of verdict[kind]) console.log(`  ${one.package} ${one.advisory} ${[one.severity, one.title ?? one.why].filter(Boolean).join(': ')}`)
  }
  process.exitCode = verdict.open.length + verdict.stale.length > 0 ? 1 : 0
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    main()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
