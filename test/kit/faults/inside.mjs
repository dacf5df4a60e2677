// Runs commands of the built program in this very process, with faults in its files: thousands of runs in the time that a few processes would take.
import { createRequire } from 'node:module'

const { arm, state, wrapHandles } = createRequire(import.meta.url)('./faults.cjs')
await wrapHandles()
const { main } = await import('../../../dist/cli/main.js')

/** Runs a command line in a folder; `fault` as faults.cjs takes it. Gives the exit code, what was written, how many operations were counted, and which of them was hit. */
export async function runInside(argv, { cwd, env = {}, fault }) {
  const before = { cwd: process.cwd(), env: { ...process.env } }
  const written = { out: '', err: '' }
  const streams = [['out', process.stdout], ['err', process.stderr]].map(([name, stream]) => [stream, stream.write, (chunk) => { written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'); return true }])
  process.chdir(cwd)
  Object.assign(process.env, env)
  for (const [stream, , write] of streams) stream.write = write
  arm(fault)
  try {
    const code = await main(argv)
    return { code, ...written, count: state.count, hit: state.hit }
  } catch (error) {
    return { code: 'thrown', out: written.out, err: `${written.err}${error.stack}`, count: state.count, hit: state.hit }
  } finally {
    arm(undefined)
    for (const [stream, write] of streams) stream.write = write
    process.chdir(before.cwd)
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name]
    Object.assign(process.env, before.env)
  }
}
