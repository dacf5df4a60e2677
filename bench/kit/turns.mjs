// What is run on a repository, in order: both sides take turns, so that a busy machine slows them alike. A cold run begins with an empty folder for everything that
// either side keeps between runs (caches of tokens, artefacts and compiled code); the warm runs after it find what it left.
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from './results.mjs'
import { plainEnv, timed } from './run.mjs'

/** Skeletons of a folder in which some file could not be read. */
const PARTIAL = 3

const everything = () => ['.', '--budget', 'none', '--quiet']
const budgeted = (which) => ({ tasks }) => ['.', '--budget', '32k', '--task', tasks[which], '--quiet']
const skeletons = () => ['skeleton', '.']

/** The runs of one round. `keeps` names the folder of what is kept; `changes` says which file gets a line more before the run: one from the middle of the repository, or one that the page of the run before shows. */
export const TURNS = {
  fullCold: { side: 'fovea', title: 'everything, cold', keeps: 'full', cold: true, args: everything },
  repomixCold: { side: 'repomix', title: 'everything, cold', keeps: 'repomix', cold: true, args: () => [] },
  fullWarm: { side: 'fovea', title: 'everything, warm', keeps: 'full', args: everything },
  repomixWarm: { side: 'repomix', title: 'everything, warm', keeps: 'repomix', args: () => [] },
  taskCold: { side: 'fovea', title: '32k for a task, cold', keeps: 'task', cold: true, args: budgeted(0) },
  compressCold: { side: 'repomix', title: '--compress, cold', keeps: 'compress', cold: true, args: () => ['--compress'] },
  taskWarm: { side: 'fovea', title: '32k for the same task, warm', keeps: 'task', args: budgeted(0) },
  compressWarm: { side: 'repomix', title: '--compress, warm', keeps: 'compress', args: () => ['--compress'] },
  taskChanged: { side: 'fovea', title: '32k for the same task, one file changed', keeps: 'task', changes: 'middle', args: budgeted(0) },
  taskTouched: { side: 'fovea', title: '32k for the same task, one file of the page changed', keeps: 'task', changes: 'shown', args: budgeted(0) },
  taskOther: { side: 'fovea', title: '32k for another task, warm', keeps: 'task', args: budgeted(1) },
  skeletonCold: { side: 'fovea', title: 'skeletons of everything, cold', keeps: 'skeleton', cold: true, args: skeletons },
  skeletonWarm: { side: 'fovea', title: 'skeletons of everything, warm', keeps: 'skeleton', args: skeletons },
}

/** Takes one turn and gives its cost; the output is in `place.output` afterwards. */
export function take(turn, corpus, place) {
  const kept = join(place.scratch, 'kept', corpus.name, turn.keeps)
  if (turn.cold) rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept, { recursive: true })
  if (turn.changes !== undefined) appendFileSync(join(corpus.folder, changing(corpus.folder, turn.changes === 'shown' ? readFileSync(place.output, 'utf8') : undefined)), '\n')
  rmSync(place.output, { force: true })
  const { command, args, output } = commandOf(turn, corpus, place)
  return timed(command, args, { cwd: corpus.folder, env: plainEnv({ TMPDIR: kept, XDG_CACHE_HOME: kept, ...place.env }), output, accepts: [0, PARTIAL] })
}

function commandOf(turn, corpus, { node, fovea, repomix, output }) {
  const args = turn.args(corpus)
  if (turn.side === 'repomix') return { command: node, args: [repomix, '--quiet', ...args, '-o', output] }
  return args[0] === 'skeleton' ? { command: node, args: [fovea, ...args], output } : { command: node, args: [fovea, ...args, '-o', output] }
}

/** A source file of usual size from the middle of the repository, or of those that a page names. */
function changing(folder, page) {
  const usual = (path) => !path.startsWith('.git/') && /\.(?:[cm]?[jt]s|py|go|rs|java)$/.test(path) && statSync(join(folder, path)).size > 2000 && statSync(join(folder, path)).size < 20_000
  const files = filesIn(folder).filter((path) => usual(path) && (page === undefined || page.includes(path))).sort()
  if (files.length === 0) throw new Error(`${folder} has no source file that could be changed`)
  return files[files.length >> 1]
}
