import { couldBeKey, couldBeShownPassword, entropyOf, isLogin, isNoValue } from './plausible.ts'
import { SUSPECT } from './suspects.ts'

/** One kind of secret. */
export interface SecretRule {
  readonly id: string
  /**
   * Group 2 is the value when there are groups, and group 1 stands before it; otherwise all of it is the value.
   * Must not rescan: a boundary before the value and bounded repeats keep the time linear.
   */
  readonly pattern: RegExp
  /** A last look at the value. */
  accepts?(value: string, before: string): boolean
  /** Put together when asked for, so that no file of ours holds anything a scanner would report. */
  examples(): { readonly yes: readonly string[]; readonly no: readonly string[] }
}

/** A made-up value: letters of an alphabet in an order that looks random and is always the same. */
export function sample(length: number, alphabet = LETTERS): string {
  let state = length * 7919 + alphabet.length
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return alphabet[(state >>> 16) % alphabet.length]
  }).join('')
}

const LETTERS = 'aZ4bYcX7dWeV1fUgT9hSiR2jQkP5lOmN8nMoL3pKqJ6rIsH0tGuFvEwDxCyBzA'
const HEX = '7c1e9a3f5b0d2846'
const UPPER = 'Q7ZK2WMX4TRV6BHN3LPD5FGJ'
const glue = (...parts: readonly string[]): string => parts.join('')
const isMixed = (value: string): boolean => /\d/.test(value) && /[a-z]/i.test(value) && entropyOf(value) > 2.5 && !/example/i.test(value)

// What may stand around a word made of letters, digits, `_` and `-`.
const START = '(?<![A-Za-z0-9_-])'
const END = '(?![A-Za-z0-9_-])'
const word = (body: string, flags = 'g'): RegExp => new RegExp(`${START}(?:${body})${END}`, flags)

const token = (id: string, body: string, yes: () => string): SecretRule => ({
  id,
  pattern: word(body),
  accepts: isMixed,
  examples: () => ({ yes: [yes()], no: [yes().slice(0, 10), yes().replace(/[A-Za-z0-9]{8,}/g, (run) => 'x'.repeat(run.length))] }),
})

/** Tokens without a beginning of their own, each suspected for another sign. */
const VAGUE: readonly SecretRule[] = [
  token('discord-token', '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}', () => glue('M', 'T', sample(22), '.', sample(6), '.', sample(30))),
  token('telegram-token', '\\d{8,10}:AA[A-Za-z0-9_-]{32,35}', () => glue(sample(10, '7294618305'), ':A', 'A', sample(33))),
  token('azure-client-secret', '[A-Za-z0-9_~.]{3}8Q~[A-Za-z0-9_~.-]{31,34}', () => glue('a1b', '8Q', '~', sample(34))),
]

/** A weak password beside a name that somebody has: `user:password` alone is how addresses are explained. */
const isWeakLogin = (before: string, value: string): boolean =>
  /^[a-z][a-z0-9_]{3,}$/i.test(value) && !/^:\/\/(?:user(?:name)?|login|name|usr|u|foo|me|myuser|some_?user|your\w*|\w*example\w*|)(?:\d*):$/i.test(before) && !isNoValue(value) && !/^(?:my|the|some)/i.test(value)

