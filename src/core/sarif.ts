// SARIF 2.1.0, the form in which continuous integration reads what a check found.

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** What a check looks for. */
export interface SarifRule {
  readonly id: string
  readonly text: string
}

/** One thing that was found. */
export interface SarifResult {
  readonly rule: string
  readonly level: 'error' | 'warning' | 'note'
  readonly message: string
  readonly location: object
  /** What stays the same when the thing does. */
  readonly fingerprints: Readonly<Record<string, string>>
}

/** A log of one run. */
export const sarifLog = (tool: { readonly name: string; readonly version: string }, rules: readonly SarifRule[], results: readonly SarifResult[]): unknown => ({
  $schema: SCHEMA, version: '2.1.0',
  runs: [{
    tool: { driver: { ...tool, rules: rules.map(({ id, text }) => ({ id, shortDescription: { text } })) } },
    results: results.map(({ rule, level, message, location, fingerprints }) => ({
      ruleId: rule, ruleIndex: rules.findIndex(({ id }) => id === rule), level, message: { text: message }, locations: [location], partialFingerprints: fingerprints,
    })),
  }],
})

/** A line of a file, as an address below the root. */
export const fileLocation = (path: string, line: number): object =>
  ({ physicalLocation: { artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' }, region: { startLine: line } } })
