import { couldBeKey, couldBePassword, couldBeShownPassword, entropyOf, isStandIn } from './plausible.ts'
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
  accepts?(value: string): boolean
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

/** Tokens whose beginning says who made them: a short name, an underscore, and the rest. */
const UNDERSCORED: readonly SecretRule[] = [
  token('github-pat', 'ghp_[A-Za-z0-9]{36,}', () => glue('ghp', '_', sample(36))),
  token('github-fine-grained-pat', 'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9_]{30,}', () => glue('github', '_pat_', sample(22), '_', sample(59))),
  token('github-oauth', 'gho_[A-Za-z0-9]{36,}', () => glue('gho', '_', sample(36))),
  token('github-app', 'gh[usr]_[A-Za-z0-9]{36,}', () => glue('ghs', '_', sample(36))),
  token('stripe-key', '(?:[sr]k_live_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9]{24,})', () => glue('sk', '_live_', sample(24))),
  token('npm-token', 'npm_[A-Za-z0-9]{36}', () => glue('npm', '_', sample(36))),
  token('huggingface-token', 'hf_[A-Za-z0-9]{30,}', () => glue('h', 'f_', sample(34))),
  token('digitalocean-token', 'do[opr]_v1_[a-f0-9]{64}', () => glue('do', 'p_v1_', sample(64, HEX))),
  token('shopify-token', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}', () => glue('sh', 'pat_', sample(32, HEX))),
]

/** Tokens with other beginnings. */
const TOKENS: readonly SecretRule[] = [
  {
    ...token('aws-access-key', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}', () => glue('AK', 'IA', sample(16, UPPER))),
    examples: () => ({ yes: [glue('AK', 'IA', sample(16, UPPER))], no: [glue('AK', 'IA', 'IOSFODNN7', 'EXAMPLE'), 'AKIA', glue('AK', 'IA', sample(30, UPPER))] }),
  },
  token('gitlab-token', 'gl(?:pat|dt|rt|ptt|cbt|ft|soat|agent|oas)-[A-Za-z0-9_-]{20,}(?:\\.[A-Za-z0-9_-]{2,20}){0,2}', () => glue('gl', 'pat-', sample(20))),
  token('slack-token', '(?:xox[abeoprs](?:\\.xox[bp])?|xapp)-[A-Za-z0-9-]{20,}', () => glue('xo', 'xb-', sample(12, '0123456789'), '-', sample(24))),
  token('google-api-key', 'AIza[A-Za-z0-9_-]{35}', () => glue('AI', 'za', sample(35))),
  token('google-oauth', '(?:ya29\\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{24,})', () => glue('GOC', 'SPX-', sample(28))),
  token('anthropic-key', 'sk-ant-[A-Za-z0-9_-]{20,}', () => glue('sk', '-ant-', 'api03-', sample(90))),
  token('openai-key', 'sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}|(?:or-v1-)?[A-Za-z0-9]{32,})', () => glue('sk', '-proj-', sample(48))),
  token('pypi-token', 'pypi-AgE[A-Za-z0-9_-]{50,}', () => glue('pypi', '-AgEIcHlwaS5vcmc', sample(60))),
  token('sendgrid-key', 'SG\\.[A-Za-z0-9_-]{20,24}\\.[A-Za-z0-9_-]{39,50}', () => glue('S', 'G.', sample(22), '.', sample(43))),
  token('twilio-key', 'SK[0-9a-f]{32}', () => glue('S', 'K', sample(32, HEX))),
  token('databricks-token', 'dapi[a-f0-9]{32}(?:-\\d)?', () => glue('da', 'pi', sample(32, HEX))),
  token('jwt', 'eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}', () => glue('ey', 'J', sample(20), '.ey', 'J', sample(30), '.', sample(43))),
]