/** Values known by what stands before them. */
const PLACED: readonly SecretRule[] = [
  {
    id: 'aws-secret-key',
    pattern: /(secret_?(?:access_?)?key["']?[ \t]{0,4}[:=]{1,2}[ \t]{0,4}["']?)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    accepts: (value) => couldBeKey(value),
    examples: () => ({
      yes: [glue('aws_secret_access_key = ', sample(40)), glue('"SecretAccessKey": "', sample(40), '"')],
      no: [glue('aws_secret_access_key = wJalrXUtnFEMI', '/K7MDENG/bPxRfiCY', 'EXAMPLEKEY'), 'aws_secret_access_key = ${SECRET}'],
    }),
  },
  {
    id: 'slack-webhook',
    pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)([A-Za-z0-9/_-]{30,})/g,
    accepts: isMixed,
    examples: () => ({ yes: [glue('https://hooks.slack', '.com/services/T', sample(8, UPPER), '/B', sample(8, UPPER), '/', sample(24))], no: ['https://hooks.slack.com/services/YOUR/HOOK', 'https://hooks.slack.com/services/${path}'] }),
  },
  {
    id: 'discord-webhook',
    pattern: /(discord(?:app)?\.com\/api\/webhooks\/\d{8,22}\/)([A-Za-z0-9_-]{40,})/g,
    accepts: isMixed,
    examples: () => ({ yes: [glue('https://discord', '.com/api/webhooks/', sample(18, '123456789'), '/', sample(68))], no: ['https://discord.com/api/webhooks/1234/abc'] }),
  },
  {
    id: 'teams-webhook',
    pattern: /(\.office\.com\/webhookb2\/)([0-9a-f-]{30,40}@[0-9a-f-]{30,40}[\w/-]{0,200})/g,
    accepts: isMixed,
    examples: () => ({ yes: [glue('https://a.webhook.office', '.com/webhookb2/', sample(36, HEX), '@', sample(35, HEX), '/IncomingWebhook/x')], no: ['https://a.webhook.office.com/webhookb2/<id>'] }),
  },
  {
    id: 'curl-login',
    pattern: /(curl[ \t][^\n]{0,400}?(?:-u|--user)[ \t=]{1,4}["']?[^\s:"'$]{1,64}:)([^\s"'$<>]{3,128})/gi,
    accepts: couldBeShownPassword,
    examples: () => ({ yes: [glue('curl -s -u deploy:', sample(12), ' https://a.example')], no: ['curl -u user:$PASSWORD https://a.example', 'curl -u user:password https://a.example'] }),
  },
  {
    id: 'netrc-password',
    pattern: /((?:machine[ \t]{1,8}\S{1,100}|default)[ \t]{1,8}login[ \t]{1,8}\S{1,80}[ \t]{1,8}password[ \t]{1,8})([^\s"'$<>]{3,128})/g,
    accepts: couldBeShownPassword,
    examples: () => ({ yes: [glue('machine a login b pass', 'word ', sample(12))], no: ['login and password are', 'machine a login x password password'] }),
  },
  {
    id: 'azure-key',
    pattern: /((?:AccountKey|SharedAccessKey)=)([A-Za-z0-9+/]{40,}={0,2})/gi,
    accepts: isMixed,
    examples: () => ({ yes: [glue('AccountName=x;Account', 'Key=', sample(86), '==;')], no: ['AccountKey=<key>', 'AccountKey=...'] }),
  },
  {
    id: 'url-token',
    pattern: /((?:[?&]|["'])(?:[a-z]{1,12}[_-]){0,2}(?:token|sig|signature|verifier|api_?key|key|secret|password|pwd)=)([A-Za-z0-9%._~+/=-]{10,})/gi,
    accepts: (value) => couldBeKey(value),
    examples: () => ({ yes: [glue('https://a.example/x?se=1&', 'sig=', sample(43), '%3D'), glue('/v1?access_', 'token=', sample(32))], no: ['?token=${token}&x=1', '?key=some-long-readable-name', '?api_key=YOUR_API_KEY_GOES_HERE'] }),
  },
  {
    id: 'url-password',
    pattern: /(:\/\/[^\s:@/"'`<>()]{0,100}:)([^\s@/"'`<>()]{3,200})(?=@[\w[%$])/g,
    accepts: (value, before) => couldBeShownPassword(value) || isWeakLogin(before, value),
    examples: () => ({
      yes: [glue('postgres://app:', sample(12), '@db.internal/x'), glue('https://bot:', 'hun', 'ter2', '@git.corp/x.git'), glue('redis://:', sample(9), '@cache:6379')],
      no: [glue('https://user:pass', 'word@host/'), 'postgres://user:${PASSWORD}@host', 'http://localhost:8080/@scope', 'https://u:<token>@host', glue('mysql://user:', 'secret@localhost')],
    }),
  },
  {
    id: 'authorization',
    pattern: /((?:authorization["'`\]]{0,2}[ \t]{0,4}[:=,][ \t]{0,4}["'`]?(?:bearer|basic|token|apikey)|(?<![a-z])bearer|(?<![a-z])basic)[ \t]{1,4})([A-Za-z0-9._~+/=-]{8,})/gi,
    accepts: (value, before) => (/^basic/i.test(before) ? isLogin(value) : couldBeKey(value) || isLogin(value)),
    examples: () => ({
      yes: [glue('Authorization: Bea', 'rer ', sample(32)), glue("headers['authorization'] = 'Bas", 'ic ', sample(28), "=='"), glue('-H "Authorization: tok', 'en ', sample(40, HEX), '"')],
      no: ['Authorization: Bearer <token>', 'Bearer authentication', 'bearer your-token-goes-here', 'Authorization: Bearer ${token}'],
    }),
  },
  {
    id: 'connection-password',
    pattern: /(;[ \t]{0,4}(?:password|pwd)[ \t]{0,4}=[ \t]{0,4})([^\s;"'`<>${}&]{3,128})(?=[;"'`\s]|$)/gi,
    accepts: couldBeShownPassword,
    examples: () => ({ yes: [glue('Server=db;User Id=app;Pass', 'word=', 'kX9', 'vmq;')], no: ['Server=db;Password=${pw};', 'Server=db;Password=password;', 'a; password = null;'] }),
  },
]

/** Rules that are looked for together, in lines that are suspect of it. */
export interface RuleGroup {
  readonly suspect: number
  readonly rules: readonly SecretRule[]
}

const vague = VAGUE.map((rule, at): RuleGroup => ({ suspect: [SUSPECT.discord, SUSPECT.telegram, SUSPECT.azure][at] ?? 0, rules: [rule] }))

/** Every rule that is tried on whole lines, the most telling first: where two overlap, the first one names the value. */
export const GROUPS: readonly RuleGroup[] = [...vague, { suspect: SUSPECT.placed, rules: PLACED }]
