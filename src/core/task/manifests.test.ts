import { expect, test } from 'vitest'
import { cpuOf } from '../../../test/kit/cpu.ts'
import { manifestLine, manifestsIn } from './manifests.ts'

const lineOf = (path: string, text: string): string | undefined => manifestsIn([{ path, text }]).map((manifest) => manifestLine(manifest))[0]

test.each([
  ['package.json', '{"dependencies":{"zod":"^3.1"},"devDependencies":{"vitest":"2"},"peerDependencies":{"react":">=18"}}', 'zod ^3.1, react >=18, vitest 2 (dev)'],
  ['composer.json', '{"require":{"php":">=8.1","monolog/monolog":"^3"},"require-dev":{"phpunit/phpunit":"^10"}}', 'php >=8.1, monolog/monolog ^3, phpunit/phpunit ^10 (dev)'],
  ['pyproject.toml', '[project]\nname = "x"\ndependencies = [\n  "httpx[http2]>=0.27,<1",  # client\n  \'rich\',\n]\n[project.scripts]\nx = "x:main"\n', 'httpx >=0.27,<1, rich'],
  ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3.12"\ndjango = { version = "^5", extras = ["argon2"] }\n[tool.poetry.group.dev.dependencies]\npytest = "^8"\n', 'python ^3.12, django ^5, pytest ^8 (dev)'],
  ['requirements.txt', '# web\nflask==3.0.1\n-r base.txt\nrequests>=2 ; python_version < "3"\nuvloop\n\n', 'flask ==3.0.1, requests >=2, uvloop'],
  ['setup.cfg', '[metadata]\nname = x\n[options]\ninstall_requires =\n    attrs>=23\n    click\npackages = find:\n', 'attrs >=23, click'],
  ['setup.py', "setup(\n  name='x',\n  install_requires=['six>=1', 'pytz'],\n  extras_require={'dev': ['pytest']},\n)\n", 'six >=1, pytz'],
  ['go.mod', 'module example.com/x\n\ngo 1.22\n\nrequire github.com/a/b v1.2.3\nrequire (\n\tgolang.org/x/net v0.20.0\n\tgithub.com/c/d v0.1.0 // indirect\n)\n', 'github.com/a/b v1.2.3, golang.org/x/net v0.20.0'],
  ['Cargo.toml', '[package]\nname = "x"\nversion = "1.0.0"\n[dependencies]\nserde = { version = "1", features = ["derive"] }\nlog = "0.4"\n[dependencies.tokio]\nversion = "1.36"\n[dev-dependencies]\nproptest = "1"\n', 'serde 1, log 0.4, tokio 1.36, proptest 1 (dev)'],
  ['pom.xml', '<project><dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>2.0</version></dependency><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4</version><scope>test</scope></dependency></dependencies></project>', 'org.slf4j:slf4j-api 2.0, junit:junit 4 (dev)'],
  ['build.gradle.kts', 'dependencies {\n    implementation("com.squareup.okio:okio:3.9")\n    testImplementation("junit:junit:4.13")\n    api(project(":core"))\n}\n', 'com.squareup.okio:okio 3.9, junit:junit 4.13 (dev)'],
  ['Gemfile', "source 'https://example.org'\ngem 'rails', '~> 7.1'\ngem \"puma\"\n", 'rails ~> 7.1, puma'],
  ['src/App/App.csproj', '<Project><ItemGroup><PackageReference Include="Serilog" Version="3.1.1" /></ItemGroup></Project>', 'Serilog 3.1.1'],
])('%s', (path, text, line) => expect(lineOf(path, text)).toBe(`${path}: ${line}`))

test('one that cannot be read is reported and the others stay', () => {
  const failed: string[] = []
  const found = manifestsIn([{ path: 'a/package.json', text: '{' }, { path: 'go.mod', text: 'require a.b/c v1\n' }, { path: 'package.json', text: 'null' }], (path) => failed.push(path))
  expect(found.map(({ path }) => path)).toEqual(['go.mod'])
  expect(failed).toEqual(['a/package.json'])
})

test('the nearest to the root come first, long lists are counted', () => {
  const many = JSON.stringify({ dependencies: Object.fromEntries(Array.from({ length: 45 }, (_, i) => [`p${i}`, '1'])) })
  const [first, second] = manifestsIn([{ path: 'x/package.json', text: many }, { path: 'package.json', text: many }])
  expect([first?.path, second?.path]).toEqual(['package.json', 'x/package.json'])
  expect(manifestLine(first as never)).toMatch(/, p39 1, 5 more$/)
})

test('text made to be slow is read in no time', () => {
  for (const path of ['pom.xml', 'go.mod', 'setup.py', 'pyproject.toml', 'build.gradle', 'Cargo.toml', 'Gemfile', 'x.csproj', 'requirements.txt', 'setup.cfg']) {
    for (const part of ['<dependency>', 'a.b/', ' ', 'install_requires=[', "'", '[project]\ndependencies = [', 'implementation', 'gem ', '<PackageReference a', 'a[']) expect(cpuOf(() => manifestsIn([{ path, text: part.repeat(Math.floor(200_000 / part.length)) }])), `${path}: ${part}`).toBeLessThan(1000)
  }
})
