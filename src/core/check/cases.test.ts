import { expect, test } from 'vitest'
import { casesFrom } from './cases.ts'

test('a line is a case; blank lines are none, and numbers are words', () => {
  expect(casesFrom('\uFEFF{"task":"a","must":["x"]}\r\n\n{"task_file":"t.txt","budget":500,"lens":"debug","intent":"test","level":"full","must":[],"mustNot":["y"]}\n{"task":"b","budget":"8k","must":["z"]}', 'c.jsonl')).toEqual([
    { line: 1, task: 'a', must: ['x'], mustNot: [], level: 'shape' },
    { line: 3, taskFile: 't.txt', budget: 500, lens: 'debug', intent: 'test', level: 'full', must: [], mustNot: ['y'] },
    { line: 4, task: 'b', budget: 8000, must: ['z'], mustNot: [], level: 'shape' },
  ])
})

test.each([
  ['', 'c.jsonl holds no case: a line looks like'],
  ['{', 'c.jsonl line 1: this is not JSON'],
  ['[]', 'c.jsonl line 1: the whole must be an object'],
  ['null', 'c.jsonl line 1: the whole must be an object'],
  ['\n{"task":"a","must":"x"}', 'c.jsonl line 2: must must be an array'],
  ['{"task":"a","must":[1]}', 'c.jsonl line 1: must[0] must be a string'],
  ['{"task":"a","musst":["x"]}', 'c.jsonl line 1: musst is not known; did you mean must'],
  ['{"task_file":"../../etc/passwd","must":["x"]}', 'c.jsonl line 1: a task_file lies below the folder of the cases, not at "../../etc/passwd"'],
  ['{"task_file":"/etc/passwd","must":["x"]}', 'c.jsonl line 1: a task_file lies below the folder of the cases, not at "/etc/passwd"'],
  ['{"task":" ","must":["x"]}', 'c.jsonl line 1: the task is empty: say what the context is for'],
  ['{"must":["x"]}', 'c.jsonl line 1: give a task or a task_file, and not both'],
  ['{"task":"a","task_file":"b","must":["x"]}', 'c.jsonl line 1: give a task or a task_file, and not both'],
  ['{"task":"a"}', 'c.jsonl line 1: name what must be shown'],
  ['{"task":"a","must":["x"],"level":"none"}', 'c.jsonl line 1: level cannot be "none"'],
  ['{"task":"a","must":["x"],"budget":"lots"}', 'c.jsonl line 1: a budget looks like 8000, 32k or 1m, not "lots"'],
])('%j says what is wrong and where', (text, message) => {
  expect(() => casesFrom(text, 'c.jsonl')).toThrow(message)
})
