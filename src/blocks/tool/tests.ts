import { count, type Kind, sample } from './kind.ts'
import type { Sheet } from './sheet.ts'
import { withFrames } from './stack.ts'
import { byRepeats, lower } from './weights.ts'

/** The lines that sum up, of the runners that are met most. */
const TOTALS = /^\s*(?:Tests?:?\s+.*\b(?:passed|failed|skipped|total)\b|Test (?:Files|Suites):?\s|Snapshots:?\s|=+ .*(?:passed|failed|error|skipped).* =+$|test result: |(?:FAIL|ok|PASS)\s+\S+\s+(?:[\d.]+m?s\b|\(cached\)|\[)|# (?:tests|pass|fail|skipped|todo) \d+|1\.\.\d+$|\d+ (?:passing|failing|pending)\b|Ran \d+ tests?|FAILED \(|OK(?: \(.*\))?$|\d+ examples?, \d+ failures?|Tests run: \d+)/
/** One test that failed. */
const FAILED = /^\s*(?:FAIL(?:ED)?\b|--- FAIL:|not ok \d+|[✗✖×✘❌●]\s|\d+\) |=+ (?:FAILURES|ERRORS) =+|_{3,} .+ _{3,}|failures:|test .+ \.\.\. FAILED|---- .+ stdout ----)/
/** One test that passed, or was not run. */
const PASSED = /^\s*(?:[✓✔√]\s|--- (?:PASS|SKIP):|ok \d+|test .+ \.\.\. (?:ok|ignored)|PASS\s|\S+ PASSED|.*\bPASSED\b|=== (?:RUN|PAUSE|CONT) |↓\s|\S+\.py [.sxX]+\s)/
/** What was expected and what came. */
const DETAIL = /^\s*(?:(?:Assertion)?Error\b|Assertion|Expected|Received|expected|actual|got|want|E\s{2,}|[-+]\s|>\s|left:|right:|assert |message:)/

/** The report of a test run: totals, what failed and why; passing tests are counted. */
export const tests: Kind = {
  name: 'test report',
  confidence: (sheet) => {
    const lines = sample(sheet)
    const totals = count(lines, TOTALS)
    const cases = count(lines, PASSED) + count(lines, FAILED)
    if (totals === 0) return cases > 3 ? 0.5 : 0
    return cases > 0 ? 0.95 : 0.7
  },
  weigh: (sheet) => {
    const weights = withFrames(sheet, byRepeats(sheet)).map((weight) => Math.max(2, weight))
    for (const [i, line] of sheet.lines.entries()) {
      const start = line.slice(0, 400)
      if (TOTALS.test(start)) weights[i] = 0
      else if (FAILED.test(start)) weights[i] = 1
      else if (PASSED.test(start)) weights[i] = 9
      else if (DETAIL.test(start)) lower(weights, i, 2)
    }
    return weights
  },
  note: passedIn,
}

function passedIn({ lines }: Sheet, from: number, to: number): string | undefined {
  const passed = count(lines.slice(from, to), PASSED)
  return passed === 0 ? undefined : `${passed} passed`
}
