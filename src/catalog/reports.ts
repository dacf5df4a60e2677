// Findings in the two forms that continuous integration reads: SARIF 2.1.0 and JUnit.
import { CHECKS, type Check, type Finding } from './findings.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const RULES = Object.keys(CHECKS) as Check[]

/** A SARIF log. Resources are logical locations: they are not files. */
export const sarifOf = (findings: readonly Finding[], version: string): unknown => ({
  $schema: SCHEMA, version: '2.1.0',
  runs: [{
    tool: { driver: { name: 'fovea catalog verify', version, rules: RULES.map((id) => ({ id, shortDescription: { text: CHECKS[id] } })) } },
    results: findings.map(({ check, severity, subject, message }) => ({
      ruleId: check, ruleIndex: RULES.indexOf(check), level: severity, message: { text: message },
      locations: [{ logicalLocations: [{ fullyQualifiedName: subject, kind: 'resource' }] }],
      partialFingerprints: { 'subjectAndCheck/v1': `${subject} ${check}` },
    })),
  }],
})

/** A JUnit document: a test for each thing that was looked at, failed where there is an error. */
export function junitOf(findings: readonly Finding[], subjects: readonly string[]): string {
  const all = [...new Set([...subjects, ...findings.map(({ subject }) => subject)])].sort()
  const held = new Map(all.map((subject) => [subject, [] as Finding[]]))
  for (const finding of findings) held.get(finding.subject)?.push(finding)
  const failed = [...held.values()].filter((list) => list.some(isError)).length
  const cases = [...held].map(([subject, list]) => testCase(subject, list))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="fovea catalog verify" tests="${all.length}" failures="${failed}" errors="0">\n<testsuite name="catalog" tests="${all.length}" failures="${failed}" errors="0" skipped="0">\n${cases.join('')}</testsuite>\n</testsuites>\n`
}

const isError = ({ severity }: Finding): boolean => severity === 'error'

function testCase(subject: string, findings: readonly Finding[]): string {
  const [first] = findings.filter(isError)
  const lines = (list: readonly Finding[]): string => list.map(({ check, message }) => `${check}: ${message}`).join('\n')
  const failure = first === undefined ? '' : `<failure type="${xml(first.check)}" message="${xml(first.message)}">${xml(lines(findings.filter(isError)))}</failure>`
  const rest = findings.filter((finding) => !isError(finding))
  return `<testcase classname="catalog" name="${xml(subject)}">${failure}${rest.length === 0 ? '' : `<system-out>${xml(lines(rest))}</system-out>`}</testcase>\n`
}

/** Signs that XML cannot hold, not even as numbers, become a question mark. */
const xml = (text: string): string => text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
