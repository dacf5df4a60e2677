// Which locations are data files. A label is known before its connector is loaded.
import type { ConnectorLabel } from '../index.ts'

/** Data files and folders of them. A plain `.json` is asked last, because documents of other kinds end so too. */
export const filesLabel: Omit<ConnectorLabel, 'load'> = {
  type: 'files', title: 'data files: CSV, JSON, Parquet, Arrow',
  claims: (location, head) => !/^[a-z][a-z0-9+.-]+:/i.test(location) && (/(?:\.(?:csv|tsv|tab|json|geojson|jsonl|ndjson|parquet|pq|arrows?|feather|ipc)|\/)$/i.test(location) || /\.(?:csv|tsv|jsonl|ndjson|parquet|arrow|feather)$/im.test(head)),
}
