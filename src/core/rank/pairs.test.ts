import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTest, testPairs } from './pairs.ts'

test.each([
  ['tests/test_sessions.py', 'src/sessions.py'], ['pkg/router_test.go', 'pkg/router.go'], ['src/auth/login.test.ts', 'src/auth/login.ts'], ['src/login.spec.tsx', 'src/login.tsx'],
  ['src/__tests__/store.js', 'src/store.js'], ['src/test/java/com/x/OrderServiceTest.java', 'src/main/java/com/x/OrderService.java'], ['tests/App.Tests/CartTests.cs', 'src/App/Cart.cs'],
  ['spec/models/user_spec.rb', 'app/models/user.rb'], ['tests/parser.rs', 'src/parser.rs'], ['tests/net/http_client.rs', 'src/net/http_client.rs'], ['Tests/CoreTests/PathTests.swift', 'Sources/Core/Path.swift'],
  ['test/user_test.exs', 'lib/user.ex'], ['tests/Unit/MailerTest.php', 'src/Mailer.php'], ['test/test-utils.js', 'lib/utils.js'], ['src/widgets/Button/__tests__/Button.test.jsx', 'src/widgets/Button/index.jsx'],
  ['tests/test_session_expiry.py', 'app/session.py'], ['tests/forms_tests/test_fields.py', 'django/forms/fields.py'], ['core/src/test/kotlin/a/TestClock.kt', 'core/src/main/kotlin/a/Clock.kt'],
  ['tests/test_auth.py', 'app/auth/__init__.py'], ['src/lexer.test.ts', 'src/lexer.mts'], ['tests/vec_test.cpp', 'src/vec.h'],
])('%s tests %s', (tests, source) => {
  const pairs = testPairs(['README.md', 'other/thing.py', tests, source])
  expect(pairs.get(tests)).toEqual([source])
  expect(pairs.get(source)).toEqual([tests])
})

describe('where several sources have the name', () => {
  test('the one with the nearest folders is meant', () => {
    const pairs = testPairs(['src/auth/views.py', 'src/shop/views.py', 'tests/shop/test_views.py', 'tests/auth_tests/test_views.py'])
    expect(pairs.get('tests/shop/test_views.py')).toEqual(['src/shop/views.py'])
    expect(pairs.get('tests/auth_tests/test_views.py')).toEqual(['src/auth/views.py'])
  })

  test('too many equals say nothing', () => {
    expect(testPairs(['a/utils.py', 'b/utils.py', 'c/utils.py', 'd/utils.py', 'tests/test_utils.py']).size).toBe(0)
  })

  test('a source beside the test comes first', () => {
    expect(testPairs(['pkg/a/x.go', 'pkg/a/b/x.go', 'pkg/a/x_test.go']).get('pkg/a/x_test.go')).toEqual(['pkg/a/x.go'])
  })
})

test('a source may have several tests', () => {
  expect(testPairs(['src/cart.ts', 'src/cart.test.ts', 'e2e/cart.spec.ts']).get('src/cart.ts')).toEqual(['src/cart.test.ts', 'e2e/cart.spec.ts'])
})

test('languages are not mixed', () => {
  expect(testPairs(['tests/test_a.py', 'src/a.ts', 'a.md']).size).toBe(0)
})

test.each(['src/contest.ts', 'src/latest.py', 'src/Attest.java', 'src/protest/x.go', 'docs/test.md', 'src/testimony.rb', 'src/inspector/a.ts'])('%s is no test', (path) => expect(isTest(path)).toBe(false))

const word = fc.constantFrom('auth', 'user', 'cart', 'views', 'utils', 'index', 'test', 'tests', 'src', 'x')
const name = fc.tuple(fc.constantFrom('', 'test_', 'Test'), word, fc.constantFrom('', '_test', '.test', 'Test', '_spec'), fc.constantFrom('.py', '.ts', '.go', '.java', '.md')).map((parts) => parts.join(''))
const somePath = fc.tuple(fc.array(word, { maxLength: 3 }), name).map(([folders, file]) => [...folders, file].join('/'))

test('partners are mutual, known, of both kinds, and do not depend on the order', () => {
  fc.assert(fc.property(fc.array(somePath, { maxLength: 30 }), (paths) => {
    const pairs = testPairs(paths)
    for (const [path, partners] of pairs) {
      for (const partner of partners) {
        expect(paths).toContain(partner)
        expect(pairs.get(partner)).toContain(path)
        expect(isTest(partner)).toBe(!isTest(path))
      }
      expect(new Set(partners).size).toBe(partners.length)
    }
    const sorted = (map: ReadonlyMap<string, readonly string[]>): unknown => [...map].map(([path, partners]) => [path, partners.toSorted()]).sort()
    expect(sorted(testPairs(paths.toReversed()))).toEqual(sorted(pairs))
  }), { seed: 42, numRuns: 300 })
})

test('a large repository takes no time to speak of', () => {
  const paths = Array.from({ length: 4000 }, (_, i) => [`src/part${i % 50}/file${i}.ts`, `test/part${i % 50}/file${i}.test.ts`]).flat()
  expect(testPairs(paths).size).toBe(8000)
})
