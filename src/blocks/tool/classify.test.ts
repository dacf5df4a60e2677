import { expect, test } from 'vitest'
import { classify } from './classify.ts'
import { plain, sheetOf } from './sheet.ts'

const kindOf = (text: string): string => classify(sheetOf(plain(text))).kind.name

test.each([
  ['diff', 'diff --git a/x.ts b/x.ts\nindex 1..2 100644\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n'],
  ['diff', '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-old\n+new\n'],
  ['json', '{"items": [1, 2, 3], "next": null}'],
  ['json', `[${Array.from({ length: 200 }, (_, i) => `{"id": ${i}}`).join(',')}]`],
  ['jsonl', '{"level":"info","msg":"a"}\n{"level":"error","msg":"b"}\n'],
  ['test report', ' ✓ a.test.ts > works 1ms\n × b.test.ts > fails 2ms\n Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 1 passed (2)\n'],
  ['test report', '============ test session starts ============\ntests/a.py ..F\n=== FAILURES ===\n___ test_x ___\nE   assert 1 == 2\n======= 1 failed, 2 passed in 0.12s =======\n'],
  ['test report', '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n    b_test.go:9: got 1, want 2\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\texample.org/x\t0.01s\n'],
  ['test report', 'running 2 tests\ntest a ... ok\ntest b ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n'],
  ['test report', 'TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2\n# tests 2\n# pass 1\n# fail 1\n'],
  ['stack trace', 'Traceback (most recent call last):\n  File "a.py", line 5, in <module>\n    main()\n  File "a.py", line 4, in main\n    inner()\nValueError: bad\n'],
  ['stack trace', 'TypeError: x is not a function\n    at run (/app/src/a.js:1:2)\n    at main (/app/src/b.js:3:4)\n    at node:internal/main:1:2\n'],
  ['stack trace', 'Exception in thread "main" java.lang.IllegalStateException: no\n\tat com.acme.Main.run(Main.java:10)\n\tat java.base/java.lang.Thread.run(Thread.java:840)\n'],
  ['log', '2026-01-01T00:00:00Z INFO start\n2026-01-01T00:00:01Z WARN slow\n2026-01-01T00:00:02Z ERROR gone\n'],
  ['log', 'src/a.ts(1,7): error TS2322: Type is wrong.\nsrc/b.ts(2,5): error TS2304: Cannot find name.\n'],
  ['table', 'NAME      READY   STATUS    AGE\nweb-1     1/1     Running   3d\nweb-2     1/1     Running   3d\ndb-0      0/1     Pending   1h\n'],
  ['table', 'id,name,size\n1,a,10\n2,b,20\n3,c,30\n4,d,40\n'],
  ['code', 'import { x } from "./x"\n\nexport function run(): void {\n  if (x) {\n    go();\n  }\n}\n'],
  ['plain', 'Once there was a tool that said very little about itself.\nIt went on.\n'],
  ['plain', ''],
])('%s: %j', (expected, text) => expect(kindOf(text)).toBe(expected))

test('colours do not matter, and the same text is always the same kind', () => {
  const text = ' ✓ a 1ms\n × b 2ms\n      Tests  1 failed | 1 passed (2)\n'
  expect(kindOf(text.replaceAll('×', '\u001B[31m×\u001B[39m'))).toBe(kindOf(text))
})
