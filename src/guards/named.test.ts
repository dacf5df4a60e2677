import { expect, test } from 'vitest'
import { redactSecrets } from './secrets.ts'
import { sample } from './secret-rules.ts'

// Values are put together here, so that no scanner of this repository has anything to report.
const glue = (...parts: readonly string[]): string => parts.join('')
const HEX = '7c1e9a3f5b0d2846'
const weak = glue('kX9!', 'vmq2')
const spoken = glue('pork', 'chop')

test.each<[string, string, string]>([
  ['a constant', glue('const pass', 'word = "', weak, '"'), 'assigned'],
  ['an object in JavaScript', glue("api_key: '", sample(24), "'"), 'assigned'],
  ['JSON', glue('{"client_secret": "', sample(32, HEX), '"}'), 'assigned'],
  ['a type between name and value', glue('dbPassword: string = `', weak, '`'), 'assigned'],
  ['a member', glue('config["auth', 'Token"] = "', sample(20), '"'), 'assigned'],
  ['JSON inside a string', glue('\\"password\\": \\"', weak, '\\"'), 'assigned'],
  ['an array in PHP', glue("'secret' => '", sample(16), "'"), 'assigned'],
  ['bytes in Python', glue("SECRET_KEY = b'", sample(40), "'"), 'assigned'],
  ['Go', glue('adminPassword := "', spoken, '"'), 'assigned'],
  ['a comparison', glue('if (user == "a" && password == "', spoken, '") {'), 'assigned'],
  ['a value behind another', glue("secret: process.env.JWT_SECRET || '", sample(20), "'"), 'assigned'],
  ['an argument', glue('client.SetAuthToken("', sample(32), '")'), 'assigned'],
  ['SQL', glue("CREATE USER a IDENTIFIED BY '", spoken, "'"), 'assigned'],
  ['XML in pairs', glue('<add key="Password" value="', weak, '" />'), 'assigned'],
  ['a login in base64', glue('{"auths": {"host": {"auth": "', 'YWxhZGRpbjpv', 'cGVuc2VzYW1l', '"}}}'), 'assigned'],
  ['an environment', glue('DB_PASS', 'WORD=', weak, '\n'), 'configured'],
  ['a word in an environment', glue('run -e MYSQL_PASSWORD=', spoken, ' -d image\n'), 'configured'],
  ['lines inside a string', glue('"A=1\\nDB_PASS', 'WORD=', spoken, '\\nB=2"'), 'configured'],
  ['a shell', glue('export API_', 'TOKEN=', sample(20), '\n'), 'configured'],
  ['YAML', glue('  pass', 'word: ', weak, '\n'), 'configured'],
  ['a word in YAML', glue('  pass', 'word: ', spoken, '\n'), 'configured'],
  ['a number in YAML', glue('  pass', 'word: ', '8812', '7731\n'), 'configured'],
  ['properties', glue('spring.datasource.pass', 'word=', spoken, '\n'), 'configured'],
  ['a line that ends like Windows', glue('  token: ', sample(24), '\r\n'), 'configured'],
  ['a line that goes on', glue('API_KEY=', sample(24), ' \\\n'), 'configured'],
  ['a flag', glue('tool --password=', spoken, ' --x\n'), 'configured'],
  ['a flag and a blank', glue('tool --token ', sample(24), ' --x\n'), 'configured'],
  ['a connection string', glue('host=db user=app password=', spoken, ' sslmode=disable'), 'configured'],
  ['an element', glue('<pass', 'word>', weak, '</password>'), 'element'],
  ['the name of a maker', glue('TWILIO_AUTH=', sample(32, HEX), '\n'), 'twilio-key'],
  ['a maker in the middle of a name', glue('const algoliaApiKey = "', sample(32, HEX), '"'), 'algolia-key'],
  ['an identifier of a maker', glue('asana_client_id: "', '1827364', '550192837"'), 'asana-key'],
])('%s', (_, text, rule) => {
  const { text: clean, found } = redactSecrets(text)
  expect(found.map((one) => one.rule)).toEqual([rule])
  expect(clean.split('\n')).toHaveLength(text.split('\n').length)
})

test.each([
  'password = "changeme"', 'password = "password"', 'token: "xxxxxxxxxxxx"', 'secret = "${SECRET_1234567}"', 'api_key = os.environ["API_KEY_12"]', 'apiKey: "<your-key-1234>"', 'token: "access_token_name"', 'password: "Enter your password"', '"PASSWORD": "Passwort"',
  'tokenType: "bearer2-authentication"', "secret: 'my-super-secret'", 'const passwordField = "#password-1"', glue('token = "0x', sample(40, HEX), '"'), 'accessKey: "{{ .Values.key1 }}"', 'password: "密码必须8位以上"', 'token: "/var/run/secrets/token1"', 'password: "required"',
  'password = config2\n', 'token: string\n', 'DB_PASSWORD=\n', 'PASSWORD=changeme\n', '  token: Token2\n', 'SECRET_KEY=${KEY}\n', '# the password: see page12\n', 'const token = next1\n', 'if token == value12:\n', '  password: self.password1\n', '  password: hashed\n', '  password: newPassword\n',
  '<password>changeme</password>', '<password>${env.PASSWORD1}</password>', '<token>identifier</token>', 'restores --username and --password flags to the tool', 'AnnotationKey = "audit.k8s.io/truncated"', 'const tokens = lexer("translateX(42%)")', 'models.ForeignKey("lookup_b.B2", CASCADE)',
  'token "k8s.io/kubernetes/pkg/serviceaccount"', 'config.Password = *f.Password\n', 'ADD_ENCRYPTION_KEY = 0xc0506617\n', 'const HISTORY_KEY = "docs-search-history-v1"', 't.pass("Should not fail 1")', 'bypass: "all2"', '"pbkdf2-password": "1.2.1",', '"js-tokens": "^9.0.1",',
])('is left alone: %s', (text) => {
  expect(redactSecrets(text)).toEqual({ text, found: [], allowed: [] })
})

test('all values of a list are gone', () => {
  const [one, two] = [sample(16, HEX), sample(17, HEX)]
  const { text } = redactSecrets(`{"tokens":["${one}","${two}"],"x":1}`)
  expect(text).not.toContain(one)
  expect(text).not.toContain(two)
})
