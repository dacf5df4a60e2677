// What is known of databases before their drivers are loaded.

/** PostgreSQL. */
export const postgresLabel = { type: 'postgres', title: 'PostgreSQL', claims: (location: string): boolean => /^postgres(?:ql)?:\/\//i.test(location) }

/** SQLite. */
export const sqliteLabel = { type: 'sqlite', title: 'SQLite', claims: (location: string): boolean => /^sqlite:/i.test(location) || /\.(?:sqlite3?|db3?|s3db|sl3)$/i.test(location) }

/** MySQL and MariaDB. */
export const mysqlLabel = { type: 'mysql', title: 'MySQL or MariaDB', claims: (location: string): boolean => /^(?:mysql|mariadb):\/\//i.test(location) }
