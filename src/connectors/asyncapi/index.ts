// AsyncAPI documents: channels are resources of kind bus. Nothing is sent or received.
import type { Connector } from '../../catalog/ports.ts'
import { asyncApiLabel } from '../labels.ts'
import { scanAsyncApi } from './scan.ts'

/** Scans documents of messages. */
export const asyncapi: Connector = { ...asyncApiLabel, scan: scanAsyncApi }
