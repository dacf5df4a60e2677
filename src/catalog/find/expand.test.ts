import { expect, it } from 'vitest'
import { resourceOf } from '../resource.ts'
import { linksOf, wayBetween } from './expand.ts'
import { indexOf } from './index.ts'
import { search } from './search.ts'

const NOW = '2026-01-02T03:04:05Z'
const table = (name: string, columns: Readonly<Record<string, string | undefined>>) => resourceOf({
  kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'school', path: [name] }, cap: ['scan'], columns: Object.entries(columns).map(([column, fk]) => ({ name: column, type: 'int', ...(fk === undefined ? {} : { fk }) })),
}, NOW)
const call = (path: string, inputs: readonly string[], answers: readonly string[]) => resourceOf({
  kind: 'api', place: { ns: 'api', engine: '', source: 'films', path: [path] }, title: `GET ${path}`, cap: ['call'], columns: answers.map((name) => ({ name, type: 'int' })),
  inputs: inputs.map((name) => ({ name, in: path.includes(`{${name}}`) ? 'path' : 'query', type: 'text', required: true })), call: { by: 'http', method: 'GET', server: '', path, rows: [] },
}, NOW)

it('names the table between two others, with the keys', () => {
  const index = indexOf([table('student', { id: undefined, age: undefined }), table('enrolled', { sid: 'student.id', cid: 'course.id' }), table('course', { id: undefined, title: undefined }), table('dorm', { room: undefined })])
  const found = search(index, { text: 'age of a student by title of the course' })
  expect(linksOf(index, found)).toEqual([{ at: 2, id: 'res:db.pg.school.enrolled', why: 'joins course and student: course.id = enrolled.cid; sid = student.id' }])
  expect(wayBetween(index, 0, 1)).toBe(undefined)
})

it('names who gives a needed input', () => {
  const index = indexOf([call('/person/{person_id}/credits', ['person_id'], ['cast']), call('/search/person', ['query'], ['id'])])
  expect(linksOf(index, search(index, { text: 'credits' }))).toEqual([{ at: 1, id: 'res:api.films.%2Fsearch%2Fperson', why: 'gives person_id for %2Fperson%2F{person_id}%2Fcredits' }])
})
