// Names the build by its sources, so that what an older build worked out is not taken for the work of this one.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const sources = readdirSync('src', { recursive: true }).map(String).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
const hash = createHash('sha256')
for (const name of ['../package-lock.json', ...sources]) hash.update(name).update('\0').update(readFileSync(`src/${name}`))
writeFileSync('dist/build.txt', `${hash.digest('hex').slice(0, 12)}\n`)
