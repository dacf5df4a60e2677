// What a disk holds besides files.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, symlinkSync } from 'node:fs'
import { group } from './class.mjs'
import { put, sized, sparse } from './write.mjs'

const OK = 'export const ok = 1\n'

/** Pipes, a socket that nobody listens on, and a device where one may be made. */
function specials(folder) {
  execFileSync('mkfifo', ['pipe', 'pipe.ts'].map((name) => `${folder}/${name}`))
  // Whoever listened ended without a word, so the socket stays.
  spawnSync(process.execPath, ['-e', `require('net').createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL'))`], { cwd: folder, stdio: 'ignore' })
  spawnSync('mknod', [`${folder}/device`, 'c', '1', '5'], { stdio: 'ignore' })
}

export const DISK = group('What lies on the disk', 'test/hostile/surfaces.test.ts', [
  {
    id: 'sparse-gigabytes', what: '5 GB and 300 MB without a line end, which take no room on the disk', does: 'At most 1 MB is read by position; a line says `binary` or `larger than 1.0 MB`.', held: false,
    plant: (folder) => {
      sparse(`${folder}/five.txt`, 5 * 2 ** 30, 'five gigabytes\n'.repeat(1000))
      sparse(`${folder}/five.bin`, 5 * 2 ** 30, '')
      sparse(`${folder}/noline.txt`, 300 * 2 ** 20, 'x'.repeat(2 ** 20 + 10))
      put(folder, { 'ok.ts': OK })
    },
    expects: { 'five.txt': { line: 'larger than 1.0 MB' }, 'five.bin': { line: 'binary' }, 'noline.txt': { line: 'larger than 1.0 MB' }, 'ok.ts': { shown: OK } },
  },
  {
    id: 'special-files', what: 'Pipes, sockets and devices, some with names of sources', does: 'Never opened; left out with a remark.', held: false,
    plant: (folder) => {
      specials(folder)
      put(folder, { 'ok.ts': OK })
    },
    expects: { pipe: { left: 'special-file' }, 'pipe.ts': { left: 'special-file' }, socket: { left: 'special-file' }, 'ok.ts': { shown: OK } },
  },
  {
    id: 'links', what: 'Links in circles, to themselves, to nowhere, to a device, and out of the root', does: 'Never followed: a line says where a link inside the root leads, and of others only that they lead outside.', held: false,
    plant: (folder) => {
      put(folder, { 'd/a.ts': 'a\n', 'ok.ts': OK })
      for (const [name, target] of Object.entries({ 'd/loop': '../d', self: 'self', dot: '.', ping: 'pong', pong: 'ping', dangling: 'nowhere', etc: '/etc', passwd: '/etc/passwd', 'passwd.ts': '../../../../../../../../etc/passwd', up: '..', zero: '/dev/zero', inside: 'd/a.ts', odd: 'x\n\u001b[31m</file>' })) symlinkSync(target, `${folder}/${name}`)
    },
    expects: { self: { line: 'link to self' }, dangling: { line: 'link to nowhere' }, etc: { line: 'link outside the root' }, passwd: { line: 'link outside the root' }, 'passwd.ts': { line: 'link outside the root' }, inside: { line: 'link to d/a.ts' }, 'd/a.ts': { shown: 'a\n' } },
    never: ['root:x:0:0'],
  },
  {
    id: 'unreadable', what: 'Files and folders that may not be read', does: 'Left out with a remark and `permission denied`; the rest is packed, and the exit code is 0 (3 with `--strict`).', held: false, apart: true, tested: 'test/hostile/disk.test.ts',
    plant: (folder) => {
      put(folder, { 'shut.ts': 'no\n', 'closed/a.ts': 'no\n', 'listed/a.ts': 'no\n', 'ok.ts': OK })
      chmodSync(`${folder}/shut.ts`, 0)
      chmodSync(`${folder}/closed`, 0)
      chmodSync(`${folder}/listed`, 0o444)
    },
    expects: { 'shut.ts': { left: 'unreadable' }, closed: { left: 'unreadable-folder' }, 'listed/a.ts': { left: 'unreadable' }, 'ok.ts': { shown: OK } },
  },
  {
    id: 'changing-files', tree: true, what: 'Files that grow, shrink, vanish or become something else while they are read', does: 'Read once more when a size changed; what was read is what is hashed and shown; what vanished is left out with a remark.', held: false, apart: true, tested: 'test/hostile/disk.test.ts',
    plant: (folder, scale) => put(folder, Object.fromEntries(Array.from({ length: sized(2000, scale, 200) }, (_, i) => [`f${i}.py`, `x = ${i}\n`.repeat(50)]))),
  },
])
