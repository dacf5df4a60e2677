// OpenAPI 3.0, 3.1 and Swagger 2: operations are resources that can be called.
import type { Connector } from '../../catalog/ports.ts'
import { openApiLabel } from '../labels.ts'
import { probeServer, runCall } from './run.ts'
import { scanOpenApi } from './scan.ts'

/** Scans documents of APIs and calls what they offer. */
export const openapi: Connector = { ...openApiLabel, scan: scanOpenApi, probe: probeServer, run: runCall }
