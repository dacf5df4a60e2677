import { describe, expect, test } from 'vitest'
import { cpuOf } from '../../../test/kit/cpu.ts'
import { type Intent, intentFrom, intentOf, INTENTS, subjectOf } from './intent.ts'

const SENTENCES: Readonly<Record<Intent, readonly string[]>> = {
  implement: [
    'Add a --json flag to the list command', 'implement rate limiting for the login endpoint', 'Please create a cache in front of the user store', 'We need to support S3 as a storage backend',
    'Allow users to delete their account', 'add user authentication', 'Make the timeout configurable', 'Introduce an option to disable colours', 'can you build an export to CSV?',
    'Expose the parser as a library', 'dark mode', "I'd like you to write a small HTTP client for the weather service", 'Update the retry policy to use exponential backoff',
  ],
  debug: [
    'Fix the crash when the config file is empty', 'Sessions are not closed when the token expires: fix it', 'login does not work after upgrading to 2.0', 'Why does parse() return NaN for negative numbers?',
    'TypeError: cannot read property "id" of undefined in the cart', 'The build fails with exit code 1 on Windows', 'the tests are failing since last week', 'Memory leak in the websocket server',
    'get_user raises KeyError instead of returning None', 'debug the race condition in the scheduler', 'Uploading a large file hangs forever', 'The total is wrong when a discount applies',
    'Traceback (most recent call last):\n  File "app/main.py", line 10, in <module>\n    run()\nKeyError: \'user\'',
    'it stopped, here is the log:\n\n    at Sessions.close (src/auth/sessions.ts:14:9)\n    at main (src/index.ts:3:1)',
    "thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds", 'panic: nil map\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:12 +0x1d',
  ],
  refactor: [
    'Refactor the session store', 'Extract the validation into its own module', 'rename getUser to fetchUser everywhere', 'Clean up the payment code', 'Split utils.py into separate modules',
    'Simplify the router without changing its behaviour', 'Please remove the dead code in src/legacy', 'Migrate the callbacks to async functions', 'Move the constants to a shared file', 'Deduplicate the two date parsers',
  ],
  test: [
    'Write unit tests for the parser', 'Add tests for the cart total', 'Increase test coverage of src/auth', 'please add a regression test for empty input', 'Cover the error paths of the client',
    'Generate fixtures for the order service', 'We need integration tests that talk to a real database', 'Test the scheduler with a fake clock',
  ],
  analyze: [
    'Analyze the architecture of this project', 'Analyse the dependency graph and look for cycles', 'Assess the performance of the query planner', 'What are the bottlenecks of the import pipeline?',
    'Evaluate how hard a move to ESM would be', 'Compare the two cache implementations', 'profile the start-up',
  ],
  document: [
    'Document the public API of the parser', 'Write docstrings for src/models.py', 'Update the README with installation steps', 'Fix typos in the docs', 'add jsdoc comments to the client', 'Write a tutorial for new users',
  ],
  review: [
    'Review my changes to the auth module', 'review this pull request', 'Please look over the diff and tell me what is risky', 'Do a code review of src/billing', 'Audit the permission checks', 'Check the last three commits',
  ],
  explore: [
    'Where is the token expiry configured?', 'How does the scheduler pick the next job?', 'Explain how plugins are loaded', 'What does the gather step do?', 'Show me the places that write to disk',
    'Walk me through a request from socket to response', 'find the code that sends mails', 'which function parses dates?', '',
  ],
}

const all = INTENTS.flatMap((intent) => SENTENCES[intent].map((sentence) => [sentence, intent] as const))

test('there are enough sentences to mean something', () => expect(all.length).toBeGreaterThan(60))

test.each(all)('%j is %s', (sentence, intent) => expect(intentOf(sentence)).toMatchObject({ intent, given: false }))

describe('an intent', () => {
  test('that is given wins', () => expect(intentOf('Fix the crash', 'review')).toEqual({ intent: 'review', given: true, why: 'it was given', cues: [] }))
  test('says which words led to it', () => {
    expect(intentOf('Refactor the session store').why).toBe('the request says "Refactor"')
    expect(intentOf('Traceback (most recent call last):\n  File "a.py", line 1').why).toMatch(/^the request says a stack trace/)
    expect(intentOf('dark mode').why).toBe('nothing in the request says otherwise')
    expect(intentOf('the crash of parse').cues).toContainEqual({ intent: 'debug', words: 'crash', weight: 6 })
  })
  test('is read as people type it', () => {
    expect(intentFrom(' Debug ')).toBe('debug')
    expect(() => intentFrom('ponder')).toThrow('an intent is one of implement, debug, refactor, test, analyze, document, review, explore, not "ponder"')
  })
  test('of a test for a pasted trace is the test', () => {
    expect(intentOf('Write a regression test for this:\nTraceback (most recent call last):\n  File "a.py", line 1').intent).toBe('test')
  })
})

test('the subject of a request is what follows the verb', () => {
  expect(subjectOf('Please refactor context.go')).toBe('context.go')
  expect(subjectOf('cache the results')).toBe('cache the results')
  expect(subjectOf('Review')).toBe('Review')
  expect(subjectOf('Analyze the router\nand its tests')).toBe('the router\nand its tests')
})

test('a log made to be slow is read in no time', () => {
  for (const part of ['at ', ' ', 'add ', 'File "', '#1 ', 'please ', '\n    at ']) expect(cpuOf(() => intentOf(part.repeat(40_000))), part).toBeLessThan(1000)
})
