// From a frame to a file of the workspace. A trace comes from somebody else's machine, so only the end of its path can agree with ours.
import { installedIn, type Packages, packagesIn } from './packages.ts'
import type { Frame } from './stack-lines.ts'

interface Place {
  readonly path: string
  /** Parts in lower case, the file name first. */
  readonly parts: readonly string[]
}

/** Paths by their file name, for looking up many frames, and what the workspace is called where it is installed. */
export interface Places {
  readonly byName: ReadonlyMap<string, readonly Place[]>
  readonly packages: Packages
}

/** Prepares paths for `placeOf`. */
export function placesOf(paths: Iterable<string>, packages: Packages = new Map()): Places {
  const places = new Map<string, Place[]>()
  for (const path of paths) {
    const parts = partsOf(path)
    const name = parts[0] as string
    const known = places.get(name)
    if (known === undefined) places.set(name, [{ path, parts }])
    else known.push({ path, parts })
  }
  return { byName: places, packages }
}

const partsOf = (path: string): string[] => path.toLowerCase().split('/').filter((part) => part !== '').reverse()

/** Belongs to a language and never to a workspace. */
const STANDARD = new RegExp([
  String.raw`(?:^|/)lib/python\d[\d.]*/(?!(?:site|dist)-packages/)`, String.raw`(?:^|/)python\d*/lib/(?!site-packages/)`, String.raw`(?:^|/)rustc/[0-9a-f]{7}`, '/\\.rustup/',
  String.raw`(?:^|/)go[\d.]*/(?:libexec/)?src/(?:runtime|net|sync|os|io|fmt|testing|reflect|encoding|syscall|internal|bufio|bytes|context|crypto|database|errors|strings|time|sort|log|html|text|path|regexp)/`,
  String.raw`/lib/ruby/\d[^/]*/(?!gems/)`, '/pkg/mod/', '^(?:java|javax|jdk|sun|com/sun|kotlin|kotlinx|scala|groovy|clojure)/', String.raw`^internal/(?:modules|process|main|timers|bootstrap|streams)\b.*\.js$`, '/dotnet/shared/',
].join('|'), 'i')

/** Holds packages that were installed, each in a folder of its name. */
const INSTALLED = /^.*(?:^|\/)(?:node_modules|(?:site|dist)-packages(?:\/[^/]+\.egg)?|registry\/src\/[^/]+|cargo_registry|gems|vendor)\//

/** Names that every second folder has: alone they tell nothing. */
const COMMON = /^(?:index|main|__init__|__main__|mod|lib|app|utils?|helpers?|types?|config|setup|test|conftest)\.\w+$/

/**
 * The file that a frame means: the one whose path shares the longest end with it. Undefined for installed packages, the standard library, and where several would do as well.
 * A workspace that is itself the package is found by the name in its manifest, or by the package's whole path: `site-packages/django/db/models.py`.
 */
export function placeOf({ path }: Frame, { byName, packages }: Places): string | undefined {
  const known = (exact: string): boolean => byName.get(partsOf(exact)[0] ?? '')?.some((place) => place.path === exact) ?? false
  if (known(path)) return path
  const own = ownPath(path, packages)
  if (own !== undefined && known(own)) return own
  if (STANDARD.test(path)) return undefined
  const rest = path.replace(INSTALLED, '')
  const wanted = partsOf(rest)
  const whole = rest !== path
  if (whole && wanted.length < 2) return undefined
  return bestOf(byName.get(wanted[0] ?? '') ?? [], { path: rest, wanted, whole, rooted: !whole && /^(?:\/|~\/|[a-z]:\/)/i.test(path) })
}

/** Frames in installed copies of the workspace's own packages, moved to where their files lie here. */
export function atHome(frames: readonly Frame[], files: readonly { readonly path: string; readonly text: string }[]): readonly Frame[] {
  if (frames.length === 0) return frames
  const packages = packagesIn(files)
  const known = new Set(files.map(({ path }) => path))
  return frames.map((frame) => {
    const own = ownPath(frame.path, packages)
    return own !== undefined && known.has(own) ? { ...frame, path: own } : frame
  })
}

/** Where the installed copy of one of our packages lies here. */
function ownPath(path: string, packages: Packages): string | undefined {
  const installed = installedIn(path, packages)
  const folder = installed === undefined ? undefined : packages.get(installed.name)
  return folder === undefined ? undefined : `${folder === '' ? '' : `${folder}/`}${installed?.rest}`
}

interface Wanted {
  readonly path: string
  readonly wanted: readonly string[]
  /** It starts at somebody's root, so its beginning says nothing. */
  readonly rooted: boolean
  /** Everything must agree. */
  readonly whole: boolean
}

function bestOf(candidates: readonly Place[], wanted: Wanted): string | undefined {
  let best = { worth: 0, path: undefined as string | undefined }
  for (const place of candidates) {
    const worth = agreement(place, wanted, candidates.length === 1)
    if (worth > best.worth) best = { worth, path: place.path }
    else if (worth === best.worth) best = { worth, path: undefined }
  }
  return best.path
}

/** How well a path agrees with the wanted one: the parts they share from the end, then whether all of it is there, then the case of its letters; 0 when that is too little. */
function agreement({ path, parts }: Place, { path: asked, wanted, rooted, whole }: Wanted, only: boolean): number {
  let shared = 0
  while (shared < parts.length && parts[shared] === wanted[shared]) shared++
  const allAsked = shared === wanted.length
  const allHere = shared === parts.length && (shared > 1 || rooted || allAsked)
  const partly = rooted ? shared > 1 || (only && !COMMON.test(parts[0] ?? '')) : shared > 1 && path.endsWith('.kt')
  const enough = allAsked || (!whole && (allHere || partly))
  return enough ? shared * 4 + (allHere ? 2 : 0) + (asked.endsWith(path.slice(-asked.length)) || asked.endsWith(path) ? 1 : 0) : 0
}
