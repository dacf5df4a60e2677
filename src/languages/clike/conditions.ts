// Conditions of the preprocessor that cut through a statement or a pair of brackets: no grammar can read all of their branches at once.
// One branch is kept, the others are hidden. Conditions around whole definitions stay as they are.
import type { Edit } from './edits.ts'
import { blank } from './edits.ts'
import type { Token } from './tokens.ts'

/** The tokens that count for brackets, and what has to be hidden. */
export interface Settled {
  readonly tokens: readonly Token[]
  readonly edits: readonly Edit[]
}

interface Branch {
  readonly directive: Token
  readonly tokens: Token[]
  curly: number
  round: number
}

interface Group {
  readonly branches: Branch[]
  /** The last token before it, and how deep in round brackets it stands. */
  readonly before: Token | undefined
  readonly depth: number
}

interface Walk {
  readonly edits: Edit[]
  readonly open: Group[]
  readonly root: Branch
  /** The last token that is code. */
  last: Token | undefined
  /** How many conditions are open that stand too deep to be looked at. */
  deep: number
}

/** No code is deeper, and hostile text must not cost more than its length. */
const DEEPEST = 50

/** Settles every condition of a text. */
export function settled(tokens: readonly Token[]): Settled {
  const walk: Walk = { edits: [], open: [], root: branchAt(NOTHING), last: undefined, deep: 0 }
  for (let i = 0; i < tokens.length; i++) take(walk, tokens[i] as Token, { next: tokens[i + 1] })
  while (walk.open.length > 0) close(walk, NOTHING, { next: undefined })
  return { tokens: walk.root.tokens, edits: walk.edits }
}

const NOTHING: Token = { kind: 'directive', text: '', start: 0, end: 0 }

const branchAt = (directive: Token): Branch => ({ directive, tokens: [], curly: 0, round: 0 })

const current = ({ open, root }: Walk): Branch => open.at(-1)?.branches.at(-1) ?? root

interface Around {
  readonly next: Token | undefined
}

function take(walk: Walk, token: Token, around: Around): void {
  const word = token.kind === 'directive' ? /^#\s*(\w*)/.exec(token.text)?.[1] ?? '' : ''
  if (isDeep(walk, word)) add(current(walk), token)
  else if (/^if(?:n?def)?$/.test(word)) walk.open.push({ branches: [branchAt(token)], before: walk.last, depth: depthOf(walk) })
  else if (/^el(?:se|if|ifn?def)$/.test(word) && walk.open.length > 0) branchOff(walk, token)
  else if (word === 'endif' && walk.open.length > 0) close(walk, token, around)
  else {
    add(current(walk), token)
    // A colon after the parameters of a constructor ends nothing.
    if (isCode(token) && !(token.text === ':' && walk.last?.text === ')')) walk.last = token
  }
}

/** Whether a directive belongs to a condition that stands too deep. */
function isDeep(walk: Walk, word: string): boolean {
  const was = walk.deep > 0
  if (/^if(?:n?def)?$/.test(word) && walk.open.length >= DEEPEST) walk.deep++
  else if (word === 'endif' && was) walk.deep--
  return word !== '' && (was || walk.deep > 0)
}

/** Another branch stands where the first one does. */
function branchOff(walk: Walk, directive: Token): void {
  const group = walk.open.at(-1) as Group
  group.branches.push(branchAt(directive))
  walk.last = group.before
}

function add(branch: Branch, token: Token): void {
  branch.tokens.push(token)
  if (token.kind !== 'sign') return
  branch.curly += token.text === '{' ? 1 : token.text === '}' ? -1 : 0
  branch.round += token.text === '(' || token.text === '[' ? 1 : token.text === ')' || token.text === ']' ? -1 : 0
}

const depthOf = (walk: Walk): number => (walk.open.at(-1)?.depth ?? 0) + current(walk).round

const isCode = (token: Token): boolean => token.kind !== 'directive'

