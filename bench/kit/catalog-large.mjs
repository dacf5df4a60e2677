// A warehouse of thousands of tables and an API of thousands of operations, made of words, the same every time.
import { createRequire } from 'node:module'

const DOMAINS = 'sales billing shipping inventory support marketing finance payroll hiring travel fleet energy clinic pharmacy school library hotel airline railway port farm dairy bakery brewery mining steel timber paper textile fashion jewelry toys sports gaming music film radio press advert legal tax audit insurance banking lending trading pension charity housing property security'.split(' ')
const ENTITIES = 'customer order invoice payment refund item product price discount supplier warehouse shelf batch parcel route driver vehicle trip ticket seat booking guest room bill ledger account transfer budget cost asset contract clause case claim policy premium visit patient doctor nurse drug dose test result sample sensor reading alarm device user role session event log task project milestone sprint issue comment review rating campaign lead contact call message email letter document page image video track album artist show episode channel station line stop timetable shift worker salary bonus leave course lesson student teacher grade exam book loan return branch region city country street meter tariff outage crop field harvest animal feed'.split(' ')
const COLUMNS = [['name', 'text'], ['status', 'text'], ['created_at', 'timestamp'], ['updated_at', 'timestamp'], ['amount', 'numeric(12,2)'], ['currency', 'text'], ['quantity', 'integer'], ['city', 'text'], ['country_code', 'text'], ['weight_kg', 'real'], ['started_on', 'date'], ['ended_on', 'date'], ['email', 'text'], ['phone', 'text'], ['is_active', 'boolean'], ['score', 'real'], ['notes', 'text'], ['kind', 'text'], ['priority', 'integer'], ['due_date', 'date'], ['owner_name', 'text'], ['external_ref', 'text'], ['latitude', 'real'], ['longitude', 'real'], ['duration_s', 'integer'], ['tax_rate', 'real'], ['total', 'numeric(12,2)'], ['language', 'text'], ['color', 'text'], ['size', 'text']]

const at = (list, i) => list[i % list.length]

/** The names of tables: every domain with every entity, as many as are wanted. */
export const tableNames = (count) => Array.from({ length: count }, (_, i) => ({ domain: at(DOMAINS, i), entity: at(ENTITIES, Math.floor(i / DOMAINS.length)), suffix: i >= DOMAINS.length * ENTITIES.length ? `_${Math.floor(i / (DOMAINS.length * ENTITIES.length))}` : '' }))

const nameOf = ({ domain, entity, suffix }) => `${domain}_${entity}${suffix}`

/** Columns of one table: a key, one or two keys of neighbours, and eight to seventeen others. */
function columnsOf(names, i) {
  const others = Array.from({ length: 8 + (i * 7) % 10 }, (_, j) => at(COLUMNS, i * 3 + j))
  const neighbour = names[i >= DOMAINS.length ? i - DOMAINS.length : i]
  return { others: [...new Map(others).entries()], neighbour: i >= DOMAINS.length ? neighbour : undefined }
}

/** Writes a SQLite file with as many tables, a few of them with rows. */
export function makeWarehouse(file, count) {
  const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm')
  const database = new Database(file)
  const names = tableNames(count)
  database.exec('BEGIN')
  names.forEach((name, i) => {
    const { others, neighbour } = columnsOf(names, i)
    const keys = neighbour === undefined ? '' : `, ${neighbour.entity}_id integer REFERENCES ${nameOf(neighbour)} (id)`
    database.exec(`CREATE TABLE ${nameOf(name)} (id integer PRIMARY KEY${keys}, ${others.map(([column, type]) => `${column} ${type}`).join(', ')})`)
    if (i % 50 === 0) database.exec(`CREATE INDEX ${nameOf(name)}_by ON ${nameOf(name)} (${others[0][0]}); INSERT INTO ${nameOf(name)} (id) VALUES (1), (2), (3)`)
  })
  database.exec('COMMIT')
  database.close()
}

const JSON_TYPES = { text: { type: 'string' }, timestamp: { type: 'string', format: 'date-time' }, date: { type: 'string', format: 'date' }, integer: { type: 'integer' }, boolean: { type: 'boolean' } }
const jsonType = (type) => JSON_TYPES[type] ?? { type: 'number' }

/** An OpenAPI document with as many operations: a list, one, and a search for each entity of each domain. */
export function makeApi(count) {
  const names = tableNames(Math.ceil(count / 3))
  const schemas = Object.fromEntries(names.map((name, i) => [nameOf(name), { type: 'object', description: `A ${name.entity} of ${name.domain}`, properties: { id: { type: 'integer' }, ...Object.fromEntries(columnsOf(names, i).others.map(([column, type]) => [column, jsonType(type)])) } }]))
  const answer = (schema) => ({ 200: { description: 'ok', content: { 'application/json': { schema } } } })
  const paths = {}
  names.forEach((name) => {
    const $ref = `#/components/schemas/${nameOf(name)}`
    const path = `/v1/${name.domain}/${name.entity}s${name.suffix}`
    paths[path] = { get: { operationId: `list_${nameOf(name)}`, summary: `List ${name.entity}s of ${name.domain}`, parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }, { name: 'status', in: 'query', schema: { type: 'string' } }], responses: answer({ type: 'array', items: { $ref } }) } }
    paths[`${path}/{id}`] = { get: { operationId: `get_${nameOf(name)}`, summary: `Get one ${name.entity} of ${name.domain}`, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }], responses: answer({ $ref }) } }
    paths[`${path}/search`] = { get: { operationId: `search_${nameOf(name)}`, summary: `Search ${name.entity}s of ${name.domain} by text`, parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }], responses: answer({ type: 'object', properties: { total: { type: 'integer' }, items: { type: 'array', items: { $ref } } } }) } }
  })
  const kept = Object.fromEntries(Object.entries(paths).slice(0, count))
  return { openapi: '3.0.3', info: { title: 'Everything', version: '1' }, servers: [{ url: 'https://api.example.org' }], paths: kept, components: { schemas } }
}

/** Questions of several shapes, each with the table that it is about. */
export function questions(count, tables) {
  const names = tableNames(tables)
  const shapes = [
    ({ domain, entity }) => `${entity}s of ${domain}`, ({ domain, entity }) => `total amount of ${domain} ${entity}s by city for each day, last 30d`,
    ({ domain, entity }) => `which ${entity} in ${domain} has the highest score and who owns it`, ({ domain, entity }) => `get one ${entity} of ${domain} by id`,
    ({ domain, entity }) => `list active ${domain} ${entity}s with email and phone`,
  ]
  return Array.from({ length: count }, (_, i) => {
    const name = names[(i * 37) % names.length]
    return { text: at(shapes, i)(name), table: nameOf(name) }
  })
}
