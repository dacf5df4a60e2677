// Real servers for tests. Start one in `beforeAll` of the file that needs it and stop it in `afterAll`: the first start on a machine makes a template, later ones copy it and take a fraction of a second.
export { executeMaria, startMariadb } from './mariadb.ts'
export { startNats } from './nats.ts'
export { execute, PASSWORD, type Postgres, startPostgres } from './postgres.ts'
export type { Service } from './program.ts'
export { startRedis } from './redis.ts'
