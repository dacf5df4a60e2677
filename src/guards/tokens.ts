// Tokens whose beginning says who made them, as a table: what the makers' documentation and public rule sets say of their looks. A row is data; how it is
// searched for follows from it: the pre-scan stops at the beginnings (suspects.ts), the pattern is tried there.

import { once } from '../core/once.ts'
import { couldBeToken } from './plausible.ts'

/** A kind of token: its beginnings, and the letters behind them as the body of a pattern. Every beginning has two characters or more. */
export interface TokenKind {
  readonly id: string
  readonly beginnings: readonly string[]
  readonly body: string
}

const AN = '[A-Za-z0-9]'
const W = '[A-Za-z0-9_-]'
const HEX = '[a-f0-9]'
const B64 = '[A-Za-z0-9+/]'
const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`

// id, beginnings between bars, body.
const ROWS: readonly (readonly [string, string, string])[] = [
  ['github-pat', 'ghp_', `${AN}{36,255}`],
  ['github-fine-grained-pat', 'github_pat_', '[A-Za-z0-9]{22}_[A-Za-z0-9_]{30,255}|[A-Za-z0-9_]{82}'],
  ['github-oauth', 'gho_', `${AN}{36,255}`],
  ['github-app', 'ghu_|ghs_|ghr_', `${AN}{36,255}`],
  ['stripe-key', 'sk_live_|rk_live_|sk_prod_|rk_prod_|sk_test_|rk_test_', `${AN}{10,255}`],
  ['stripe-webhook-secret', 'whsec_', `${B64}{24,128}={0,2}`],
  ['npm-token', 'npm_', `${AN}{36}`],
  ['huggingface-token', 'hf_|api_org_', `${AN}{30,40}`],
  ['digitalocean-token', 'doo_v1_|dop_v1_|dor_v1_', `${HEX}{64}`],
  ['shopify-token', 'shpat_|shpca_|shppa_|shpss_', '[a-fA-F0-9]{32}'],
  ['aws-access-key', 'AKIA|ASIA|ABIA|ACCA|A3T', '[A-Z0-9]{16,17}'],
  ['aws-bedrock-key', 'ABSK', `${B64}{100,270}={0,2}`],
  ['aws-bedrock-key', 'bedrock-api-key-', `${B64}{20,4000}={0,2}`],
  ['gitlab-token', 'glpat-|gldt-|glrt-|glptt-|glcbt-|glft-|glsoat-|glagent-|gloas-|glffct-|glimt-|GR1348941', `${W}{20,320}(?:\\.[A-Za-z0-9_-]{2,20}){0,2}`],
  ['slack-token', 'xoxa-|xoxb-|xoxe-|xoxo-|xoxp-|xoxr-|xoxs-|xoxe.xoxb-|xoxe.xoxp-|xapp-', '[A-Za-z0-9-]{8,255}'],
  ['google-api-key', 'AIza', `${W}{35}`],
  ['google-oauth', 'ya29.|GOCSPX-', `${W}{20,1000}`],
  ['anthropic-key', 'sk-ant-', `${W}{20,200}`],
  ['openai-key', 'sk-proj-|sk-svcacct-|sk-admin-', `${W}{20,255}`],
  ['openai-key', 'sk-|sk-or-v1-', `${AN}{32,255}`],
  ['pypi-token', 'pypi-AgE', `${W}{50,1000}`],
  ['sendgrid-key', 'SG.', '[A-Za-z0-9_=-]{16,32}\\.[A-Za-z0-9_=-]{32,50}'],
  ['twilio-key', 'SK', '[0-9a-f]{32}'],
  ['databricks-token', 'dapi', `${HEX}{32}(?:-\\d)?`],
  ['jwt', 'eyJ', `${W}{10,4000}\\.ey${W}{8,8000}\\.(?:${W}{10,2000}={0,2})?`],
  ['jwt-base64', 'ZXlK', `${AN}{60,8000}={0,2}`],
  ['grafana-key', 'eyJrIjoi', `${AN}{60,400}={0,3}`],
  ['grafana-token', 'glc_', `${B64}{32,400}={0,3}`],
  ['grafana-token', 'glsa_', `${AN}{32}_[A-Fa-f0-9]{8}`],
  ['1password-key', 'A3-', '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}'],
  ['1password-token', 'ops_eyJ', `${B64}{100,4000}={0,3}`],
  ['adobe-client-secret', 'p8e-', `${AN}{32}`],
  ['age-secret-key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'],
  ['airtable-pat', 'pat', `${AN}{14}\\.${HEX}{64}`],
  ['harness-key', 'pat.|sat.', `${W}{22}\\.${AN}{24}\\.${AN}{20}`],
  ['alibaba-access-key', 'LTAI', `${AN}{16,24}`],
  ['artifactory-key', 'AKCp', `${AN}{69,73}`],
  ['artifactory-token', 'cmVmd', `${AN}{59}`],
  ['authress-key', 'sc_|ext_|scauth_|authress_', '[A-Za-z0-9]{5,30}\\.[A-Za-z0-9]{4,6}\\.acc_[A-Za-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}'],
  ['clickhouse-key', '4b1d', `${AN}{38}`],
  ['clojars-token', 'CLOJARS_|clojars_', `${AN}{60}`],
  ['cloudflare-ca-key', 'v1.0-', `${HEX}{24}-${HEX}{146}`],
  ['doppler-token', 'dp.pt.|dp.st.|dp.ct.|dp.sa.|dp.scim.|dp.audit.', `${AN}{40,44}`],
  ['duffel-token', 'duffel_test_|duffel_live_', '[A-Za-z0-9_=-]{43}'],
  ['dynatrace-token', 'dt0c01.|dt0s01.', '[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}'],
  ['easypost-token', 'EZAK|EZTK', `${AN}{54}`],
  ['facebook-token', 'EAAM|EAAC|EAAB', `${AN}{100,400}`],
  ['flutterwave-key', 'FLWSECK_TEST-|FLWSECK-|FLWPUBK_TEST-|FLWPUBK-', '[A-Za-z0-9]{12,32}(?:-X)?'],
  ['flyio-token', 'fo1_', `${W}{43}`],
  ['flyio-token', 'fm1a_|fm1r_|fm2_', `${B64}{100,4000}={0,3}`],
  ['frameio-token', 'fio-u-', '[A-Za-z0-9_=-]{64}'],
  ['heroku-key', 'HRKU-', `(?:AA${W}{58}|${UUID})`],
  ['infracost-token', 'ico-', `${AN}{32}`],
  ['intra42-secret', 's-s4t2ud-|s-s4t2af-', `${HEX}{64}`],
  ['linear-key', 'lin_api_|lin_oauth_', `${AN}{40,64}`],
  ['notion-token', 'ntn_', '[0-9]{11}[A-Za-z0-9]{35}'],
  ['octopus-key', 'API-', '[A-Z0-9]{26,32}'],
  ['openshift-token', 'sha256~', `${W}{43}`],
  ['perplexity-key', 'pplx-', `${AN}{48}`],
  ['planetscale-token', 'pscale_tkn_|pscale_oauth_|pscale_pw_', '[A-Za-z0-9_=.-]{32,64}'],
  ['postman-key', 'PMAK-', `${HEX}{24}-${HEX}{34}`],
  ['prefect-token', 'pnu_|pnb_', `${AN}{36}`],
  ['pulumi-token', 'pul-', `${HEX}{40}`],
  ['readme-token', 'rdme_', '[a-z0-9]{70}'],
  ['rubygems-token', 'rubygems_', `${HEX}{48}`],
  ['scalingo-token', 'tk-us-', `${W}{48}`],
  ['sendinblue-key', 'xkeysib-|xsmtpsib-', `${HEX}{64}-${AN}{16}`],
  ['sentry-token', 'sntrys_eyJ', `${B64}{20,500}={0,2}_${B64}{43}`],
  ['sentry-token', 'sntryu_', `${HEX}{64}`],
  ['settlemint-token', 'sm_aat_|sm_pat_|sm_sat_', `${AN}{16}`],
  ['shippo-token', 'shippo_live_|shippo_test_', '[a-fA-F0-9]{40}'],
  ['sourcegraph-token', 'sgp_|sgd_', '(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}'],
  ['square-token', 'sq0atp-|sq0csp-', `${W}{22,60}`],
  ['vault-token', 'hvs.|hvb.|hvr.', `${W}{24,300}`],
  ['mapbox-token', 'pk.eyJ|sk.eyJ|pk.', `${AN}{40,80}\\.${AN}{22}`],
  ['mailgun-key', 'key-|pubkey-', `${HEX}{32}`],
  ['new-relic-key', 'NRAK-|NRII-|NRJS-|NRIQ-|NRRA-|NRBR-', `${W}{19,42}`],
  ['plaid-token', 'access-sandbox-|access-development-|access-production-', UUID],
  ['typeform-token', 'tfp_', '[A-Za-z0-9_.=-]{40,60}'],
  ['yandex-token', 't1.', `${W}{20,1000}={0,2}\\.${W}{86}={0,2}`],
  ['yandex-key', 'AQVN', `${W}{35,38}`],
  ['dropbox-token', 'sl.', '[A-Za-z0-9=_-]{100,200}'],
  ['lob-key', 'live_pub_|test_pub_|live_|test_', `${HEX}{31,35}`],
  ['defined-networking-token', 'dnkey-', '[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}'],
  ['sonar-token', 'squ_|sqp_|sqa_', '[A-Za-z0-9]{40}'],
  ['atlassian-token', 'ATATT3|ATCTT3|ATBB', '[A-Za-z0-9_=-]{24,250}'],
  ['tailscale-key', 'tskey-', '[A-Za-z0-9-]{20,80}'],
  ['docker-token', 'dckr_pat_|dckr_oat_', `${W}{20,64}`],
  ['figma-token', 'figd_', `${W}{20,64}`],
  ['groq-key', 'gsk_', `${AN}{40,64}`],
  ['xai-key', 'xai-', `${AN}{60,100}`],
  ['replicate-token', 'r8_', `${AN}{37,44}`],
  ['langsmith-key', 'lsv2_pt_|lsv2_sk_', `${HEX}{32}_${HEX}{10}`],
  ['supabase-key', 'sbp_|sb_secret_', `${W}{20,64}`],
  ['posthog-key', 'phx_', `${AN}{40,64}`],
  ['nkey-seed', 'SU|SA|SO|SN|SC|SX', '[A-Z2-7]{56}'],
  ['cratesio-token', 'cio', `${AN}{32}`],
  ['terraform-vault-token', 'hcp.', `${W}{40,200}`],
]

/** Every kind of token with a beginning of its own, the most telling first. */
export const TOKEN_KINDS: readonly TokenKind[] = ROWS.map(([id, beginnings, body]) => ({ id, beginnings: beginnings.split('|'), body }))

const escaped = (text: string): string => text.replace(/[.\\+*?^$()[\]{}|~-]/g, '\\$&')

/** The pattern of one row. What stands around it must not be a part of a word; a body that may be very long is taken as far as it goes, so that nothing is tried twice. */
function patternOf({ beginnings, body }: TokenKind): RegExp {
  const end = /,\d{3,}\}(?:=\{0,\d\})?\)?\??$/.test(body) ? '' : '(?![A-Za-z0-9_-])'
  return new RegExp(`(?<![A-Za-z0-9_-])(?:${beginnings.map(escaped).join('|')})(?:${body})${end}`, 'y')
}

/** How a token can begin: its first three characters, the fourth when there is but one, and the length that its first run of letters, digits, `_` and `-` has at least. */
export interface TokenStart {
  readonly beginning: string
  readonly three: string
  readonly fourth: string | undefined
  readonly least: number
}

/** How tokens can begin. */
export const tokenStarts = (): readonly TokenStart[] => TOKEN_KINDS.flatMap(({ beginnings, body }) => beginnings.flatMap((beginning) => startsOf(beginning, body)))

function startsOf(beginning: string, body: string): readonly TokenStart[] {
  const least = leastRun(beginning, body)
  if (beginning.length > 2) return [{ beginning, three: beginning.slice(0, 3), fourth: beginning[3], least }]
  const first = new RegExp(/^\[[^\]]+\](?=\{\d+[^|]*$)/.exec(body)?.[0] ?? '')
  return CHARACTERS.filter((third) => first.test(third)).map((third) => ({ beginning, three: beginning + third, fourth: undefined, least }))
}

const CHARACTERS: readonly string[] = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))

function leastRun(beginning: string, body: string): number {
  const run = /^[\w-]*/.exec(beginning)?.[0] ?? ''
  return run === beginning ? run.length + Number(/^\[[\w-]+\]\{(\d+)[^|]*$/.exec(body)?.[1] ?? 0) : run.length
}

/** Rows by the two characters that their beginnings begin with. */
const byStart = once(() => {
  const rows = new Map<string, Set<TokenKind>>()
  for (const kind of TOKEN_KINDS) {
    for (const beginning of kind.beginnings) rows.set(beginning.slice(0, 2), (rows.get(beginning.slice(0, 2)) ?? new Set()).add(kind))
  }
  return rows
})

// Most kinds are never met: a pattern is made when its beginning is.
const patterns = new Map<TokenKind, RegExp>()

function patternFor(kind: TokenKind): RegExp {
  const pattern = patterns.get(kind) ?? patternOf(kind)
  patterns.set(kind, pattern)
  return pattern
}

/** A token that begins at a place, where one could begin. */
export function tokenAt(text: string, at: number): { readonly rule: string; readonly start: number; readonly end: number } | undefined {
  for (const kind of byStart().get(text.slice(at, at + 2)) ?? []) {
    if (!kind.beginnings.some((beginning) => text.startsWith(beginning, at))) continue
    const pattern = patternFor(kind)
    pattern.lastIndex = at
    const value = pattern.exec(text)?.[0]
    if (value !== undefined && couldBeToken(value)) return { rule: kind.id, start: at, end: at + value.length }
  }
  return undefined
}
