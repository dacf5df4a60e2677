// Starts Chromium for the tests and the measurements: the one of the distribution, so that nothing has to be downloaded beside the packages.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/** The shell has no window and costs half as much. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The program that is started: $FOVEA_CHROMIUM, or the first that PATH holds. */
export function chromiumPath(env = process.env) {
  const wanted = env.FOVEA_CHROMIUM
  const candidates = wanted ? [wanted] : [...(env.PATH ?? '').split(delimiter), '/usr/bin'].flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const found = candidates.find(runs)
  if (found === undefined) throw new Error(`${wanted ? `FOVEA_CHROMIUM names ${wanted}, which is no program` : 'the tests of the studio need Chromium'}: run "apt-get install chromium-headless-shell", or set FOVEA_CHROMIUM to the path of a Chromium`)
  return found
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A Chromium without a window. Its sandbox needs another user than root, so only root goes without. */
export function startChromium(args = []) {
  return chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: process.getuid?.() !== 0, args: ['--disable-gpu', ...args] })
}
