// A process for sweeps: what they patch is theirs alone.
//   node sweeps.mjs '[{ "name": "feedback", "kinds": ["EIO"], "only": "writes", "every": 1 }]'
// Prints a result for each: how many runs there were, how many operations, and every fault found.
import { COMMANDS } from './commands.mjs'
import { runInside } from './inside.mjs'
import { sweep } from './sweep.mjs'

const results = []
for (const { name, ...how } of JSON.parse(process.argv[2])) results.push({ kinds: how.kinds, ...await sweep(COMMANDS.find((command) => command.name === name), { run: runInside, ...how }) })
process.stdout.write(JSON.stringify(results))
