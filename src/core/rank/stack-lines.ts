// One line of a trace, per language. Every pattern is anchored and meets lines of bounded length only, so that hostile text costs no more than its length.

/** One place that a trace or a message of a compiler names. */
export interface Frame {
  /** `/` between parts, without scheme and query; absolute, or relative to somebody's folder. */
  readonly path: string
  /** 1-based. */
  readonly line?: number
  /** The function or method, without its class. */
  readonly symbol?: string
}

/** Whose way of writing a line follows. */
export type Kind = 'python' | 'pytest' | 'js' | 'jvm' | 'go' | 'rust' | 'dotnet' | 'ruby' | 'php' | 'native' | 'place'

/** The frames of one line; most have one. */
export interface Found {
  readonly kind: Kind
  readonly frames: readonly Frame[]
  /** This language writes the innermost frame last. */
  readonly lastFirst: boolean
}

type Reader = (line: string, before: string) => Frame | undefined

/** The frame that a line names, with the line before it for languages that need two. */
export function frameIn(line: string, before: string): Found | undefined {
  const text = bare(line)
  if (text.length < 4 || !/\d|\(Unknown Source\)$/.test(text)) return undefined
  for (const [kind, read] of READERS) {
    const frame = read(text, bare(before))
    if (frame !== undefined) return { kind, frames: [frame], lastFirst: kind === 'python' || kind === 'pytest' }
  }
  const frames = placesIn(text)
  return frames.length === 0 ? undefined : { kind: 'place', frames, lastFirst: false }
}

/** A line without what quotes and frames put before it: `> `, `| `. */
const bare = (line: string): string => line.replace(/^[\s|>]+/, '').trimEnd()

