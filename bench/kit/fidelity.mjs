// How true a skeleton is to its source, by a list of what the source defines. A list is a record for each file:
//   { f: path, lang, s: [name, kind, tier, nameStart, signatureEnd][], b: [start, end][] (function bodies), i: [start, end][] (imports), d: first lines of docs }
// Tier 1 are functions, methods and types outside bodies; tier 2 fields, members and constants. Offsets are UTF-16.

const TYPES = new Set('class struct interface enum trait type typedef union module namespace object record protocol actor extension delegate macro'.split(' '))
const HASH = new Set(['python', 'ruby', 'shell', 'r', 'julia', 'perl', 'elixir'])

/** A name is found as often as it is defined. */
function namesFound(wanted, words, flat) {
  const times = new Map()
  for (const name of wanted) times.set(name, (times.get(name) ?? 0) + 1)
  let found = 0
  for (const [name, count] of times) found += Math.min(count, isWord(name) ? words.get(name) ?? 0 : occurrences(flat, name.replace(/\s+/g, '')))
  return found
}

const isWord = (name) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)

function occurrences(text, piece) {
  if (piece === '') return 0
  let count = 0
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) count++
  return count
}

function wordsIn(text, lang) {
  const words = new Map()
  const word = lang === 'php' || lang === 'shell' ? /[\p{L}_][\p{L}\p{N}_]*/gu : /[\p{L}_$][\p{L}\p{N}_$]*/gu
  for (const [found] of text.matchAll(word)) words.set(found, (words.get(found) ?? 0) + 1)
  return words
}

/** Text as it is compared: without comments, white space, or the marks that a joined line may lose or gain at its end. */
function plain(text, lang) {
  const comment = HASH.has(lang) ? String.raw`(?<=^|\s)#[^\n]*` : lang === 'php' ? String.raw`\/\/[^\n]*|\/\*[^]*?\*\/|(?<=^|\s)#(?!\[)[^\n]*` : String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`
  const parts = new RegExp(String.raw`("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'|\x60(?:[^\x60\\]|\\[^])*\x60)|${comment}`, 'gm')
  return text.replace(parts, '$1').replace(/\\\r?\n/g, '').replace(/\s+/g, '').replace(/,(?=[)\]>}])/g, '').replace(/[;,:={]+$/, '')
}

/** Lines that stand only inside function bodies. */
function bodyLines(source, bodies) {
  const inside = new Uint8Array(source.length + 1)
  for (const [start, end] of bodies) inside.fill(1, start, end)
  const [within, without] = [new Set(), new Set()]
  let at = 0
  for (const line of source.split('\n')) {
    const text = line.trim()
    const start = at + line.length - line.trimStart().length
    const isBody = text !== '' && inside.subarray(start, start + text.length).every((mark) => mark === 1)
    at += line.length + 1
    if (text.length < 10 || !/[A-Za-z]/.test(text) || /^(?:\/\/|\/\*|\*|#|--|"""|''')/.test(text)) continue
    ;(isBody ? within : without).add(text.replace(/\s+/g, ' '))
  }
  return [...within].filter((line) => !without.has(line))
}

/** What one skeleton kept and what it let through, as counts that can be added up. */
export function fidelityOf({ source, skeleton, record }) {
  const { lang } = record
  const words = wordsIn(skeleton, lang)
  const [flat, raw] = [plain(skeleton, lang), skeleton.replace(/\s+/g, '')]
  const names = record.s.filter(([, , tier]) => tier === 1).map(([name]) => name)
  const members = record.s.filter(([, , tier]) => tier === 2).map(([name]) => name)
  const signatures = record.s.filter(([, kind, tier, , end]) => tier === 1 && !TYPES.has(kind) && end !== undefined).map(([, , , start, end]) => plain(source.slice(start, end), lang))
  const imports = (record.i ?? []).map(([start, end]) => plain(source.slice(start, end), lang))
  const lines = new Set(skeleton.split('\n').map((line) => line.trim().replace(/\s+/g, ' ')))
  const bodies = bodyLines(source, record.b ?? [])
  return {
    names: names.length, namesKept: namesFound(names, words, raw),
    members: members.length, membersKept: namesFound(members, words, raw),
    signatures: signatures.length, signaturesKept: signatures.filter((one) => flat.includes(one)).length,
    imports: imports.length, importsKept: imports.filter((one) => flat.includes(one) || raw.includes(one)).length,
    bodyLines: bodies.length, bodyLinesLeft: bodies.filter((line) => lines.has(line)).length,
    unchanged: skeleton.trim() === source.trim() ? 1 : 0, empty: skeleton.trim() === '' && names.length > 0 ? 1 : 0,
  }
}
