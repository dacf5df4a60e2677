// The door to a shared database for those who may not reach the drivers.
export { openShared, type Reserved, type SharedDatabase } from '../../drivers/postgres-pool.ts'
