// Lock files in which indentation says what belongs to what: Yarn, pnpm, Bundler, CocoaPods, Dart, Mix; and the list of sums that Go keeps.
import { type Line, linesOf } from '../leaf.ts'
import { foundIn, groupsOf, type Lock, type LockFormat, type Package, sectionsOf, spanOf } from './lock.ts'

const unquoted = (text: string): string => text.replaceAll(/["']/g, '')

const YARN_ENTRY = /^(?!__metadata)["\w@][^#]*:$/

const yarn: LockFormat = {
  owns: (head) => /^# yarn lockfile|^__metadata:/m.test(head),
  read(text): Lock {
    const lines = linesOf(text)
    const version = /yarn lockfile v(\d+)/.exec(text.slice(0, 300))?.[1] ?? foundIn(sectionsOf(lines, /^__metadata:/), /^ {2}version: (\d+)/)[0]
    return { manager: 'Yarn', ...(version === undefined ? {} : { version }), packages: groupsOf(lines, YARN_ENTRY).map(yarnPackage) }
  },
}

function yarnPackage(group: readonly Line[]): Package {
  const own = group.some(({ text }) => /^ {2}resolution: ".*@workspace:/.test(text))
  const [name = ''] = foundIn(group, /^"?(@?[^@"]+)@/)
  const [version = ''] = foundIn(group, /^ {2}version:? "?([^"]+)"?$/)
  return { ...spanOf(group), name, version, needs: foundIn(group, /^ {4}"?(@?[^\s":@]+)"?[: ]/), own }
}

const PNPM_NAME = /^ {2}'?\/?(@[^/]+\/[^@/'(]+|[^@/'(:]+)[@/]([^:'()]+)/

const pnpm: LockFormat = {
  owns: (head) => /^lockfileVersion:/m.test(head),
  read(text): Lock {
    const lines = linesOf(text)
    const packages = groupsOf(sectionsOf(lines, /^packages:/).map(outdented), /^\S/).map((group): Package => {
      const [, name = '', version = ''] = PNPM_NAME.exec(`  ${group[0]?.text ?? ''}`) ?? []
      return { ...spanOf(group), name, version, needs: [] }
    })
    const importers = sectionsOf(lines, /^importers:/)
    const direct = importers.length > 0 ? foundIn(importers, /^ {6}'?([^\s':]+)'?:/) : foundIn(sectionsOf(lines, /^(?:dev|optional)?dependencies:/i), /^ {2}'?([^\s':]+)'?:/)
    return { manager: 'pnpm', version: unquoted(foundIn(lines.slice(0, 5), /^lockfileVersion: (\S+)/)[0] ?? ''), packages, direct }
  },
}

const outdented = (line: Line): Line => ({ ...line, text: line.text.slice(2) })

const bundler: LockFormat = {
  owns: (head) => /^(?:GEM|PATH|GIT)\s*$/m.test(head),
  read(text): Lock {
    const lines = linesOf(text)
    const specs = sectionsOf(lines, /^(?:GEM|PATH|GIT|PLUGIN SOURCE)\s*$/).filter((line) => line.text.startsWith('    ')).map((line) => ({ ...line, text: line.text.slice(4) }))
    return { manager: 'Bundler', packages: groupsOf(specs, /^\S/).map(versioned), direct: foundIn(sectionsOf(lines, /^DEPENDENCIES\s*$/), /^ {2}([^\s!(]+)/) }
  },
}

const cocoaPods: LockFormat = {
  owns: (head) => /^PODS:/m.test(head),
  read(text): Lock {
    const lines = linesOf(text)
    const pods = sectionsOf(lines, /^PODS:/).map((line) => ({ ...line, text: line.text.replace(/^ {2}- |^ {4}- /, (dash) => ' '.repeat(dash.length - 4)) }))
    return { manager: 'CocoaPods', packages: groupsOf(pods, /^\S/).map(versioned), direct: foundIn(sectionsOf(lines, /^DEPENDENCIES:/), /^ {2}- "?([^\s(/"]+)/) }
  },
}

/** `name (1.2)` with what it needs below. */
function versioned(group: readonly Line[]): Package {
  const [, name = '', version = ''] = /^"?([^\s(]+)(?: \(([^)]*)\))?/.exec(group[0]?.text ?? '') ?? []
  return { ...spanOf(group), name, version, needs: foundIn(group.slice(1), /^\s+"?([^\s(!]+)/) }
}

const pub: LockFormat = {
  owns: (head) => /^packages:/m.test(head),
  read(text): Lock {
    const groups = groupsOf(sectionsOf(linesOf(text), /^packages:/).map(outdented), /^\S/)
    const nameOf = (group: readonly Line[]): string => unquoted(group[0]?.text ?? '').replace(/:\s*$/, '')
    const packages = groups.map((group): Package => ({ ...spanOf(group), name: nameOf(group), version: unquoted(foundIn(group, /^ {2}version: (\S+)/)[0] ?? ''), needs: [] }))
    return { manager: 'Dart', packages, direct: groups.filter((group) => group.some(({ text }) => /^ {2}dependency: "?direct/.test(text))).map(nameOf) }
  },
}

const mix: LockFormat = {
  owns: (head) => /^%\{/m.test(head),
  read(text): Lock {
    const packages = linesOf(text).flatMap((line): Package[] => {
      const [, name, version = ''] = /^ {2}"([^"]+)": \{:\w+,[^,]*,\s*"([^"]*)"/.exec(line.text) ?? []
      return name === undefined ? [] : [{ start: line.start, end: line.end, name, version, needs: [...line.text.matchAll(/\{:(\w+), "[~=><]/g)].map(([, need = '']) => need) }]
    })
    return { manager: 'Mix', packages }
  },
}

const GO_SUM = /^(\S+) (v[^\s/]+)(?:\/go\.mod)? h1:/

const go: LockFormat = {
  owns: (head) => GO_SUM.test(head),
  read(text): Lock {
    const packages: Package[] = []
    for (const { text: line, start, end } of linesOf(text)) {
      const [, name = '', version = ''] = GO_SUM.exec(line) ?? []
      const last = packages.at(-1)
      // The sums of one module stand together: its code, its go.mod, older versions.
      if (last?.name === name) packages[packages.length - 1] = { ...last, version, end }
      else if (name !== '') packages.push({ name, version, start, end, needs: [] })
    }
    return { manager: 'Go', packages }
  },
}

/** Lock files written with indentation, the most telling beginning first. */
export const indentedLocks: readonly LockFormat[] = [yarn, pnpm, bundler, cocoaPods, go, mix, pub]
