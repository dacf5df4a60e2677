// GraphQL schemas (SDL): queries are resources that can be called where the address of the API is known.
import type { Connector } from '../../catalog/ports.ts'
import { graphqlLabel } from '../labels.ts'
import { probeServer } from '../openapi/run.ts'
import { runQuery } from './run.ts'
import { scanGraphql } from './scan.ts'

/** Scans GraphQL schemas and asks their queries. */
export const graphql: Connector = { ...graphqlLabel, scan: scanGraphql, probe: probeServer, run: runQuery }
