// What a role may see, as the configuration says it. A policy that cannot be read opens nothing: it is an error, never a guess.
import { UsageError } from '../core/field.ts'
import { wordMatches } from '../core/glob.ts'
import { suggestion } from '../core/nearest.ts'

/** A policy as it is written: globs over ids without `res:`. */
export interface Policy {
  /** Everything unless told. */
  readonly allow?: readonly string[]
  /** Wins over allow. */
  readonly deny?: readonly string[]
  readonly columns?: { readonly deny?: readonly string[] }
  readonly details?: boolean
  readonly antiPatterns?: boolean
}

/** A column as a policy looks at it. */
export interface Field {
  readonly name: string
  readonly pii?: string | undefined
}

/** A role that can be asked. */
export interface Role {
  readonly name: string
  /** True when nothing is kept from it. */
  readonly full: boolean
  /** True when some columns are kept from it, whichever they are. */
  readonly fields: boolean
  readonly details: boolean
  readonly antiPatterns: boolean
  sees(id: string): boolean
  /** Whether a column or input of a resource is kept from it. */
  hides(id: string, field: Field): boolean
  /** Whether a rule could hide some field of a resource, described or not. */
  reaches(id: string): boolean
}

/** The role of a name. Where roles are defined a reader must have one; without any, there is nothing to keep. */
export function roleNamed(roles: Readonly<Record<string, Policy>> | undefined, name: string | undefined): Role | undefined {
  const names = Object.keys(roles ?? {})
  if (name === undefined) {
    if (names.length > 0) throw new UsageError(`roles are defined, so a reader must have one; use --role, FOVEA_ROLE or catalog.role in the configuration: ${names.join(', ')}`)
    return undefined
  }
  const policy = roles !== undefined && Object.hasOwn(roles, name) ? roles[name] : undefined
  if (policy === undefined) throw new UsageError(names.length === 0 ? `there is no role "${name}": no roles are defined under catalog.roles in the configuration` : `there is no role "${name}"; ${suggestion(name, names)}`)
  return roleOf(name, policy)
}

/** A policy made ready to be asked; throws when it cannot be read. */
export function roleOf(name: string, policy: Policy): Role {
  const { allow = ['*'], deny = [], columns = {}, details = true, antiPatterns = true } = checked(name, policy)
  const [allowed, denied] = [allow.map((glob) => matcher(glob)), deny.map((glob) => matcher(glob, true))]
  const hidden = (columns.deny ?? []).map(fieldRule)
  const sees = (id: string): boolean => !denied.some((matches) => matches(plain(id))) && allowed.some((matches) => matches(plain(id)))
  return {
    name, details, antiPatterns, fields: hidden.length > 0, sees,
    full: allow.includes('*') && deny.length === 0 && hidden.length === 0 && details && antiPatterns,
    hides: (id, field) => hidden.length > 0 && ancestry(field).some((part) => hidden.some((rule) => rule(plain(id), part))),
    reaches: (id) => (columns.deny ?? []).some((pattern) => couldHide(pattern, plain(id).toLowerCase())),
  }
}

/** Whether a rule for fields can be about a resource at all: by the signs before its first wildcard. */
function couldHide(pattern: string, id: string): boolean {
  const [owner, name] = pattern.split(/#(.*)/s) as [string, string | undefined]
  if (pattern.startsWith('pii:') || (name === undefined && !pattern.includes('.'))) return true
  if (name !== undefined) return matcher(owner, true)(id)
  const [fixed = ''] = plain(pattern).toLowerCase().split(/[*?]/)
  return `${id}.`.startsWith(fixed) || fixed.startsWith(`${id}.`)
}

const plain = (id: string): string => (id.startsWith('res:') ? id.slice('res:'.length) : id)

/** What is denied is denied in any case of letters; what is allowed must be meant exactly. */
function matcher(glob: string, loose = false): (text: string) => boolean {
  const [pattern, as] = [loose ? plain(glob).toLowerCase() : plain(glob), (text: string): string => (loose ? text.toLowerCase() : text)]
  if (pattern === '*') return () => true
  const rest = pattern.slice(1)
  if (pattern.startsWith('*') && !/[*?]/.test(rest)) return (text) => as(text).endsWith(rest)
  return /[*?]/.test(pattern) ? (text) => wordMatches(pattern, as(text)) : (text) => as(text) === pattern
}

/** `pii:*` by what a column holds, `db.pg.main.hr.people#salary` by resource and name, `salary` by name, `*.hr.*.salary` by both in one. */
function fieldRule(pattern: string): (id: string, field: Field) => boolean {
  if (pattern.startsWith('pii:')) {
    const kind = matcher(pattern.slice('pii:'.length), true)
    return (_, { pii }) => pii !== undefined && pii !== 'none' && kind(pii)
  }
  const [owner, name] = pattern.split(/#(.*)/s) as [string, string | undefined]
  if (name !== undefined) {
    const [here, called] = [matcher(owner, true), matcher(name, true)]
    return (id, field) => called(field.name) && here(id)
  }
  const whole = matcher(pattern, true)
  return pattern.includes('.') ? (id, field) => whole(`${id}.${field.name}`) : (_, field) => whole(field.name)
}

/** A field and the fields that it is part of: who may not see `user` does not see `user.email` or `user[].email`. */
function ancestry({ name, pii }: Field): readonly Field[] {
  const cuts = [...name.matchAll(/\[\]|\./g)].map(({ index }) => index).filter((index) => index > 0)
  return [{ name, pii }, ...[...new Set(cuts)].map((cut) => ({ name: name.slice(0, cut) }))]
}

const SHAPE = { allow: texts, deny: texts, columns, details: truth, antiPatterns: truth } as const

function checked(name: string, policy: unknown): Policy {
  if (policy === null || typeof policy !== 'object' || Array.isArray(policy)) throw unreadable(name, 'it is not an object')
  for (const [key, value] of Object.entries(policy)) {
    if (!Object.hasOwn(SHAPE, key)) throw unreadable(name, `it says "${key}"; ${suggestion(key, Object.keys(SHAPE))}`)
    const fault = value === undefined ? undefined : SHAPE[key as keyof typeof SHAPE](value)
    if (fault !== undefined) throw unreadable(name, `${key} ${fault}`)
  }
  return policy as Policy
}

const unreadable = (name: string, why: string): UsageError => new UsageError(`the policy of the role "${name}" cannot be read, so nothing is shown: ${why}`)

function texts(value: unknown): string | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item.trim() !== '') ? undefined : 'must be a list of patterns such as ["db.*"]'
}

function truth(value: unknown): string | undefined {
  return typeof value === 'boolean' ? undefined : 'must be true or false'
}

function columns(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'must be an object such as {"deny": ["*.email"]}'
  const strange = Object.keys(value).find((key) => key !== 'deny')
  return strange === undefined ? texts('deny' in value ? (value.deny ?? []) : []) : `says "${strange}", and only deny is known`
}