/** Tokens without a beginning of their own, each suspected for another sign. */
const VAGUE: readonly SecretRule[] = [
  token('discord-token', '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}', () => glue('M', 'T', sample(22), '.', sample(6), '.', sample(30))),
  token('telegram-token', '\\d{8,10}:AA[A-Za-z0-9_-]{32,35}', () => glue(sample(10, '7294618305'), ':A', 'A', sample(33))),
  token('azure-client-secret', '[A-Za-z0-9_~.]{3}8Q~[A-Za-z0-9_~.-]{31,34}', () => glue('a1b', '8Q', '~', sample(34))),
]

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
    id: 'azure-key',
    pattern: /((?:AccountKey|SharedAccessKey)=)([A-Za-z0-9+/]{40,}={0,2})/gi,
    accepts: isMixed,
    examples: () => ({ yes: [glue('AccountName=x;Account', 'Key=', sample(86), '==;')], no: ['AccountKey=<key>', 'AccountKey=...'] }),
  },
  {
    id: 'url-token',
    pattern: /([?&](?:[a-z]{1,12}[_-])?(?:token|sig|signature|api_?key|key|secret|password|pwd)=)([A-Za-z0-9%._~+/=-]{16,})/gi,
    accepts: couldBeKey,
    examples: () => ({ yes: [glue('https://a.example/x?se=1&', 'sig=', sample(43), '%3D'), glue('/v1?access_', 'token=', sample(32))], no: ['?token=${token}&x=1', '?key=some-long-readable-name', '?api_key=YOUR_API_KEY_GOES_HERE'] }),
  },
  {
    id: 'url-password',
    pattern: /(:\/\/[^\s:@/"'`<>()]{0,100}:)([^\s@/"'`<>()]{3,200})(?=@[\w[])/g,
    accepts: couldBeShownPassword,
    examples: () => ({
      yes: [glue('postgres://app:', sample(12), '@db.internal/x'), glue('https://bot:', 'hun', 'ter2', '@git.corp/x.git'), glue('redis://:', sample(9), '@cache:6379')],
      no: [glue('https://user:pass', 'word@host/'), 'postgres://user:${PASSWORD}@host', 'http://localhost:8080/@scope', 'https://u:<token>@host', glue('mysql://root:', 'root@localhost')],
    }),
  },
  {
    id: 'authorization',
    pattern: /((?:authorization["'`\]]{0,2}[ \t]{0,4}[:=,][ \t]{0,4}["'`]?(?:bearer|basic|token|apikey)|(?<![a-z])bearer)[ \t]{1,4})([A-Za-z0-9._~+/=-]{12,})/gi,
    accepts: couldBeKey,
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

const NAME = '(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|auth|account|private|encryption|signing|master|session|jwt)[_-]?key|credentials?)(?:[_-]?(?:value|key|base|hash|text|string|prod|dev|live|\\d{1,2}))?'
const isPasswordName = (before: string): boolean => /pass|pwd|credential/i.test(before.replace(/[\s=:"'`<>].*$/s, ''))

/** Judged by the name it was given: people make up passwords, machines make up keys. */
const byName = (before: string, value: string): boolean =>
  isPasswordName(before) ? couldBePassword(value) : couldBeKey(value)

/** A value and what is around it. */
export interface Where {
  readonly text: string
  readonly at: number
  readonly before: string
  readonly value: string
}

/** A rule that needs to know what stands before the value, and where. */
export interface NamedRule extends SecretRule {
  acceptsAt(where: Where): boolean
}

/** Values that are secret because of the name they are given. */
const NAMED: readonly NamedRule[] = [
  {
    id: 'assigned',
    pattern: new RegExp(`(${NAME}\\\\?["'\`]?\\]?[ \\t]{0,4}(?::[ \\t]{0,4}[A-Za-z][\\w<>|. ]{0,30}=|=>|:=|[:=]{1,3}|<-)[ \\t]{0,4}[brfu]{0,2}\\\\?["'\`])([^"'\`\\\\\\n\\r]{6,200})(?=\\\\?["'\`])`, 'gi'),
    acceptsAt: ({ before, value }) => byName(before, value),
    examples: () => ({
      yes: [
        glue('const pass', 'word = "', 'hun', 'ter2', '"'), glue("api_key: '", sample(24), "'"), glue('{"client_secret": "', sample(32, HEX), '"}'), glue('dbPassword: string = `', 'kX9!', 'vmq2`'),
        glue('config["auth', 'Token"] = "', sample(20), '"'), glue('\\"password\\": \\"', 'kX9', 'vmq2\\"'), glue("'secret' => '", sample(16), "'"), glue("SECRET_KEY = b'", sample(40), "'"),
      ],
      no: [
        'password = "changeme"', "password: 'password123'", 'token: "xxxxxxxxxxxx"', 'secret = "${SECRET_1234567}"', 'api_key = os.environ["API_KEY_12"]', 'apiKey: "<your-key-1234>"', 'token: "access_token_name"', 'password: "Enter your password"',
        'tokenType: "bearer2-authentication"', "secret: 'my-super-secret'", 'password: "test1234"', 'const passwordField = "#password-1"', glue('token = "0x', sample(40, HEX), '"'), 'accessKey: "{{ .Values.key1 }}"', 'password: "密码必须8位以上"', 'token: "/var/run/secrets/token1"',
      ],
    }),
  },
  {
    id: 'configured',
    pattern: new RegExp(`(${NAME}[ \\t]{0,4}[:=][ \\t]{0,4})([^\\s"'\`,;(){}\\[\\]<>$#\\\\]{6,200})(?=[ \\t]{0,9}(?:\\r?\\n|$|[ \\t]#))`, 'gi'),
    acceptsAt: acceptsConfigured,
    examples: () => ({
      yes: [glue('DB_PASS', 'WORD=', 'hun', 'ter2', '\n'), glue('export API_', 'TOKEN=', sample(20), '\n'), glue('  pass', 'word: ', 'kX9!', 'vmq2\n'), glue('spring.datasource.pass', 'word=', 'kX9%', 'vm\n'), glue('  token: ', sample(24), '\r\n')],
      no: ['password = config2\n', 'token: string\n', 'DB_PASSWORD=\n', 'PASSWORD=changeme\n', '  token: Token2\n', 'SECRET_KEY=${KEY}\n', '# the password: see page12\n', 'const token = next1\n', 'if token == value12:\n', '  password: self.password1\n'],
    }),
  },
  {
    id: 'element',
    pattern: new RegExp(`(<[\\w:.-]{0,40}${NAME}>)([^<\\s]{6,200})(?=<\\/)`, 'gi'),
    acceptsAt: ({ before, value }) => byName(before.slice(1), value),
    examples: () => ({ yes: [glue('<pass', 'word>', 'kX9!', 'vmq2</password>'), glue('<apiKey>', sample(24), '</apiKey>')], no: ['<password>changeme</password>', '<password>${env.PASSWORD1}</password>', '<token>identifier</token>'] }),
  },
]

// Without quotes the same line could be code. It counts when the line holds nothing but a name and a value, and either the name is written the way
// environments write names or the value could not be an identifier.
function acceptsConfigured({ text, at, before, value }: Where): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const lead = text.slice(Math.max(start, at - before.length - 100), at - before.length)
  if (!/^[ \t]*(?:export[ \t]+|set[ \t]+|-[ \t]+)?[\w.-]*$/i.test(lead)) return false
  const name = lead.trimStart() + before
  const isEnvironment = /^(?:export[ \t]+|set[ \t]+)?[A-Z0-9_]+=$/.test(name)
  if (isEnvironment) return byName(before, value)
  const isIdentifier = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_]\w*)*$/.test(value)
  return (isIdentifier ? value.length >= 16 && couldBeKey(value) : byName(before, value)) && !isStandIn(value)
}

/** Rules that are looked for together, in lines that are suspect of it. */
export interface RuleGroup {
  readonly suspect: number
  readonly rules: readonly (SecretRule | NamedRule)[]
}

const vague = VAGUE.map((rule, at): RuleGroup => ({ suspect: [SUSPECT.discord, SUSPECT.telegram, SUSPECT.azure][at] ?? 0, rules: [rule] }))

/** Every rule but private keys, the most telling first: where two overlap, the first one names the value. */
export const GROUPS: readonly RuleGroup[] = [
  { suspect: SUSPECT.underscored, rules: UNDERSCORED }, { suspect: SUSPECT.tokens, rules: TOKENS }, ...vague, { suspect: SUSPECT.placed, rules: PLACED }, { suspect: SUSPECT.named, rules: NAMED },
]
