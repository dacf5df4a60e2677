// Findings in the two forms that continuous integration reads: SARIF 2.1.0 and JUnit.
import { sarifLog } from '../core/sarif.ts'
import { CHECKS, type Check, type Finding } from './findings.ts'

const RULES = (Object.keys(CHECKS) as Check[]).map((id) => ({ id, text: CHECKS[id] }))

/** A SARIF log. Resources are logical locations: they are not files. */
export const sarifOf = (findings: readonly Finding[], version: string): unknown => sarifLog({ name: 'fovea catalog verify', version }, RULES, findings.map(({ check, severity, subject, message }) => ({
  rule: check, level: severity, message,
  location: { logicalLocations: [{ fullyQualifiedName: subject, kind: 'resource' }] },
  fingerprints: { 'subjectAndCheck/v1': `${subject} ${check}` },
})))

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
