// S1.58: every claude-xml page is valid by its schema, whatever the files hold.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { entriesOf, packEntries, requestFor } from '../kit/pack.ts'
import { randomTree } from '../kit/trees.mjs'

const folder = mkdtempSync(join(tmpdir(), 'fovea-schema-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const schema = fileURLToPath(new URL('../../docs/claude-xml.xsd', import.meta.url))
const xmllint = (files: readonly string[]) => spawnSync('xmllint', ['--noout', '--schema', schema, ...files], { encoding: 'utf8', maxBuffer: 1 << 26 })

test('random trees at several budgets, by xmllint (apt-get install libxml2-utils)', async () => {
  const files: string[] = []
  for (let seed = 1; seed <= 60; seed++) {
    for (const budget of [60, 400, 2000, 50_000]) {
      const { parts } = await packEntries(entriesOf(randomTree(seed)), requestFor({ budget }))
      if (parts.length === 0) continue
      const file = join(folder, `${seed}-${budget}.xml`)
      writeFileSync(file, parts.join(''))
      files.push(file)
    }
  }
  const { status, stderr } = xmllint(files)
  expect(stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'))).toEqual([])
  expect(status).toBe(0)
  expect(files.length).toBeGreaterThan(150)
})

test('the schema refuses what is not a page', () => {
  const file = join(folder, 'wrong.xml')
  writeFileSync(file, '<context package="fovea" lens="x" token_budget="1" utilized="1"><files><file path="a"/></files></context>')
  expect(xmllint([file]).status).not.toBe(0)
})
