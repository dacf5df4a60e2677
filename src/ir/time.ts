// Times and dates as texts that sort like the moments they name: `2024-01-31T08:30:00.000000Z` and `2024-01-31`. All in UTC.

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/

/** A time in the one form that plans use; undefined when the text names none. Without a zone it is UTC; digits behind the microsecond are dropped. */
export function timeFrom(text: string): string | undefined {
  const match = TIME.exec(text.trim())
  if (match === null) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  const zone = zoneMinutes(match[8])
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month) || hour > 23 || minute > 59 || second > 59 || Math.abs(zone) >= DAY) return undefined
  const minutes = hour * 60 + minute - zone
  const date = shifted([year, month, day + Math.floor(minutes / DAY)])
  return date && `${date}T${[Math.floor((minutes + DAY) / 60) % 24, (minutes + DAY) % 60, second].map((part) => padded(part, 2)).join(':')}.${(match[7] ?? '').slice(0, 6).padEnd(6, '0')}Z`
}

const DAY = 24 * 60

const padded = (part: number, length: number): string => String(part).padStart(length, '0')

/** A date whose day may be one too early or too late for its month; years have four digits. */
function shifted([year, month, day]: readonly [number, number, number]): string | undefined {
  if (day < 1) return month === 1 ? shifted([year - 1, 12, 31]) : shifted([year, month - 1, daysOf(year, month - 1)])
  if (day > daysOf(year, month)) return month === 12 ? shifted([year + 1, 1, 1]) : shifted([year, month + 1, 1])
  return year < 1 || year > 9999 ? undefined : `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
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

function daysOf(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

function zoneMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '')
  if (match === null) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0))
}
