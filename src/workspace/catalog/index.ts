// What the commands of the catalogue need, apart from the rest of the workspace: most runs never load it.
export { consent } from './consent.ts'
export { type OpenCatalog, openCatalog, type Reader } from './open.ts'
export { lookAt, type Scanned, scanSource } from './scan.ts'
export { connectorNamed, specFrom } from './sources.ts'
