// Units of numbers, where a name or a comment says one: `price_usd`, `duration_ms`, "Price of one rental in USD".
import { shortType } from '../../catalog/types.ts'

const WORDS = 'usd|eur|gbp|rub|chf|jpy|cny|inr|ms|milliseconds|seconds|minutes|hours|days|bytes|kb|mb|gb|percent|pct|kg|grams|km|meters|metres|cm|mm|celsius|kwh'
const IN_NAME = new RegExp(`_(${WORDS})$`)
const IN_COMMENT = new RegExp(`\\b(?:in|unit:?) (${WORDS})\\b`, 'i')
const MONEY = /^(?:usd|eur|gbp|rub|chf|jpy|cny|inr)$/

/** The unit of a column of numbers; undefined when nothing says it. */
export function unitOf({ name, type, comment = '' }: { readonly name: string; readonly type: string; readonly comment?: string }): string | undefined {
  if (!['int', 'num'].includes(shortType(type))) return undefined
  const unit = (IN_COMMENT.exec(comment)?.[1] ?? IN_NAME.exec(name.toLowerCase())?.[1])?.toLowerCase()
  return unit !== undefined && MONEY.test(unit) ? unit.toUpperCase() : unit
}
