// Makes the n-th operation on files fail, or ends the process at it. Loaded before anything else (node --require), it wraps what node:fs offers: functions that wait, call back and promise, and the methods of file handles.
// `arm` says which operation and how; a process that is started with FAULTS='{"at":3,"kind":"EIO"}' is armed from its beginning.
//   at    the number of the operation, from 1; Infinity counts only
//   kind  the code of an error (EIO, ENOSPC, EACCES, EMFILE, EROFS, ENOENT, EINTR), or
//         short     a write that writes half; one of a whole file then finds the disk full
//         before, half, after   the process is killed before the operation, in the middle of it, or after it
//         full      every write from this one on finds the disk full
//   halt  instead of a kill every later operation fails too: the disk is left as a killed process leaves it, and the process goes on
//   only  "writes" counts only what changes something
'use strict'
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { dirname, join, sep } = require('node:path')
const { isMainThread } = require('node:worker_threads')

const READS = ['access', 'close', 'exists', 'fstat', 'lstat', 'open', 'opendir', 'read', 'readFile', 'readdir', 'readlink', 'readv', 'realpath', 'stat', 'statfs']
const WRITES = ['appendFile', 'chmod', 'chown', 'copyFile', 'cp', 'fchmod', 'fdatasync', 'fsync', 'ftruncate', 'futimes', 'link', 'lutimes', 'mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir', 'symlink', 'truncate', 'unlink', 'utimes', 'write', 'writeFile', 'writev']
const FREEING = new Set(['unlink', 'rm', 'rmdir', 'rename', 'fsync', 'chmod', 'utimes', 'truncate', 'ftruncate'])
const SAYS = { EIO: 'i/o error', ENOSPC: 'no space left on device', EACCES: 'permission denied', EMFILE: 'too many open files', EROFS: 'read-only file system', ENOENT: 'no such file or directory', EINTR: 'interrupted system call' }

const real = { ...fs }
let plan
let depth = 0
const state = { count: 0, hit: undefined, halted: false }

/** Begins to count; undefined lets everything pass. */
function arm(wanted) {
  plan = wanted
  Object.assign(state, { count: 0, hit: undefined, halted: false })
}

const errorOf = (code, name, path) => Object.assign(new Error(`${code}: ${SAYS[code]}, ${name}${typeof path === 'string' ? ` '${path}'` : ''}`), { code, errno: -1, syscall: name, ...(typeof path === 'string' ? { path } : {}) })

/** Whether an operation changes something: opening does when it was asked to. */
const isWrite = (name, args) => WRITES.includes(name) || (name === 'open' && typeof args[1] === 'string' && args[1] !== 'r') || (name === 'open' && typeof args[1] === 'number' && (args[1] & 3) !== 0)

/** What belongs to the program is not the world: a module that cannot be loaded is no state of a store. */
const PROGRAM = dirname(dirname(dirname(__dirname)))
function isProgram(name, args) {
  const path = args[0] instanceof URL ? args[0].pathname : args[0]
  return typeof path === 'string' && (path === process.argv[1] || path.startsWith(join(PROGRAM, 'dist') + sep) || path.startsWith(join(PROGRAM, 'node_modules') + sep) || path.startsWith('/proc/') || path.startsWith('/sys/'))
}

/** What shall become of an operation: undefined when it goes on as usual. */
function verdict(name, args) {
  if (plan === undefined || depth > 0 || isProgram(name, args)) return undefined
  if (state.halted) return 'EIO'
  const writes = isWrite(name, args)
  if (plan.only === 'writes' && !writes) return undefined
  state.count++
  if (plan.kind === 'full') return fullAt(name, args, writes)
  if (state.count !== plan.at) return undefined
  state.hit = `${name} ${typeof args[0] === 'string' ? args[0] : ''}`
  return plan.kind
}

/** A full disk lets go of what it has, and takes nothing more. */
function fullAt(name, args, writes) {
  if (state.count < plan.at || !writes || FREEING.has(name)) return undefined
  state.hit ??= `${name} ${typeof args[0] === 'string' ? args[0] : ''}`
  return 'ENOSPC'
}

function end() {
  if (plan.halt !== true) process.kill(process.pid, 'SIGKILL')
  state.halted = true
}

