// Makes a WebAssembly module count its own work: every turn of a loop takes one from a global, every 64 bytes that are copied one more, and below zero the module traps. What a text costs is then a number that is
// the same on every machine, which no clock could give. Work that does not end needs a loop or a function that comes back to itself, so a call counts only where a function is part of such a circle.
// Counting every call would make a parse a tenth slower; this costs a thirtieth. What the allocator does depends on what was allocated before, so it is not counted: the same text must be the same work each time.

/** The name under which the global is exported. */
export const FUEL = 'fuel'

const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 }
const I32 = 0x7f
/** What finds room, and what fills it. The first takes as long as the holes that it finds demand; the second is charged for where it is called, by the length it is given last. */
const ALLOCATOR = ['malloc', 'calloc', 'realloc', 'free']
const COPIERS = ['memcpy', 'memmove', 'memset']
/** Bytes that are copied for one unit, as a power of two. */
const COPIED = 6

/** The module with a count in it. */
export function metered(wasm) {
  const sections = sectionsOf(wasm)
  const of = (id) => sections.find((section) => section.id === id)?.body ?? Buffer.of(0)
  const imported = importsOf(of(SECTION.import))
  const module = {
    imported: imported.functions,
    fuel: imported.globals + reader(of(SECTION.global)).number(),
    params: paramsOf(of(SECTION.type)),
    types: listOf(of(SECTION.function), (at) => at.number()),
    named: namesOf(of(SECTION.export)),
  }
  const rewritten = {
    // A number that may change; it begins high, because a module may run before anybody looks.
    [SECTION.global]: (body) => appended(body, Buffer.from([I32, 1, 0x41, ...signed(0x7fffffff), 0x0b])),
    [SECTION.export]: (body) => appended(body, Buffer.concat([Buffer.from([FUEL.length]), Buffer.from(FUEL), Buffer.from([3, ...unsigned(module.fuel)])])),
    [SECTION.code]: (body) => codeOf(body, module),
  }
  return Buffer.concat([wasm.subarray(0, 8), ...sections.map(({ id, body }) => section(id, rewritten[id]?.(body) ?? body))])
}

function sectionsOf(wasm) {
  const at = reader(wasm, 8)
  const sections = []
  while (!at.done()) sections.push({ id: at.byte(), body: at.bytes(at.number()) })
  return sections
}

const section = (id, body) => Buffer.concat([Buffer.from([id, ...unsigned(body.length)]), body])

/** A list with one more. */
function appended(list, one) {
  const at = reader(list)
  const count = at.number()
  return Buffer.concat([Buffer.from(unsigned(count + 1)), list.subarray(at.at), one])
}

const listOf = (body, read) => listFrom(reader(body), read)

function listFrom(at, read) {
  return Array.from({ length: at.number() }, (_, index) => read(at, index))
}

/** How many functions and globals come from elsewhere: they are numbered before the module's own. */
function importsOf(body) {
  const kinds = listOf(body, (at) => {
    at.bytes(at.number())
    at.bytes(at.number())
    const kind = at.byte()
    if (kind === 0) at.number()
    else if (kind === 3) at.bytes(2)
    else {
      if (kind === 1) at.byte()
      const isBounded = at.byte() & 1
      at.number()
      if (isBounded) at.number()
    }
    return kind
  })
  return { functions: kinds.filter((kind) => kind === 0).length, globals: kinds.filter((kind) => kind === 3).length }
}

/** The functions that are exported, by name. */
const namesOf = (body) => new Map(listOf(body, (at) => {
  const name = String(at.bytes(at.number()))
  const kind = at.byte()
  return [kind === 0 ? name : undefined, at.number()]
}))

/** The number of parameters of each type. */
const paramsOf = (body) => listOf(body, (at) => {
  if (at.byte() !== 0x60) throw new Error('a type that is no function')
  const params = at.number()
  at.bytes(params)
  at.bytes(at.number())
  return params
})

function codeOf(body, { fuel, imported, params, types, named }) {
  const at = reader(body)
  const functions = listFrom(at, (_, index) => functionOf(at.bytes(at.number()), params[types[index]]))
  const calls = functions.map((one) => one.calls.map(({ callee }) => callee - imported))
  const own = (names) => names.map((name) => {
    if (!named.has(name)) throw new Error(`the module exports no ${name}`)
    return named.get(name) - imported
  })
  const copiers = new Set(own(COPIERS))
  const uncounted = new Set([...own(ALLOCATOR).flatMap((index) => [...reachedFrom(index, calls)]), ...own(ALLOCATOR), ...copiers])
  const bodies = functions.map((one, index) => {
    if (uncounted.has(index)) return one.body
    const copies = one.calls.filter(({ callee }) => copiers.has(callee - imported)).map(({ at: place }) => ({ at: place, copies: true }))
    return counting({ ...one, places: [...one.places, ...copies].sort((a, b) => a.at - b.at) }, { fuel, isInCircle: reachedFrom(index, calls).has(index) })
  })
  return Buffer.concat([Buffer.from(unsigned(bodies.length)), ...bodies.flatMap((one) => [Buffer.from(unsigned(one.length)), one])])
}

