// For what depends on folders that nobody touches, up to the top of the disk.
import { existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder where programs hardly ever make others; the usual place for temporary files changes all the time while tests run. */
export const quietFolder = (): string => realpathSync(mkdtempSync(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'fovea-')))

/** Milliseconds, longer than the clock of a disk may stand. */
export const A_WHILE = 60

/** Somebody else may have made a folder there at the wrong moment, once. */
export const AGAIN = { retry: 3 }
