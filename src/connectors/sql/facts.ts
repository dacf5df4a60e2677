// What a database says of its tables, whichever database it is: connectors fill this in, and one way makes descriptors of it.

/** A table, a view, or what else has rows. */
export interface TableFacts {
  /** `['public', 'orders']`; in SQLite only the table. */
  readonly path: readonly string[]
  readonly what: 'table' | 'view' | 'materialized view' | 'foreign table' | 'partitioned table' | 'virtual table'
  readonly comment?: string
  /** An estimate; absent where nobody knows. */
  readonly rows?: number
  readonly owner?: string
  readonly columns: readonly ColumnFacts[]
  readonly primaryKey: readonly string[]
  readonly unique: readonly (readonly string[])[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly Index[]
  readonly checks: readonly string[]
  /** `analyst: select`. */
  readonly grants: readonly string[]
  /** Whether whoever scanned may read it. */
  readonly readable: boolean
}

/** A column as the database describes it. */
export interface ColumnFacts {
  readonly name: string
  readonly type: string
  readonly nn: boolean
  readonly comment?: string
  /** The name of its type where that is made from another one. */
  readonly domain?: string
  readonly values?: readonly string[]
  /** Which part of its values is missing, from 0 to 1, where the database keeps count. */
  readonly nulls?: number
  /** The expression that makes its value. */
  readonly generated?: string
}

/** A key that points at another table. */
export interface ForeignKey {
  readonly columns: readonly string[]
  readonly to: readonly string[]
  readonly toColumns: readonly string[]
}

/** An index and the columns it begins with; expressions are left out. */
export interface Index {
  /** `btree`. */
  readonly method: string
  readonly columns: readonly string[]
}

/** Gathers items under a key, in the order in which they come. */
export function grouped<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
