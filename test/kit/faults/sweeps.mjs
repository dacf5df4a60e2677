// The sweep that runs with the tests: every write of the commands that keep what people said, a sample of the rest. bench/crash.mjs does all of it.
import { COMMANDS } from './commands.mjs'
import { runInside } from './inside.mjs'
import { sweep } from './sweep.mjs'

/** Dear ones: a context is made in each run. */
const DEAR = { 'pack, cold': 11, 'pack, warm': 3, 'pack after an edit': 5, 'pack -o': 3, delta: 5, 'render --as tool': 5, 'session save': 3 }

const results = []
for (const command of COMMANDS) {
  const every = DEAR[command.name]
  results.push(await sweep(command, { run: runInside, only: 'writes', every: every ?? 1, kinds: ['EIO', 'halt-half'] }))
  if (every === undefined) results.push(await sweep(command, { run: runInside, every: 7, kinds: ['EMFILE'] }))
}
process.stdout.write(JSON.stringify(results))
