// Functions of JavaScript and TypeScript modules: skills that are invoked here.
import type { Connector } from '../../catalog/ports.ts'
import { functionsLabel } from '../labels.ts'
import { probeFunction, runFunction } from './run.ts'
import { scanFunctions } from './scan.ts'

/** Scans modules and calls their functions. */
export const functions: Connector = { ...functionsLabel, scan: scanFunctions, probe: probeFunction, run: runFunction }
