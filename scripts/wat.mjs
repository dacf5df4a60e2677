// Turns WebAssembly text into a module: the part of the language that the .wat files of this project are written in (folded instructions, names for
// everything, one memory, its own or a lent one). Not a general assembler; any other one reads the same source.

const TYPES = { i32: 0x7f, i64: 0x7e, v128: 0x7b }
const EMPTY = 0x40
const PLAIN = {
  'unreachable': [0x00], 'return': [0x0f], 'drop': [0x1a], 'select': [0x1b],
  'i32.eqz': [0x45], 'i32.eq': [0x46], 'i32.ne': [0x47], 'i32.lt_s': [0x48], 'i32.lt_u': [0x49], 'i32.gt_s': [0x4a], 'i32.gt_u': [0x4b], 'i32.le_s': [0x4c],
  'i32.le_u': [0x4d], 'i32.ge_s': [0x4e], 'i32.ge_u': [0x4f], 'i64.eqz': [0x50], 'i64.eq': [0x51], 'i64.ne': [0x52], 'i64.lt_u': [0x54],
  'i32.add': [0x6a], 'i32.sub': [0x6b], 'i32.mul': [0x6c], 'i32.and': [0x71], 'i32.or': [0x72], 'i32.xor': [0x73], 'i32.shl': [0x74], 'i32.shr_u': [0x76],
  'i32.popcnt': [0x69], 'i64.clz': [0x79], 'i64.ctz': [0x7a], 'i64.add': [0x7c], 'i64.sub': [0x7d], 'i64.mul': [0x7e], 'i64.and': [0x83], 'i64.or': [0x84], 'i64.xor': [0x85], 'i64.shl': [0x86], 'i64.shr_u': [0x88], 'i64.rotl': [0x89],
  'i32.wrap_i64': [0xa7], 'i64.extend_i32_u': [0xad],
  'i8x16.swizzle': [0xfd, 0x0e], 'i8x16.eq': [0xfd, 0x23], 'v128.and': [0xfd, 0x4e], 'v128.or': [0xfd, 0x50], 'i8x16.bitmask': [0xfd, 0x64], 'i8x16.add_sat_u': [0xfd, 0x70], 'i32x4.min_u': [0xfd, 0xb7, 0x01], 'i16x8.shl': [0xfd, 0x8b, 0x01], 'i16x8.shr_u': [0xfd, 0x8d, 0x01],
}
// Operation and alignment, as a power of two; what stands in memory here may begin anywhere, so no alignment is promised.
const MEMORY = {
  'i32.load': [0x28], 'i64.load': [0x29], 'i32.load8_u': [0x2d], 'i32.load16_u': [0x2f], 'i32.store': [0x36], 'i64.store': [0x37], 'i32.store8': [0x3a],
  'v128.load': [0xfd, 0x00], 'v128.store': [0xfd, 0x0b],
}
const BRANCHES = { br: 0x0c, br_if: 0x0d }
const VARIABLES = { 'local.get': 0x20, 'local.set': 0x21, 'local.tee': 0x22, 'global.get': 0x23, 'global.set': 0x24, 'call': 0x10 }

/** The bytes of the module that a text describes. */
export function assemble(text) {
  const [, ...parts] = read(text)
  const of = (kind) => parts.filter(([head]) => head === kind)
  const imported = (kind) => of('import').filter(([, , , [head]]) => head === kind)
  const imports = imported('func').map(([, module, name, [, own, ...signature]]) => ({ module, name, own, ...signatureOf(signature) }))
  const lent = imported('memory').map(([, module, name, [, pages]]) => [...string(module), ...string(name), 2, 0, ...unsigned(Number(pages))])
  const functions = of('func').map(([, ...rest]) => functionOf(rest))
  const globals = of('global').map(([, own, ...rest]) => ({ own, exported: exportOf(rest), value: rest.at(-1)[1] }))
  const memory = of('memory')[0]
  const names = { call: indexOf([...imports, ...functions]), global: indexOf(globals) }
  const signed = [...imports, ...functions]
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, signed.map(({ params, result }) => [0x60, ...list(params.map((param) => [TYPES[param.type]])), ...list(result.map((type) => [TYPES[type]]))])),
    ...section(2, [...imports.map(({ module, name }, i) => [...string(module), ...string(name), 0, ...unsigned(i)]), ...lent]),
    ...section(3, functions.map((_, i) => unsigned(imports.length + i))),
    ...(memory === undefined ? [] : section(5, [[0, ...unsigned(Number(memory.at(-1)))]])),
    ...section(6, globals.map(({ value }) => [TYPES.i32, 1, 0x41, ...signedBytes(BigInt(value)), 0x0b])),
    ...section(7, [
      ...(memory === undefined ? [] : [[...string(exportOf(memory)), 2, 0]]),
      ...functions.flatMap(({ exported }, i) => (exported === undefined ? [] : [[...string(exported), 0, ...unsigned(imports.length + i)]])),
      ...globals.flatMap(({ exported }, i) => (exported === undefined ? [] : [[...string(exported), 3, ...unsigned(i)]])),
    ]),
    ...section(10, functions.map((one) => bodyOf(one, names))),
  ])
}

