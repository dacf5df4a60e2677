// Starts the program that is shipped as a person would: `fovea ui FOLDER`, a real process on a free port, known by the address it prints.
import { spawn } from 'node:child_process'
import { freshProgram } from '../../../scripts/fresh.mjs'

const PATIENCE_MS = 60_000

/**
 * `fovea ui` of a folder: its address with the token, the process, and how to end it.
 * @param {string} folder
 * @param {{ args?: readonly string[], env?: Readonly<Record<string, string>> }} how more options of the command; what the environment holds beside PATH
 */
export async function startServer(folder, { args = [], env = {} } = {}) {
  const child = spawn(process.execPath, [freshProgram(), 'ui', folder, '--no-open', '--json', ...args], { cwd: folder, env: { PATH: process.env.PATH, FOVEA_GIT_FOLDERS: process.env.FOVEA_GIT_FOLDERS, LANG: 'C.UTF-8', TZ: 'UTC', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => ended(child)
  try {
    const { url } = JSON.parse(await firstLine(child))
    const { origin, hash } = new URL(url)
    return { url, origin, token: tokenIn(hash), pid: child.pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The token stands in the fragment, which browsers send to nobody. */
function tokenIn(hash) {
  const token = new URLSearchParams(hash.replace(/^#\/?\??/, '')).get('token')
  if (token === null) throw new Error(`the address has no token in its fragment: ${hash}`)
  return token
}

function firstLine(child) {
  return new Promise((done, fail) => {
    let out = ''
    let err = ''
    const clock = setTimeout(() => fail(new Error(`fovea ui said nothing for ${PATIENCE_MS} ms: ${err}`)), PATIENCE_MS)
    child.stderr.on('data', (chunk) => { err += chunk })
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.includes('\n')) done(out.slice(0, out.indexOf('\n')))
    })
    child.once('error', fail).once('exit', (code) => fail(new Error(`fovea ui ended with ${code}: ${err}`)))
    const quiet = () => clearTimeout(clock)
    child.stdout.once('data', quiet).once('close', quiet)
  })
}

function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    const clock = setTimeout(() => child.kill('SIGKILL'), 5000)
    child.once('exit', () => {
      clearTimeout(clock)
      done()
    })
    child.kill('SIGTERM')
  })
}
