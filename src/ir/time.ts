// Times and dates as texts that sort like the moments they name: `2024-01-31T08:30:00.000000Z` and `2024-01-31`. All in UTC.

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/

/** A time in the one form that plans use; undefined when the text names none. Without a zone it is UTC; digits behind the microsecond are dropped. */
export function timeFrom(text: string): string | undefined {
  const match = TIME.exec(text.trim())
  if (match === null) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  const moment = new Date(0)
  moment.setUTCFullYear(year, month - 1, day)
  moment.setUTCHours(hour, minute - zoneMinutes(match[8]), second)
  const iso = moment.toISOString()
  return /^\d{4}-/.test(iso) ? `${iso.slice(0, 19)}.${(match[7] ?? '').slice(0, 6).padEnd(6, '0')}Z` : undefined
}

/** A date in the form of plans; of a time, the day in UTC. */
export function dateFrom(text: string): string | undefined {
  return timeFrom(text)?.slice(0, 10)
}

/** A time as it is shown: without a fraction that is zero. */
export const shownTime = (time: string): string => time.replace(/\.(\d*?)0*Z$/, (_, digits: string) => (digits === '' ? 'Z' : `.${digits}Z`))

/** The units to which a time can be cut, and what stays of it. */
export const UNITS = ['day', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]

/** The first day of the unit in which a time or date lies. */
export function cutTo(unit: Unit, moment: string): string {
  if (unit === 'day') return moment.slice(0, 10)
  return unit === 'month' ? `${moment.slice(0, 7)}-01` : `${moment.slice(0, 4)}-01-01`
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)
}

function zoneMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '')
  if (match === null) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0))
}