/** A frame, unless its path is a name for code without a file: `<anonymous>`, `node:internal/x`. */
function frameAt(raw: string, line: string | undefined, symbol?: string): Frame | undefined {
  if (/^(?:<|node:|native\b|eval |index \d)/.test(raw)) return undefined
  // A bracket that opens before a path closes after its line: [src/main.rs:5].
  const path = plainPath(raw.includes(']') ? raw : raw.replace(/^\[/, ''))
  if (path === '') return undefined
  return { path, ...(line === undefined ? {} : { line: Number(line) }), ...(symbol === undefined || symbol === '' ? {} : { symbol }) }
}

/** A path as a workspace would write it: no scheme, host or query, `/` between parts, no `.` and `..`. */
function plainPath(raw: string): string {
  const bare = decoded(raw).replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*\//i, (scheme) => (/^file:/i.test(scheme) ? '/' : '')).replace(/[?#].*$/, '').replaceAll('\\', '/').replace(/^\/(?=[a-z]:\/)/i, '').replace(/^\/@fs(?=\/)/, '')
  const parts: string[] = []
  for (const part of bare.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `${bare.startsWith('/') ? '/' : ''}${parts.join('/')}`
}

function decoded(raw: string): string {
  try {
    return raw.includes('%') ? decodeURIComponent(raw) : raw
  } catch {
    return raw
  }
}

/** The last name of a dotted or coloned one, without what compilers add. */
function lastName(name: string | undefined): string | undefined {
  const plain = name?.replace(/::h[0-9a-f]{16}$/, '').replace(/(?:::\{\{?closure\}?\}(?:#\d+)?)+/g, '').replace(/\.func\d+(?:\.\d+)*$/, '')
  return /(?:^|[.:#>\\/])~?([\p{L}_$][\p{L}\p{N}_$]*[?!]?)$/u.exec(plain ?? '')?.[1]
}

const python: Reader = (text) => {
  const found = /^File "([^"]+)", line (\d{1,7})(?:,? in (\S+))?/.exec(text) ?? /^File ([^":]+):(\d{1,7})(?:, in ([^\s(]+))?/.exec(text)
  return found === null ? undefined : frameAt(found[1] as string, found[2], lastName(found[3]))
}

const pytest: Reader = (text) => {
  const found = /^([^\s:]+\.py):(\d{1,7}): (?:in (\w+)|\w*(?:Error|Exception|Exit|Interrupt|Warning)\b)/.exec(text) ?? /^([^\s:]+\.py):(\d{1,7}):$/.exec(text)
  return found === null ? undefined : frameAt(found[1] as string, found[2], found[3])
}

const dotnet: Reader = (text) => {
  // The word before the number follows the language of the machine: `line`, `Zeile`.
  const tail = text.startsWith('at ') ? /:[\p{L}]{1,12} (\d{1,7})$/u.exec(text) : null
  const at = text.indexOf(') in ')
  if (tail === null || at < 0) return undefined
  const method = text.slice(3, text.indexOf('('))
  // A machine that the compiler made of an async method or an iterator, and a constructor.
  const machine = /<(\w+)>[\w|]*(?:\.MoveNext)?$/.exec(method)?.[1]
  return frameAt(text.slice(at + 5, tail.index), tail[1], machine ?? lastName(method.replace(/\.\.c?ctor$/, '').replace(/(?:\[[^\]]*\]|`\d+)+$/, '')))
}

const jvm: Reader = (text) => {
  const [, full, file, line] = /^at (?:[\w.@-]+\/{1,2})*([\p{L}\p{N}_.$<>-]+)\(([\p{L}\p{N}_$-]+\.(?:java|kt|kts|scala|groovy|clj)|Unknown Source)(?::(\d{1,7}))?\)/u.exec(text) ?? []
  if (full === undefined || file === undefined) return undefined
  const parts = full.split('.')
  const method = parts.pop() ?? ''
  const type = (parts.pop() ?? '').replace(/\$.*$/, '')
  const name = file === 'Unknown Source' ? `${type}.java` : file
  // What the compiler calls a lambda has the method in it; a constructor has the name of its class.
  const symbol = method.startsWith('<') ? type : (/^lambda\$(\w+)\$\d+$/.exec(method)?.[1] ?? method)
  return frameAt([...parts, name].join('/'), line, symbol)
}

const rust: Reader = (text, before) => {
  const [, path, line] = /^at (\S.*\.rs):(\d{1,7})(?::\d{1,7})?$/.exec(text) ?? []
  return path === undefined ? undefined : frameAt(path, line, lastName(/^\d+:\s+(?:0x[0-9a-f]+ - )?(\S+)/.exec(before)?.[1]))
}

const js: Reader = (text) => {
  const [, column] = /^(?:at .*|[^\s@]{0,200}@\S*)(:\d{1,7}:\d{1,7}\)?)$/.exec(text) ?? []
  if (column === undefined) return undefined
  const head = text.slice(0, -column.length)
  const [name, path] = text.startsWith('at ') ? callOf(head.slice(3)) : [head.slice(0, head.indexOf('@')), head.slice(head.indexOf('@') + 1)]
  return /[\\/.]/.test(path) ? frameAt(path, /\d+/.exec(column)?.[0], lastName(name.replace(/^(?:async |new )+/, '').replace(/ \[as .*$/, '').replace(/[/<]+$/, ''))) : undefined
}

function callOf(call: string): readonly [string, string] {
  const open = call.indexOf(' (')
  return open < 0 ? ['', call.replace(/^async /, '')] : [call.slice(0, open), call.slice(open + 2)]
}

const go: Reader = (text, before) => {
  const [, path, line] = /^(\S.*\.go):(\d{1,7})(?: \+0x[0-9a-f]+)?$/.exec(text) ?? []
  if (path === undefined || !/\)$|^created by /.test(before)) return undefined
  const called = before.replace(/^created by /, '').replace(/ in goroutine \d+$/, '')
  const open = called.endsWith(')') ? called.lastIndexOf('(') : called.length
  return frameAt(path, line, lastName(called.slice(0, open).replaceAll(/[()*]|\[\.\.\.\]/g, '')))
}

const ruby: Reader = (text) => {
  const [, path, line, where] = /^(?:\d+:\s+)?(?:from\s+)?((?:[A-Za-z]:)?[^:]+):(\d{1,7}):in [`']([^`']+)'/.exec(text) ?? []
  return path === undefined ? undefined : frameAt(path, line, lastName(where?.replace(/^.* in /, '')))
}

/** In PHP a line names what was called there, so the place lies in what the next line names; the line before is no help, and it has no symbol. */
const php: Reader = (text) => {
  const step = /^#\d+ (.+\.\w+)\((\d{1,7})\): /.exec(text)
  const at = text.lastIndexOf(' in ')
  const found = step ?? (at < 0 && !text.startsWith('in ') ? null : /^ ?in ((?:[A-Za-z]:)?[^:*?"<>|]+\.(?:php|phtml|inc))(?::| on line )(\d{1,7})/.exec(text.slice(Math.max(0, at))))
  return found === null ? undefined : frameAt(found[1] as string, found[2])
}

/** Debuggers and sanitizers: `#1 0x4f in parse (x=1) at src/a.c:12`. */
const native: Reader = (text) => {
  if (!/^#\d+\s/.test(text)) return undefined
  const [place] = placesIn(text)
  const symbol = lastName(/^#\d+\s+(?:0x[0-9a-f]+ )?(?:in )?([\w:~]+)/.exec(text)?.[1])
  return place === undefined ? undefined : { ...place, ...(symbol === undefined ? {} : { symbol }) }
}

/** The more a line must have, the earlier it is tried. */
const READERS: readonly (readonly [Kind, Reader])[] = [
  ['python', python], ['dotnet', dotnet], ['jvm', jvm], ['rust', rust], ['js', js], ['go', go], ['ruby', ruby], ['php', php], ['pytest', pytest], ['native', native],
]

const WORD_PLACE = /^(.+?\.([A-Za-z]\w{0,9})):(\d{1,7})(?!\w|-\d)/
const BRACKET_PLACE = /^(?:\[\w+\] |[ew]: )?(\S.*?\.[A-Za-z]\w{0,9})(?:\((\d{1,7}),\d{1,7}\):|:\[(\d{1,7}),\d{1,7}\]|: \((\d{1,7}), ?\d{1,7}\))/
/** Names of hosts, which have ports as files have lines. */
const HOSTS = new Set(['com', 'org', 'net', 'io', 'dev', 'local', 'localhost', 'internal'])

/** Places as compilers, linters and people write them: `src/a.ts:12:5`, `a.ts(12,5)`, `Foo.java:[12,5]`, `at a.pl line 12`. */
function placesIn(text: string): Frame[] {
  const bracket = BRACKET_PLACE.exec(text)
  if (bracket !== null) return [frameAt(bracket[1] as string, bracket[2] ?? bracket[3] ?? bracket[4])].filter((frame) => frame !== undefined)
  const words = text.split(/[\s"'`()<>|,;{}=]+|\bat (?=\S+ line )/)
  return words.flatMap((word, i) => {
    const [, path, ending, line] = word.length > 400 ? [] : (WORD_PLACE.exec(word) ?? [])
    const frame = path === undefined || HOSTS.has(ending ?? '') ? undefined : frameAt(path, line, word.endsWith(':in') ? lastName(words.slice(i + 1).find((next) => !/^(?:block|rescue|ensure|in)$/.test(next))) : undefined)
    return frame === undefined ? [] : [frame]
  })
}
