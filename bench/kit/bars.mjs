// The bars of speed: what is asked, of which repositories, and whether it was reached.
import { round } from './numbers.mjs'

const isSmall = ({ files }) => files < 1000
const isLarge = ({ files }) => files >= 8000 && files < 20_000
const isHuge = ({ files }) => files >= 20_000

/** Times that repomix needs the CPU of Fovea; `seconds` is a limit beside it. */
const RATIOS = [
  { title: 'cold full pack, exact counts, secrets on', of: isLarge, fovea: 'fullCold', repomix: 'repomixCold', must: 8, aim: 12 },
  { title: 'cold budgeted compile with a task, against --compress cold', of: isLarge, fovea: 'taskCold', repomix: 'compressCold', must: 8, aim: 12, seconds: 4 },
  { title: 'warm full pack', of: isLarge, fovea: 'fullWarm', repomix: 'repomixWarm', must: 15, aim: 30 },
  { title: 'warm budgeted compile, against repomix warm', of: isLarge, fovea: 'taskWarm', repomix: 'repomixWarm', must: 25, aim: 50, seconds: 0.4 },
  { title: 'warm skeleton of everything, against --compress warm', of: isLarge, fovea: 'skeletonWarm', repomix: 'compressWarm', must: 50, aim: 100 },
  { title: 'small repository, cold full pack', of: isSmall, fovea: 'fullCold', repomix: 'repomixCold', must: 8, aim: 15 },
]

/** The most MB that any run of Fovea may take. */
const MEMORY = [{ of: isLarge, must: 250, aim: 150 }, { of: isHuge, must: 400, aim: 250 }]

/** A changed file may make a warm compile this many times dearer. */
const CHANGED = 1.2

/** CPU seconds of starts: the version, and a server that is ready. */
const STARTS = [{ must: 0.06, aim: 0.04 }, { must: 0.2, aim: 0.12 }]

const verdict = (value, { must, aim }, better) => (better(value, aim) ? 'aim met' : better(value, must) ? 'met' : 'MISSED')
const atLeast = (value, bar) => value >= bar
const atMost = (value, bar) => value <= bar

/** Every bar that the repositories measured and the starts, in the order of their bars, can be held to. */
export const judged = (rows, starts) => [...rows.flatMap(barsOf), ...Object.entries(starts).map(([bar, seconds], at) => startBar(bar, seconds, STARTS[at]))]

function startBar(bar, seconds, { must, aim }) {
  const value = `${seconds.toFixed(3)} s`
  return { bar, corpus: '', fovea: value, repomix: '', value, must: `<= ${must} s`, aim: `<= ${aim} s`, verdict: verdict(seconds, { must, aim }, atMost) }
}

function barsOf(row) {
  return [...RATIOS.filter(({ of }) => of(row.corpus)).map((bar) => ratioBar(bar, row)), ...(isLarge(row.corpus) ? [changedBar(row)] : []), ...MEMORY.filter(({ of }) => of(row.corpus)).map((bar) => memoryBar(bar, row))]
}

function ratioBar({ title, fovea, repomix, must, aim, seconds }, { corpus, turns }) {
  const [ours, theirs] = [turns[fovea].cpu, turns[repomix].cpu]
  const times = round(theirs / ours, 1)
  const slow = seconds !== undefined && ours > seconds
  return {
    bar: title, corpus: corpus.name, fovea: `${ours.toFixed(2)} s`, repomix: `${theirs.toFixed(2)} s`, value: `${times.toFixed(1)}x`,
    must: `${must}x${seconds === undefined ? '' : `, <= ${seconds} s`}`, aim: `${aim}x`, verdict: slow ? 'MISSED' : verdict(times, { must, aim }, atLeast),
  }
}

function changedBar({ corpus, turns }) {
  const times = round(turns.taskChanged.cpu / turns.taskWarm.cpu)
  return { bar: 'one changed file, against none', corpus: corpus.name, fovea: `${turns.taskChanged.cpu.toFixed(2)} s`, repomix: '', value: `${times}x`, must: `<= ${CHANGED}x`, aim: '', verdict: times <= CHANGED ? 'met' : 'MISSED' }
}

function memoryBar(bar, { corpus, turns }) {
  const most = (side) => Math.max(...Object.values(turns).filter((turn) => turn.side === side).map(({ megabytes }) => megabytes))
  return { bar: 'peak memory of any run', corpus: corpus.name, fovea: `${most('fovea')} MB`, repomix: `${most('repomix')} MB`, value: `${most('fovea')} MB`, must: `<= ${bar.must} MB`, aim: `<= ${bar.aim} MB`, verdict: verdict(most('fovea'), bar, atMost) }
}

/** The same comparisons on every repository, without a verdict. */
export const compared = (rows) => RATIOS.slice(0, -1).map(({ title, fovea, repomix }) => [title, ...rows.map(({ turns }) => `${round(turns[repomix].cpu / turns[fovea].cpu, 1)}x`)])

/** Where Fovea needs more CPU than repomix. */
export const losses = (rows) => rows.flatMap(({ corpus, turns }) => RATIOS.slice(0, -1).filter(({ fovea, repomix }) => turns[fovea].cpu > turns[repomix].cpu).map(({ title }) => `${corpus.name}: ${title}`))
