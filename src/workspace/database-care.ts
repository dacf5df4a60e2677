// What the commands about the team's database need, apart from the rest of the workspace.
export { DATABASE_VARIABLE, databaseAddress, sharedDatabase, worded } from './database.ts'
export { databaseStatus, migrate } from '../stores/postgres/migrate.ts'
