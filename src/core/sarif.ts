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
  /** Somebody said, beside the thing itself, that it may stay. */
  readonly suppressed?: boolean
}

/** What a run could not do. */
export interface SarifNotice {
  readonly message: string
  readonly location: object
}

/** A log of one run. */
export const sarifLog = ({ notices = [], ...tool }: { readonly name: string; readonly version: string; readonly notices?: readonly SarifNotice[] }, rules: readonly SarifRule[], results: readonly SarifResult[]): unknown => ({
  $schema: SCHEMA, version: '2.1.0',
  runs: [{
    tool: { driver: { ...tool, rules: rules.map(({ id, text }) => ({ id, shortDescription: { text } })) } },
    ...(notices.length === 0 ? {} : { invocations: [{ executionSuccessful: false, toolExecutionNotifications: notices.map(({ message, location }) => ({ level: 'error', message: { text: message }, locations: [location] })) }] }),
    results: results.map(({ rule, level, message, location, fingerprints, suppressed = false }) => ({
      ruleId: rule, ruleIndex: rules.findIndex(({ id }) => id === rule), level, message: { text: message }, locations: [location], partialFingerprints: fingerprints, ...(suppressed ? { suppressions: [{ kind: 'inSource' }] } : {}),
    })),
  }],
})

/** A file, or a line of it, as an address below the root. */
export const fileLocation = (path: string, line?: number): object =>
  ({ physicalLocation: { artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' }, ...(line === undefined ? {} : { region: { startLine: line } }) } })