// Lists of words, strings and lists.
function read(text) {
  const words = text.replace(/;;.*/g, '').match(/[()]|"[^"]*"|[^\s()"]+/g)
  const open = [[]]
  for (const word of words) {
    if (word === '(') open.push([])
    else if (word === ')') { const done = open.pop(); open.at(-1).push(done) }
    else open.at(-1).push(word.replaceAll('"', ''))
  }
  if (open.length !== 1 || open[0].length !== 1) throw new Error('the brackets do not match')
  return open[0][0]
}

const exportOf = (parts) => parts.find((part) => part[0] === 'export')?.[1]
const indexOf = (things) => new Map(things.flatMap(({ own }, i) => (own === undefined ? [] : [[own, i]])))

function signatureOf(parts) {
  const params = parts.filter(([head]) => head === 'param').map((part) => ({ own: part.length > 2 ? part[1] : undefined, type: part.at(-1) }))
  return { params, result: parts.filter(([head]) => head === 'result').map((part) => part[1]) }
}

function functionOf(rest) {
  const own = typeof rest[0] === 'string' ? rest[0] : undefined
  const parts = rest.filter((part) => typeof part !== 'string')
  const locals = parts.filter(([head]) => head === 'local').map(([, name, type]) => ({ own: name, type }))
  const code = parts.filter(([head]) => !['export', 'param', 'result', 'local'].includes(head))
  return { own, exported: exportOf(parts), ...signatureOf(parts), locals, code }
}

function bodyOf({ own, params, locals, code }, names) {
  const scope = { ...names, local: indexOf([...params, ...locals]), labels: [] }
  const bytes = [...list(locals.map(({ type }) => [1, TYPES[type]])), ...code.flatMap((one) => emit(one, scope)), 0x0b]
  if (bytes.some((byte) => byte === undefined || Number.isNaN(byte))) throw new Error(`${own} has an instruction that is not understood`)
  return [...unsigned(bytes.length), ...bytes]
}

function emit([head, ...rest], scope) {
  const inner = (parts) => parts.flatMap((part) => emit(part, scope))
  if (head in PLAIN) return [...inner(rest), ...PLAIN[head]]
  if (head in VARIABLES) return [...inner(rest.slice(1)), VARIABLES[head], ...unsigned(found(scope[head.split('.')[0]], rest[0]))]
  if (head in BRANCHES) return [...inner(rest.slice(1)), BRANCHES[head], ...unsigned(scope.labels.indexOf(rest[0]))]
  if (head in MEMORY) return memoryAccess(head, rest, inner)
  if (head === 'i32.const') return [0x41, ...signedBytes(BigInt.asIntN(32, BigInt(rest[0])))]
  if (head === 'i64.const') return [0x42, ...signedBytes(BigInt.asIntN(64, BigInt(rest[0])))]
  if (head === 'i32x4.extract_lane') return [...inner(rest.slice(1)), 0xfd, 0x1b, Number(rest[0])]
  if (head === 'v128.const') return [0xfd, 0x0c, ...bytesOf(rest)]
  if (head === 'block' || head === 'loop') return [head === 'block' ? 0x02 : 0x03, EMPTY, ...nested(rest[0], rest.slice(1), scope), 0x0b]
  if (head === 'if') return branch(rest, scope)
  throw new Error(`there is no instruction "${head}" here`)
}

// Sixteen bytes, each by itself.
function bytesOf([shape, ...bytes]) {
  if (shape !== 'i8x16' || bytes.length !== 16) throw new Error('a v128.const here is i8x16 and sixteen bytes')
  return bytes.map((byte) => Number(byte) & 255)
}

function memoryAccess(head, rest, inner) {
  const offset = typeof rest[0] === 'string' ? Number(rest[0].replace('offset=', '')) : 0
  return [...inner(rest.filter((part) => typeof part !== 'string')), ...MEMORY[head], 0, ...unsigned(offset)]
}

function branch(rest, scope) {
  const part = (name) => rest.find(([head]) => head === name)
  const [condition] = rest.filter(([head]) => !['result', 'then', 'else'].includes(head))
  const otherwise = part('else')
  return [
    ...emit(condition, scope), 0x04, part('result') === undefined ? EMPTY : TYPES[part('result')[1]], ...nested(undefined, part('then').slice(1), scope),
    ...(otherwise === undefined ? [] : [0x05, ...nested(undefined, otherwise.slice(1), scope)]), 0x0b,
  ]
}

// Labels count from the inside.
const nested = (label, parts, scope) => parts.flatMap((part) => emit(part, { ...scope, labels: [label, ...scope.labels] }))

function found(names, name) {
  const index = names.get(name)
  if (index === undefined) throw new Error(`nothing is called ${name} here`)
  return index
}

const section = (id, items) => { const bytes = list(items); return [id, ...unsigned(bytes.length), ...bytes] }
const list = (items) => [...unsigned(items.length), ...items.flat()]
const string = (text) => list([...Buffer.from(text)].map((byte) => [byte]))

function unsigned(number) {
  if (number < 0) throw new Error('a branch leads to no label')
  return number < 128 ? [number] : [(number & 127) | 128, ...unsigned(Math.floor(number / 128))]
}

function signedBytes(number) {
  const low = Number(number & 127n)
  const rest = number >> 7n
  return (rest === 0n && low < 64) || (rest === -1n && low >= 64) ? [low] : [low | 128, ...signedBytes(rest)]
}
