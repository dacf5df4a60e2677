// The card of a set of options: one line each, with what they do not go together with (S3.10).
import { isRecord } from '../../json.ts'
import { jsonValue } from '../json-value.ts'
import { plainProse } from './plain.ts'
import type { Row } from './rows.ts'
import { documentFrom } from './sections.ts'

type Json = Record<string, unknown>

/** The rows of an option matrix; none when a text holds no options. */
export function optionRows(text: string): Row[] {
  const json = jsonValue(text)
  if (json === undefined) return tableRows(text)
  const options = isRecord(json) ? json['options'] : json
  if (Array.isArray(options) && options.length > 0 && options.every((one) => isRecord(one) && (one['id'] ?? one['name']) !== undefined)) return options.map((option, i) => optionRow(option as Json, i))
  return isRecord(json) && Array.isArray(json['scores']) ? scoreRows(json) : []
}

function optionRow(option: Json, i: number): Row {
  const against = textsOf(option['incompatibilities'])
  const said = [option['summary'] ?? option['title'] ?? option['approach'] ?? option['description']].flatMap(textsOf)
  return { label: String(option['id'] ?? option['name']), items: [...against.length > 0 ? [`not with ${against.join(', ')}`] : [], ...said].map(plainProse).toReversed(), between: '; ', rank: 1 + i }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : value === undefined || value === null ? [] : [textOf(value)])

const textOf = (value: unknown): string => (typeof value === 'string' ? value : isRecord(value) ? textOf(value['id'] ?? value['option'] ?? value['with'] ?? value['text'] ?? Object.values(value)[0]) : String(value))

/** What each option scored, the best first, and which contradict each other. */
function scoreRows(json: Json): Row[] {
  const scores = (json['scores'] as unknown[]).filter(isRecord).toSorted((a, b) => Number(b['total']) - Number(a['total']))
  const weights = isRecord(json['weights']) ? Object.entries(json['weights']).map(([name, weight]) => `${name} ${String(weight)}`) : []
  return [
    ...scores.map((score, i): Row => ({ label: textOf(score['option'] ?? score['id']), items: [`total ${String(score['total'])}`, ...(isRecord(score['by']) ? Object.entries(score['by']).map(([name, value]) => `${name} ${String(value)}`) : [])], between: ', ', rank: 1 + i })),
    { label: 'Weights', items: weights, between: ', ', rank: 20 }, { label: 'Conflicts', items: textsOf(json['conflicts']), between: '; ', rank: 2 },
  ]
}

/** One line for each row of the first table. */
function tableRows(text: string): Row[] {
  const lines = documentFrom(text).sections.flatMap((section) => section.lines)
  const at = lines.findIndex((line, i) => line.includes('|') && /^\s*\|?\s*:?-{2,}/.test(lines[i + 1] ?? ''))
  if (at < 0) return []
  const heads = cellsOf(lines[at] as string)
  const end = lines.findIndex((line, i) => i > at + 1 && !line.includes('|'))
  return lines.slice(at + 2, end < 0 ? undefined : end).map(cellsOf).filter(([first]) => first !== undefined && first !== '').map(([first, ...cells], i): Row =>
    ({ label: first as string, items: cells.map((cell, column) => (cell === '' || cell === '-' ? '' : cells.length === 1 ? cell : `${heads[column + 1] ?? ''} ${cell}`)), between: '; ', rank: 1 + i }))
}

const cellsOf = (line: string): string[] => line.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => plainProse(cell))
