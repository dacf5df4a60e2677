// The real repositories of the comparison: a checkout that is named, one that is listed, or a clone of the commit below. Each is measured in a copy, so that nothing
// is ever written into it and every run begins with the same files.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { listed } from './corpora.mjs'
import { round } from './numbers.mjs'
import { CORPORA } from './places.mjs'
import { commitOf, filesIn, say } from './results.mjs'

/** Where each comes from, and two tasks that somebody could have there. */
const KNOWN = {
  express: { upstream: 'github.com/expressjs/express', commit: 'a3714473feb3d2908add734d340e7755fd85e0a3', tasks: ['res.redirect does not encode a location with unicode characters', 'a router mounted twice runs its param handlers only once'] },
  django: { upstream: 'github.com/django/django', commit: '03988c5a5ba248c3b9b11ea96fd4fda5e98849aa', tasks: ['a queryset with select_related and only loads deferred fields again', 'the csrf cookie is not rotated after login when sessions are used'] },
  angular: { upstream: 'github.com/angular/angular', commit: '1e888d32d38364a551b0da24b8657247d9e84dab', tasks: ['the async pipe does not unsubscribe when its component is destroyed', 'router guards run twice when a lazy route is reloaded'] },
  kubernetes: { upstream: 'github.com/kubernetes/kubernetes', commit: 'ccd800d9676b051f969fb05052dcbb1b3b0fcce6', tasks: ['the kubelet evicts pods of higher priority first under disk pressure', 'the scheduler ignores a topology spread constraint after preemption'] },
}

const TASKS = ['the position of an error at the end of the input is lost', 'a setting from the environment is ignored when a file sets it too']

/** `name=folder`, or the name of a repository that is known or listed. */
export function repository(text) {
  const [name, path] = text.split(/=(.*)/s)
  const known = KNOWN[name] ?? { upstream: 'a checkout', tasks: TASKS }
  const folder = path === undefined ? listed().find((one) => one.name === name)?.path ?? clone(name) : resolve(path)
  if (!existsSync(folder)) throw new Error(`there is no folder for ${name}: --corpus looks like NAME=FOLDER`)
  return { name, folder, upstream: known.upstream, version: commitOf(folder) ?? known.commit ?? 'unknown', tasks: known.tasks }
}

function clone(name) {
  const known = KNOWN[name]
  if (known === undefined) throw new Error(`there is no corpus "${name}": name its folder with --corpus ${name}=FOLDER, or choose ${Object.keys(KNOWN).join(', ')}`)
  const folder = join(CORPORA, name)
  if (existsSync(folder)) return folder
  say(`cloning ${known.upstream}`)
  mkdirSync(CORPORA, { recursive: true })
  // Without the contents of older commits: only the names of the files they changed are asked for.
  execFileSync('git', ['clone', '--quiet', '--filter=blob:none', '--no-checkout', `https://${known.upstream}.git`, folder], { stdio: 'inherit' })
  execFileSync('git', ['-C', folder, 'checkout', '--quiet', '--detach', known.commit], { stdio: 'inherit' })
  return folder
}

/** A copy that shares only git's objects, with its size. */
export function copied(corpus, scratch) {
  const folder = join(scratch, corpus.name)
  const objects = join(corpus.folder, '.git/objects')
  cpSync(corpus.folder, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter: (path) => path !== objects && path !== join(corpus.folder, '.fovea') })
  if (existsSync(objects)) shareObjects(folder, objects)
  const files = filesIn(folder).filter((path) => !path.startsWith('.git/'))
  return { ...corpus, folder, files: files.length, megabytes: round(files.reduce((total, path) => total + statSync(join(folder, path)).size, 0) / 1e6, 1) }
}

/** Lets copies that share the objects of a repository have its history, in this process and those it starts. */
export function trust(folder) {
  process.env.FOVEA_GIT_FOLDERS = [...(process.env.FOVEA_GIT_FOLDERS ?? '').split(delimiter), resolve(folder)].filter((one) => one !== '').join(delimiter)
}

function shareObjects(folder, objects) {
  mkdirSync(join(folder, '.git/objects/info'), { recursive: true })
  writeFileSync(join(folder, '.git/objects/info/alternates'), `${objects}\n`)
  trust(objects)
  spawnSync('git', ['-C', folder, 'update-index', '-q', '--refresh'], { stdio: 'ignore' })
}

/** What may be told of a corpus. */
export const told = ({ name, upstream, version, files, megabytes }) => ({ name, upstream, version, files, megabytes })
