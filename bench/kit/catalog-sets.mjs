// Public labelled sets as catalogues: resources, and questions with the resources that answer them. Everything is read from bare or plain clones; nothing of it is committed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resourceOf } from '../../dist/catalog/resource.js'
import { openapi } from '../../dist/connectors/openapi/index.js'

const NOW = '1970-01-01T00:00:00Z'

/** Reads files of a clone at its newest commit. */
export function reader(folder) {
  const run = (args, input) => execFileSync('git', ['-C', folder, ...args], { maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'], input })
  return {
    commit: () => run(['rev-parse', '--short=12', 'HEAD']).toString().trim(),
    list: (under) => run(['ls-tree', '-r', '-z', '--name-only', 'HEAD', under]).toString('utf8').split('\0').filter((path) => path !== ''),
    text: (path) => run(['show', `HEAD:${path}`]).toString('utf8'),
    /** Many files in one call. */
    texts: (paths) => batch(run(['cat-file', '--batch'], paths.map((path) => `HEAD:${path}\n`).join('')), paths.length),
  }
}

function batch(bytes, count) {
  const texts = []
  for (let at = 0; texts.length < count;) {
    const end = bytes.indexOf(10, at)
    const head = bytes.toString('latin1', at, end)
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(head)?.[1]
    texts.push(size === undefined ? undefined : bytes.toString('utf8', end + 1, end + 1 + Number(size)))
    at = size === undefined ? end + 1 : end + 2 + Number(size)
  }
  return texts
}

const lines = (text) => text.split('\n').filter((line) => line.trim() !== '').map((line) => JSON.parse(line))

/** Spider: tables of 166 databases, questions of the development set, gold tables from the parsed queries. Names are those of the databases, not the ones made readable. */
export function spider(clone) {
  const home = 'evaluation_examples/examples'
  const schemas = new Map(JSON.parse(clone.text(`${home}/tables.json`)).map((schema) => [schema.db_id, schema]))
  const idFor = (db, table) => `res:db.sqlite.${db}.${schemas.get(db).table_names_original[table].replaceAll('.', '%2E')}`
  const resources = [...schemas.values()].flatMap((schema) => schema.table_names_original.map((_, table) => resourceOf(spiderTable(schema, table), NOW)))
  const questions = JSON.parse(clone.text(`${home}/dev.json`)).map(({ db_id, question, sql }) => ({ text: question, gold: [...tablesIn(sql)].map((table) => idFor(db_id, table)) }))
  return { name: 'Spider dev', resources, questions }
}

function spiderTable(schema, table) {
  const named = (column) => schema.column_names_original[column]
  const keys = new Map(schema.foreign_keys.map(([from, to]) => [from, `${schema.table_names_original[named(to)[0]]}.${named(to)[1]}`]))
  const columns = schema.column_names_original.flatMap(([owner, name], at) => (owner !== table ? [] : [{
    name, type: schema.column_types[at], ...(schema.primary_keys.includes(at) ? { pk: true } : {}), ...(keys.has(at) ? { fk: keys.get(at) } : {}),
  }]))
  return { kind: 'tabular', place: { ns: 'db', engine: 'sqlite', source: schema.db_id, path: [schema.table_names_original[table]] }, columns, cap: ['scan', 'filter', 'project', 'aggregate', 'join', 'sort', 'limit'] }
}

/** Every table that a parsed query names, in its subqueries too. */
function* tablesIn(part) {
  if (!Array.isArray(part)) {
    if (part !== null && typeof part === 'object') for (const inner of Object.values(part)) yield* tablesIn(inner)
  } else if (part[0] === 'table_unit' && typeof part[1] === 'number') yield part[1]
  else for (const inner of part) yield* tablesIn(inner)
}

/** Spider 2 snow: tables of real warehouses; with `named` the question is asked with the name of its database. */
export function spider2(clone, named) {
  const files = clone.list('spider2-snow/resource/databases').filter((path) => path.endsWith('.json'))
  const tables = clone.texts(files).filter((text) => text !== undefined).map((text) => JSON.parse(text.replace(/: (?:NaN|-?Infinity)\b/g, ': null')))
  const resources = tables.map((table) => resourceOf(snowTable(table), NOW))
  const ids = new Map(tables.map((table, at) => [table.table_fullname.toUpperCase(), resources[at].overview.id]))
  const gold = new Map(lines(clone.text('methods/gold-tables/spider2-snow-gold-tables.jsonl')).map((row) => [row.instance_id, row.gold_tables]))
  const questions = lines(clone.text('spider2-snow/spider2-snow.jsonl')).flatMap(({ instance_id, instruction, db_id }) => {
    const wanted = [...new Set((gold.get(instance_id) ?? []).map((name) => ids.get(name.toUpperCase())).filter((id) => id !== undefined))]
    return wanted.length === 0 ? [] : [{ text: named ? `${instruction} (${db_id})` : instruction, gold: wanted }]
  })
  return { name: `Spider 2 snow, ${named ? 'with' : 'without'} the database's name`, resources, questions }
}

function snowTable({ table_fullname, column_names, column_types, description = [] }) {
  const [source, ...path] = table_fullname.split('.')
  const columns = column_names.map((name, at) => ({ name, type: String(column_types[at]), ...(description[at] ? { description: description[at] } : {}) }))
  return { kind: 'tabular', place: { ns: 'db', engine: 'snowflake', source, path }, columns, cap: ['scan', 'filter', 'project', 'aggregate', 'join', 'sort', 'limit'] }
}

/** BFCL v4: every tool of every file, one for each name (its first definition, labelled files first), and each question that has a labelled answer in one turn. */
export function bfcl(clone) {
  const home = 'berkeley-function-call-leaderboard/bfcl_eval/data'
  const files = clone.list(home).filter((path) => /\/data\/BFCL_v4_[a-z_]+\.json$/.test(path) && !path.includes('format_sensitivity'))
  const labelled = new Set(clone.list(`${home}/possible_answer`).map((path) => path.split('/').at(-1)))
  const sets = files.map((path) => ({ name: path.split('/').at(-1), rows: lines(clone.text(path)) }))
  const isLabelled = ({ name }) => labelled.has(name)
  const tools = new Map()
  const add = (tool) => tools.has(tool.name) || tools.set(tool.name, resourceOf(toolOf(tool), NOW))
  for (const set of [...sets.filter(isLabelled), ...sets.filter((one) => !isLabelled(one))]) for (const row of set.rows) for (const tool of row.function ?? []) add(tool)
  for (const path of clone.list(`${home}/multi_turn_func_doc`)) for (const tool of lines(clone.text(path))) add(tool)
  const questions = sets.filter(isLabelled).flatMap(({ name, rows }) => {
    const answers = new Map(lines(clone.text(`${home}/possible_answer/${name}`)).map((row) => [row.id, row.ground_truth]))
    return rows.filter((row) => (row.function ?? []).length > 0).map((row) => ({
      text: row.question.flat().filter(({ role }) => role === 'user').map(({ content }) => content).join('\n'),
      gold: [...new Set((answers.get(row.id) ?? []).flatMap((call) => Object.keys(call)))].map((tool) => tools.get(tool)?.overview.id).filter((id) => id !== undefined),
    }))
  }).filter(({ gold }) => gold.length > 0)
  return { name: 'BFCL v4', resources: [...tools.values()], questions }
}

function toolOf({ name, description, parameters }) {
  const required = new Set(parameters?.required ?? [])
  const inputs = Object.entries(parameters?.properties ?? {}).map(([key, value]) => ({
    name: key, in: 'argument', type: String(value.type ?? 'any'), ...(required.has(key) ? { required: true } : {}),
    ...(value.description ? { description: String(value.description) } : {}), ...(Array.isArray(value.enum) ? { values: value.enum.map(String) } : {}),
  }))
  return { kind: 'skill', place: { ns: 'skill', engine: '', source: 'bfcl', path: [name] }, title: name, ...(description ? { description } : {}), columns: [], inputs, call: { by: 'mcp', tool: name }, cap: ['invoke'] }
}

/** RestBench: the operations of one API as the connector reads them, and tasks with the chain of calls that solves them. Tasks whose labels name no operation of the document are left out. */
export async function restbench(clone, which) {
  const resources = []
  const folder = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
  try {
    writeFileSync(join(folder, 'api.json'), clone.text(`specs/${which}_oas.json`))
    const source = { name: which, type: 'openapi', location: 'api.json', address: 'api.json', root: folder, secrets: {}, credentials: {}, options: {} }
    for await (const found of openapi.scan(source, { progress() {} })) if (!('severity' in found)) resources.push(resourceOf(found, NOW))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const ids = new Map(resources.map(({ overview }) => [shapeOf(overview.title), overview.id]))
  const questions = JSON.parse(clone.text(`datasets/${which}.json`)).map(({ query, solution }) => ({ text: query, gold: [...new Set(solution.map((step) => ids.get(shapeOf(step.trim()))))] }))
  return { name: `RestBench ${which === 'tmdb' ? 'TMDB' : 'Spotify'}`, resources, questions: questions.filter(({ gold }) => !gold.includes(undefined)) }
}

/** The labels name some parameters otherwise than the document does. */
const shapeOf = (path) => path.replace(/\{[^}]*\}/g, '{}')
