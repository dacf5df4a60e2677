// The page that tells what Fovea does with hostile input, written from the table.
//   node test/kit/hostile/page.mjs
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLASSES } from './classes.mjs'

/** Where the page stands. */
export const PAGE = fileURLToPath(new URL('../../../docs/guide/hostile-input.md', import.meta.url))

const HEAD = `# Hostile input

Fovea reads repositories that nobody has looked at before. This page says, class by class, what it does with input that was made to hang it, crash it, fool its reader or lead it astray. Every row is planted and
checked by a test, on the command line, in the library, for agents (over standard input and over HTTP), in the studio and in the browser, wherever it can occur there.

What holds for all of them: nothing of a repository is executed, nothing outside of its root is read, no connection is opened. A pack of it ends with exit code 0; what was left out is told in the report, one line each for the first
few of a kind and the number of the others; with \`--strict\` the exit code is then 3. Other commands end as they always do: a zoom into what may not be read with 1, \`fovea secrets\` that found some with 4, a
configuration that cannot be read with 2. Work is counted, not timed, so the same input gives the same page on a slow machine and on a fast one; git alone, which is another program, has a time: a
list of files or a history that it has not given after ten seconds is done without.

To see for yourself: \`node test/kit/hostile/plant.mjs FOLDER\` plants the classes that are files (\`--scale 0.02\` for less, \`--only ID\` for one class, \`--list\` for the names); messages, configurations and machines are made by their tests. \`npm run bench:hostile\` measures what it costs.
`

const cell = (text) => text.replaceAll('|', '\\|')

/** The page as the table says it. */
export function page(classes = CLASSES) {
  const groups = [...new Set(classes.map(({ group }) => group))]
  const rows = (name) => classes.filter(({ group }) => group === name).map(({ id, what, does, tested }) => `| \`${id}\` | ${cell(what)} | ${cell(does)} | \`${tested}\` |`)
  return [HEAD, ...groups.map((name) => `## ${name}\n\n| class | what it is | what Fovea does | tested by |\n|---|---|---|---|\n${rows(name).join('\n')}\n`)].join('\n')
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) writeFileSync(PAGE, page())
