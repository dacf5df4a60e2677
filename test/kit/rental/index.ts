// The sample shop in each database.
import { readFileSync } from 'node:fs'

/** The text that makes the shop. */
export const rentalSql = (database: 'postgres' | 'mariadb' | 'sqlite'): string => readFileSync(new URL(`./${database}.sql`, import.meta.url), 'utf8')
