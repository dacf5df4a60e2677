// Types in a few short words, so that columns of different sources can be compared and an overview stays short.

/** What a type is about. */
export type ShortType = 'int' | 'num' | 'str' | 'bool' | 'ts' | 'date' | 'time' | 'json' | 'bytes' | 'uuid' | 'list' | 'any'

const RULES: readonly (readonly [RegExp, ShortType])[] = [
  [/\[\]|^(?:array|list|set|repeated)\b|^_/, 'list'],
  [/^(?:timestamp|datetime|date-time|smalldatetime)/, 'ts'],
  [/^(?:interval|time\b|duration)/, 'time'],
  [/^date\b/, 'date'],
  [/^bool/, 'bool'],
  [/^tinyint\(1\)/, 'bool'],
  [/^(?:u?int|integer|bigint|smallint|tinyint|mediumint|serial|bigserial|smallserial|long|short|oid|year)/, 'int'],
  [/^(?:num|dec|real|double|float|money|half)/, 'num'],
  [/^uuid/, 'uuid'],
  [/^(?:json|object|struct|map|record|hstore|row)/, 'json'],
  [/^(?:bytea|blob|binary|varbinary|longblob|mediumblob|tinyblob|fixed_size_binary)/, 'bytes'],
  [/^(?:char|varchar|character|text|string|str|utf8|largeutf8|enum|citext|clob|longtext|mediumtext|tinytext|name|id\b|nvarchar|nchar|dictionary|inet|cidr|uri|email)/, 'str'],
]

/** The short word for a type as a source writes it. */
export function shortType(type: string): ShortType {
  const lower = type.trim().toLowerCase()
  return RULES.find(([pattern]) => pattern.test(lower))?.[1] ?? 'any'
}
