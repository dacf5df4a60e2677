// To ask an open file where it is costs as much as to open it. Folders that nobody touches answer for all files in them: whoever swaps one for a link, or moves it, changes the folder
// above it, and no program can take the moment of that change back. So files are opened by their paths, and afterwards it is looked whether the folders stood still.
import { type Stats, statfsSync } from 'node:fs'
import { isSettled } from '../core/stamp.ts'
import { openPlain, openReal, type Opening } from './open.ts'
import { lstatOf } from './places.ts'

/** Around the folders of some files that are read one after the other. What was read counts once it is known that it still stands. */
export class Fence {
  /** Folders as they were before any file in them was opened; those above them are among them, up to the top. */
  private readonly inside = new Map<string, Stats>()
  private readonly outside = new Set<string>()
  private readonly disks = new Map<number, boolean>()
  private last: { readonly folder: string; readonly opening: Opening } | undefined

  /** `look` gives a folder as it was at some time after `began`, in milliseconds since 1970, and before the first file in it is opened. */
  constructor(private readonly began: number, private readonly look: (folder: string) => Stats | undefined = lstatOf, private readonly keepsMoments: (folder: string) => boolean = isLocal) {}

  /** How a file is opened: by its path where the folders answer for it. Where one of them changed just now, or is a link, the file is asked itself. */
  opening(file: string): Opening {
    const folder = above(file)
    if (this.last?.folder !== folder) this.last = { folder, opening: this.takes(folder) ? openPlain : openReal }
    return this.last.opening
  }

  /** Whether all folders are what they were, so that each path has led where it leads. */
  get stands(): boolean {
    for (const [folder, was] of this.inside) {
      const now = lstatOf(folder === '' ? TOP : folder)
      if (now === undefined || now.ino !== was.ino || now.dev !== was.dev || now.mtimeMs !== was.mtimeMs || now.ctimeMs !== was.ctimeMs) return false
    }
    return true
  }

  private takes(folder: string): boolean {
    if (this.inside.has(folder)) return true
    if (this.outside.has(folder)) return false
    const stat = this.look(folder === '' ? TOP : folder)
    const isTaken = stat?.isDirectory() === true && isSettled(stat.mtimeMs, stat.ctimeMs, this.began) && this.isHonest(folder, stat.dev) && (folder === '' || this.takes(above(folder)))
    if (isTaken) this.inside.set(folder, stat)
    else this.outside.add(folder)
    return isTaken
  }

  private isHonest(folder: string, disk: number): boolean {
    const known = this.disks.get(disk)
    if (known !== undefined) return known
    const is = this.keepsMoments(folder === '' ? TOP : folder)
    this.disks.set(disk, is)
    return is
  }
}

/** Disks of Linux that note the moment of a change themselves: ext, XFS, Btrfs, ZFS, F2FS, bcachefs, overlays and memory. Over a network, and below programs that play a disk, a moment may be late, or whoever serves it may choose it. */
const LOCAL: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x794c7630, 0x01021994])

function isLocal(folder: string): boolean {
  try {
    return process.platform === 'linux' && LOCAL.has(statfsSync(folder).type)
  } catch {
    return false
  }
}

const TOP = '/'

/** The folder that a path lies in; empty for the top. */
const above = (path: string): string => path.slice(0, path.lastIndexOf('/'))