function close(walk: Walk, end: Token, around: Around): void {
  const group = walk.open.pop() as Group
  const parent = current(walk)
  const chosen = group.branches.find((branch) => !isDead(branch)) ?? group.branches[0] as Branch
  const kept = isLinkage(group) || isLead(group) ? [] : isWhole(group, around) ? undefined : chosen.tokens
  if (kept !== undefined) return keepOne(walk, group, { end, chosen, kept })
  keepAll(parent, group, end)
}

/** One branch stays, or none. */
function keepOne(walk: Walk, group: Group, { end, chosen, kept }: { end: Token; chosen: Branch; kept: readonly Token[] }): void {
  const parent = current(walk)
  hide(walk, group, { end, kept: kept.length === 0 ? undefined : chosen })
  for (const token of kept) add(parent, token)
}

/** All branches can be read one after the other. */
function keepAll(parent: Branch, { branches }: Group, end: Token): void {
  for (const branch of branches) {
    parent.tokens.push(branch.directive)
    for (const token of branch.tokens) add(parent, token)
  }
  parent.tokens.push(end)
}

/** The directives go, and every branch but the one that is kept. */
function hide({ edits }: Walk, { branches }: Group, { end, kept }: { end: Token; kept: Branch | undefined }): void {
  branches.forEach((branch, index) => {
    const next = branches[index + 1]?.directive ?? end
    edits.push(blank(branch.directive.start, branch === kept ? branch.directive.end : Math.max(branch.directive.end, next.start)))
  })
  if (end !== NOTHING) edits.push(blank(end.start, end.end))
}

const isDead = ({ directive }: Branch): boolean => /^#\s*if\s+0\b/.test(directive.text)

/** `#ifdef __cplusplus`, `extern "C" {`: nobody misses it. */
const isLinkage = ({ branches }: Group): boolean =>
  /__cplusplus/.test(branches[0]?.directive.text ?? '')
  && branches.every(({ tokens, curly }) => tokens.every(({ kind }) => kind === 'directive') || (curly !== 0 && tokens.filter(isCode).length <= 3))

/** Only words before a declaration: they are not worth the lines of the condition. */
const isLead = ({ branches, before, depth }: Group): boolean =>
  depth === 0 && endsWell(before) && branches.some(({ tokens }) => isPrefix(tokens)) && branches.every(({ tokens }) => !tokens.some(isCode) || isPrefix(tokens))

const ENDS = new Set([';', '{', '}', ':', ','])

/** Whether every branch is a whole that can be read by itself. */
function isWhole({ branches, before, depth }: Group, { next }: Around): boolean {
  if (branches.every(({ tokens }) => !tokens.some(isCode))) return depth === 0
  if (depth > 0 || branches.some(({ curly, round }) => curly !== 0 || round !== 0)) return false
  if (before?.kind === 'sign' && /[=+\-/%|^<?.!~&]/.test(before.text)) return false
  const open = branches.filter(({ tokens }) => !endsWell(tokens.findLast(isCode)))
  if (open.length === 0) return true
  return (before === undefined || ENDS.has(before.text)) && open.every(({ tokens }) => isCall(tokens.filter(isCode))) && next?.text !== '{'
}

const endsWell = (token: Token | undefined): boolean => token === undefined || ENDS.has(token.text)

/** `WORD` or `WORD ( … )`: a macro that stands for itself. */
const isCall = (tokens: readonly Token[]): boolean =>
  tokens[0]?.kind === 'word' && !isPrefix(tokens) && (tokens.length === 1 || (tokens[1]?.text === '(' && tokens.at(-1)?.text === ')'))

/** Words that belong to the declaration after the condition: `static`, `__declspec(dllexport)`. */
const isPrefix = (tokens: readonly Token[]): boolean =>
  /^(?:static|extern|inline|const|constexpr|virtual|explicit|__declspec|__attribute__|_Noreturn|template)$/.test(tokens[0]?.text ?? '') && tokens.length <= 12
  && tokens.every(({ kind, text }) => kind === 'word' || kind === 'string' || kind === 'number' || text === '(' || text === ')' || text === ',')