/** The functions that a call of one may lead to; itself among them only when it may come back. */
function reachedFrom(index, calls) {
  const reached = new Set()
  const ahead = [index]
  for (let from = ahead.pop(); from !== undefined; from = ahead.pop()) {
    for (const next of calls[from] ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      ahead.push(next)
    }
  }
  return reached
}

/** One function: its locals, its instructions, whom it calls, and where it turns and copies. */
function functionOf(body, params) {
  const at = reader(body)
  const locals = listFrom(at, () => ({ count: at.number(), type: at.byte() }))
  const start = at.at
  const found = { body, start, locals, spare: params + locals.reduce((sum, { count }) => sum + count, 0), calls: [], places: [] }
  while (!at.done()) {
    const before = at.at
    const [code, operand] = instruction(at)
    if (code === CALL) found.calls.push({ callee: operand, at: before })
    else if (code === LOOP) found.places.push({ at: at.at, copies: false })
    else if (code === BULK && (operand === 10 || operand === 11)) found.places.push({ at: before, copies: true })
  }
  return found
}

/** A function with a charge at every turn of its loops, before everything that it copies, and at its beginning where it is part of a circle. */
function counting({ body, start, locals, spare, places }, { fuel, isInCircle }) {
  const parts = isInCircle ? [charge(fuel, spare)] : []
  let from = start
  for (const { at, copies } of places) {
    parts.push(body.subarray(from, at), copies ? chargeFor(fuel, spare) : charge(fuel, spare))
    from = at
  }
  // Two more locals: a length, and what is left.
  const more = [...locals, { count: 2, type: I32 }]
  return Buffer.concat([Buffer.from([...unsigned(more.length), ...more.flatMap(({ count, type }) => [...unsigned(count), type])]), ...parts, body.subarray(from)])
}

/** Takes what is on the stack from what is left, and traps below zero. */
const taken = (fuel, spare) => [0x6b, 0x22, ...unsigned(spare + 1), 0x24, ...unsigned(fuel), 0x20, ...unsigned(spare + 1), 0x41, 0, 0x48, 0x04, 0x40, 0x00, END]

const charge = (fuel, spare) => Buffer.from([0x23, ...unsigned(fuel), 0x41, 1, ...taken(fuel, spare)])

/** Charges for the length that is on the stack, and leaves it there. */
const chargeFor = (fuel, spare) => Buffer.from([0x21, ...unsigned(spare), 0x23, ...unsigned(fuel), 0x20, ...unsigned(spare), 0x41, COPIED, 0x76, ...taken(fuel, spare), 0x20, ...unsigned(spare)])

const [LOOP, END, CALL, BULK] = [0x03, 0x0b, 0x10, 0xfc]
const within = (code, first, last) => code >= first && code <= last

/** Reads past one instruction; gives its code, and of a call or a long one the number that follows. An instruction that is not known must be noticed: what follows it could not be told apart. */
function instruction(at) {
  const code = at.byte()
  if (within(code, 0x02, 0x04)) at.number() // block, loop, if: a type, which takes as many bytes as a number
  else if (code === 0x0e) at.numbers(at.number() + 1) // br_table
  else if (code === CALL) return [code, at.number()]
  else if (code === 0x0c || code === 0x0d || within(code, 0x20, 0x26) || code === 0x41 || code === 0x42) at.number()
  else if (code === 0x11 || within(code, 0x28, 0x3e)) at.numbers(2) // call_indirect, loads and stores
  else if (code === 0x3f || code === 0x40) at.byte()
  else if (code === 0x43) at.bytes(4)
  else if (code === 0x44) at.bytes(8)
  else if (code === BULK) {
    const kind = at.number()
    if (kind > 11) throw new Error(`the instruction 0xfc ${kind} is not known`)
    at.numbers([0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1][kind])
    return [code, kind]
  } else if (!(code <= 0x01 || code === 0x05 || code === END || code === 0x0f || code === 0x1a || code === 0x1b || within(code, 0x45, 0xc4))) throw new Error(`the instruction 0x${code.toString(16)} is not known`)
  return [code]
}

function reader(bytes, start = 0) {
  const self = {
    at: start,
    done: () => self.at >= bytes.length,
    byte: () => bytes[self.at++],
    bytes: (count) => bytes.subarray(self.at, (self.at += count)),
    number() {
      let [value, shift] = [0, 0]
      for (;;) {
        const byte = bytes[self.at++]
        value += (byte & 0x7f) * 2 ** shift
        if (byte < 0x80) return value
        shift += 7
      }
    },
    numbers(count) {
      for (let i = 0; i < count; i++) self.number()
    },
  }
  return self
}

function unsigned(value) {
  const bytes = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

function signed(value) {
  const bytes = []
  for (let rest = value; ; rest >>= 7) {
    if (rest >= -64 && rest < 64) return [...bytes, rest & 0x7f]
    bytes.push((rest & 0x7f) | 0x80)
  }
}
