// A file of git's settings, read character by character as git does: a reader that sees a line end where git sees none would miss what git obeys.

/** `[remote "origin"] url = x`. */
export interface Setting {
  /** In small letters. */
  readonly section: string
  /** What stands in quotes behind the section. */
  readonly name: string
  /** In small letters. */
  readonly key: string
  readonly value: string
}

/** The settings of a text in their order, up to the first place at which git would give up. Includes are not followed. */
export function* settingsIn(text: string): Iterable<Setting> {
  const at = { text: text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), place: 0 }
  let head: Head | undefined = { section: '', name: '' }
  while (skipToWord(at)) {
    if (at.text[at.place] === '[') {
      head = headAt(at)
      if (head === undefined) return
      continue
    }
    const key = take(at, /[a-z][a-z0-9-]*[ \t]*/iy)?.trim().toLowerCase()
    const value = key === undefined ? undefined : valueAt(at)
    if (key === undefined || value === undefined) return
    yield { ...head, key, value }
  }
}

interface At {
  readonly text: string
  place: number
}

type Head = Pick<Setting, 'section' | 'name'>

/** Leaves white space and remarks behind; false at the end. */
function skipToWord(at: At): boolean {
  take(at, /(?:[ \t\n\r]|[#;][^\n]*)+/y)
  return at.place < at.text.length
}

function take(at: At, what: RegExp): string | undefined {
  what.lastIndex = at.place
  const found = what.exec(at.text)?.[0]
  at.place += found?.length ?? 0
  return found
}

/** `[section]`, `[section "name"]` or, as in old files, `[section.name]`. */
function headAt(at: At): Head | undefined {
  const words = /^\[([a-z0-9.-]*)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]$/i.exec(take(at, /\[[a-z0-9.-]*(?:[ \t]+"(?:[^"\\\n]|\\[^\n])*")?\]/iy) ?? '')
  if (words === null) return undefined
  const [, before = '', quoted] = words
  const dot = quoted === undefined ? before.indexOf('.') : -1
  return { section: (dot < 0 ? before : before.slice(0, dot)).toLowerCase(), name: quoted?.replace(/\\(.)/g, '$1') ?? (dot < 0 ? '' : before.slice(dot + 1).toLowerCase()) }
}

/** The rest of a line after a key: nothing, or `=` and a value, in which quotes go, white space around goes and a remark goes. */
function valueAt(at: At): string | undefined {
  if (at.place >= at.text.length || take(at, /\n/y) !== undefined) return ''
  if (take(at, /=/y) === undefined) return undefined
  let value = ''
  /** How much of it stays when white space follows until its end. */
  let kept = 0
  let quoted = false
  for (; at.place < at.text.length; at.place++) {
    const char = at.text[at.place] as string
    if (char === '\n') break
    if (!quoted && (char === '#' || char === ';')) {
      take(at, /[^\n]*/y)
      break
    }
    if (char === '"') quoted = !quoted
    else if (char === '\\') {
      const escaped = ESCAPED.get(at.text[++at.place] ?? '')
      if (escaped === undefined) return undefined
      value += escaped
    } else if (quoted || value !== '' || !SPACE.test(char)) value += char
    if (quoted || !SPACE.test(char)) kept = value.length
  }
  return quoted ? undefined : value.slice(0, kept)
}

const ESCAPED: ReadonlyMap<string, string> = new Map([['\n', ''], ['n', '\n'], ['t', '\t'], ['b', '\b'], ['"', '"'], ['\\', '\\']])

/** What git takes for white space. */
const SPACE = /[ \t\n\r]/