/** The first half of what a write was given; undefined for anything else. */
const half = (data) => (typeof data === 'string' || ArrayBuffer.isView(data) ? data.slice(0, Math.floor(data.length / 2)) : undefined)

/** Does the first half of an operation that can be halved. */
function doHalf(name, args) {
  if (name === 'write') return real.writeSync(args[0], half(args[1]))
  if (name === 'writeFile' || name === 'appendFile') real[`${name}Sync`](args[0], half(args[1]), args[2])
  if (name === 'rm' && real.statSync(args[0], { throwIfNoEntry: false })?.isDirectory()) {
    const names = real.readdirSync(args[0])
    for (const one of names.slice(0, Math.ceil(names.length / 2))) real.rmSync(join(args[0], one), { recursive: true, force: true })
  }
  return undefined
}

/** Runs an operation as it was decided. `fail` is how errors are given, `run` the operation itself. */
function decided(name, args, { run, fail, now }) {
  const what = verdict(name, args)
  if (what === undefined) return run()
  if (what === 'before' || what === 'half' || what === 'after') {
    if (what === 'after') now()
    if (what === 'half') doHalf(name, args)
    end()
    return fail(errorOf('EIO', name, args[0]))
  }
  if (what === 'short') {
    const wrote = inside(() => doHalf(name, args))
    return wrote === undefined ? fail(errorOf('ENOSPC', name, args[0])) : wrote
  }
  // What is closed badly is closed nevertheless.
  if (name === 'close') now()
  return fail(errorOf(what, name, args[0]))
}

function inside(act) {
  depth++
  try {
    return act()
  } finally {
    depth--
  }
}

function wrapSync(name, original) {
  const wrapped = function (...args) {
    const run = () => inside(() => original.apply(fs, args))
    return decided(name, args, { run, now: run, fail: (error) => {
      if (name === 'exists') return false
      if (error.code === 'ENOENT' && args[1]?.throwIfNoEntry === false) return undefined
      throw error
    } })
  }
  return Object.assign(wrapped, original)
}

function wrapCallback(name, original) {
  const wrapped = function (...args) {
    const done = args.at(-1)
    if (typeof done !== 'function') return original.apply(fs, args)
    return decided(name, args.slice(0, -1), { run: () => original.apply(fs, args), now: () => real[`${name}Sync`]?.(...args.slice(0, -1)), fail: (error) => { process.nextTick(() => (name === 'exists' ? done(false) : done(error))) } })
  }
  return Object.assign(wrapped, original)
}

function wrapPromise(name, original, self) {
  return function (...args) {
    const run = () => original.apply(self ?? this, args)
    return decided(name, args, { run, now: () => real[`${name}Sync`]?.(...args), fail: (error) => Promise.reject(error) })
  }
}

for (const name of [...READS, ...WRITES]) {
  if (typeof real[`${name}Sync`] === 'function') fs[`${name}Sync`] = wrapSync(name, real[`${name}Sync`])
  if (typeof real[name] === 'function') fs[name] = wrapCallback(name, real[name])
  if (typeof fs.promises[name] === 'function') fs.promises[name] = wrapPromise(name, fs.promises[name], fs.promises)
}
syncBuiltinESMExports()

/** Handles are of one class, which is met when the first is opened. */
async function wrapHandles(open) {
  const handle = await open(process.execPath, 'r')
  const kind = Object.getPrototypeOf(handle)
  for (const name of ['read', 'readFile', 'readv', 'stat', 'write', 'writeFile', 'appendFile', 'writev', 'truncate', 'sync', 'datasync', 'chmod', 'utimes']) {
    const own = kind[name]
    if (typeof own === 'function') kind[name] = function (...args) { return decided(name === 'sync' ? 'fsync' : name, [this.fd, ...args], { run: () => own.apply(this, args), now: () => undefined, fail: (error) => Promise.reject(error) }) }
  }
  await handle.close()
}

if (isMainThread && process.env.FAULTS !== undefined) {
  const wanted = JSON.parse(process.env.FAULTS)
  void wrapHandles(fs.promises.open)
  arm({ ...wanted, at: wanted.at ?? Infinity })
  if (wanted.count !== undefined) process.on('exit', () => { plan = undefined; real.writeFileSync(wanted.count, JSON.stringify(state)) })
}

module.exports = { arm, state, wrapHandles: () => wrapHandles(fs.promises.open) }
