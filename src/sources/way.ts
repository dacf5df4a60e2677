// How the files of a folder are opened while they are read one after the other, and when what was seen of them counts.
import { Changed } from '../core/changed.ts'
import type { Ledger, Seen } from '../core/ports.ts'
import { Fence } from '../disk/fence.ts'
import { type Opening, openReal } from '../disk/open.ts'
import { lstatOf } from '../disk/places.ts'
import type { Listed } from './listing.ts'
import { isStill, type Look } from './read.ts'

/** How files are opened, and where it is noted what was seen of them. */
export interface Way {
  readonly open: Opening
  note(path: string, look: Look, seen: Seen): void
  /** Behind the last file. Throws a Changed where something was read that is not in the folder. */
  end(): void
}

interface Place {
  readonly root: string
  readonly ledger?: Ledger | undefined
}

/** Each file is asked where it is as soon as it is open. */
export const pinned = ({ ledger }: Place): Way => ({ open: openReal, note: (path, { stamp }, seen) => ledger?.note(path, stamp, seen), end: () => {} })

/** Roots below which something went away between reading and proving: whoever begins again there asks each file, and comes to an end. */
const restless = new Set<string>()

/** The folders answer for their files in the end, unless that went wrong below this root before. */
export const wayThrough = (place: Place, listed: Since): Way => (restless.has(place.root) ? pinned(place) : new FencedWay(place, listed))

/** When the listing began, and the folders it saw. */
interface Since {
  readonly began: number
  readonly folders: Listed['folders']
}

/** Until the folders have answered nothing is noted: what is noted is believed in later runs. */
class FencedWay implements Way {
  private readonly fence: Fence
  private readonly noted: { readonly path: string; readonly look: Pick<Look, 'stamp' | 'disk'>; readonly seen: Seen }[] = []

  constructor(private readonly place: Place, { began, folders }: Since) {
    const inside = `${place.root}/`
    this.fence = new Fence(began, (folder) => (folder.startsWith(inside) ? folders?.get(folder.slice(inside.length)) : undefined) ?? lstatOf(folder))
  }

  readonly open: Opening = (file) => this.fence.opening(file)(file)

  note(path: string, { stamp, disk }: Look, seen: Seen): void {
    this.noted.push({ path, look: { stamp, disk }, seen })
  }

  end(): void {
    const { fence: { stands }, place: { root, ledger } } = this
    for (const { path, look, seen } of this.noted) {
      // Folders change when anything in them is made or removed: then it is the files that tell.
      if (!stands && !isStill(`${root}/${path}`, look)) {
        restless.add(root)
        throw new Changed(path)
      }
      ledger?.note(path, look.stamp, seen)
    }
  }
}
