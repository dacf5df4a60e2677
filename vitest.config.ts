import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'ui/src/**/*.test.ts', 'test/**/*.test.ts'],
    // What tests work out is not kept in anybody's home.
    env: { FOVEA_CACHE: 'off' },
    // Vitest would leave one core idle; most tests wait for programs that they start, so one worker more than cores.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 120_000,
    // A page of a busy machine may take its time.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    coverage: {
      provider: 'v8', reporter: ['text-summary', 'json-summary'], include: ['src/core/**/*.ts', 'src/languages/**/*.ts'], exclude: ['**/*.test.ts'],
      thresholds: { 'src/core/**': { statements: 90 }, 'src/languages/**': { statements: 90 } },
    },
  },
})
