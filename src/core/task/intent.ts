// What kind of work a request asks for, read from its words. Every cue that spoke is kept, so that the choice can be explained and corrected.

/** The kinds of work, as the prompt and the command line name them. */
export const INTENTS = ['implement', 'debug', 'refactor', 'test', 'analyze', 'document', 'review', 'explore'] as const

export type Intent = (typeof INTENTS)[number]

/** An intent and what led to it. */
export interface Understood {
  readonly intent: Intent
  /** True when somebody said it outright. */
  readonly given: boolean
  /** One sentence for people. */
  readonly why: string
  /** The words that spoke, strongest first. */
  readonly cues: readonly Cue[]
}

/** Words of a request that speak for an intent. */
export interface Cue {
  readonly intent: Intent
  readonly words: string
  readonly weight: number
}

/** What is read of a request: the first screens say what is wanted, the rest is material. */
const MOST_READ = 4000

const OPENING = 4
const PHRASE = 6
const HINT = 1.5

/** How a request may begin before it says anything. */
const COURTESY = /^(?:(?:please|pls|kindly|hi|hello|hey|ok|so|now|and|then|just|also|could you|can you|would you|will you|you should|you must|let's|let us|help me(?: to)?|help|we need to|we should|we want to|we must|i need to|i want to|i want you to|i would like(?: you)? to|i'd like(?: you)? to|i have to|we have to|try to|go and|first|feat(?:ure)?:|task:|todo:|issue:)[\s,]+)+/i

/** The first word of a request, when it is a verb that names the work. */
const OPENERS: Readonly<Record<Intent, RegExp>> = {
  debug: /^(?:fix(?:es|ed|ing)?|bug(?:fix)?|debug|repair|diagnose|troubleshoot|resolve|solve|stop|prevent|avoid|investigate|reproduce|handle|correct)\b/i,
  test: /^(?:tests?|cover|unit[- ]test|mock)\b/i,
  refactor: /^(?:refactor(?:ing)?|restructure|reorgani[sz]e|clean(?:up)?|rename|extract|simplify|split|move|dedup(?:e|licate)|decouple|inline|moderni[sz]e|migrate|convert|replace|consolidate|unify|merge|tidy|rewrite|rework|remove|delete|drop|port|reduce)\b/i,
  document: /^(?:docs?|document|describe|annotate)\b/i,
  review: /^(?:review|critique|audit|proofread|approve|look over|check)\b/i,
  analyze: /^(?:analy[sz]e|assess|evaluate|profile|measure|compare|estimate|benchmark|map|summari[sz]e)\b/i,
  explore: /^(?:explore|explain|where|what|which|who|how|show|find|list|locate|search|tell|walk|understand|give me|describe how|is there|are there|does|do)\b/i,
  implement: /^(?:add|implement|create|build|support|introduce|make|allow|enable|extend|write|integrate|expose|provide|let|generate|update|upgrade|change|set up|design|develop|use|accept|return|cache|store|print|show a|feature)\b/i,
}

/** Phrases that name the work wherever they stand. */
const PHRASES: readonly (readonly [Intent, RegExp])[] = [
  ['test', /\b(?:add|write|create|generate|extend|improve|increase|need|missing|provide|more)\b[^.\n]{0,60}?\b(?:tests?\b|test[- ](?:cases?|suite|coverage)|specs?\b|coverage|fixtures?)/i],
  ['test', /\b(?:unit|integration|regression|e2e|end-to-end|property|snapshot)[- ]tests? (?:for|of|that|which|to)\b/i],
  ['document', /\b(?:add|write|update|improve|create|extend|fix|correct|missing|generate)\b[^.\n]{0,60}?\b(?:docs?|documentation|docstrings?|readme|jsdoc|javadoc|changelog|tutorial|user guide|code comments|typos?)\b/i],
  ['document', /\bdocument (?:the|how|all|every|our|this|what|public)\b/i],
  ['review', /\b(?:code review|review (?:the|my|this|these|our|of|pr|pull)|pull request|(?:this|the|my) (?:pr|diff|patch|change ?set)\b|look over)/i],
  ['explore', /^(?:where|which (?:file|function|class|module|part)|how (?:does|do|is|are|can i find)|what (?:does|calls|happens))\b/i],
  ['explore', /\b(?:walk me through|give me (?:a tour|an overview)|help me understand|explain (?:how|what|why|the)|i am new to)\b/i],
  ['analyze', /\b(?:analy[sz]e|analysis of|architecture of|dependency graph|bottlenecks?|code quality|technical debt|complexity of|trade-?offs?|(?:an?|the) (?:overview|report|assessment|summary) (?:of|on) (?:the|all|our))\b/i],
  ['refactor', /\b(?:refactor|without changing (?:its |the |any )?behaviou?r|clean(?:ing)? up|dead code|code duplication|duplicated? code|break (?:up|apart)|pull out|into (?:its|their|a|separate) (?:own |separate )?(?:modules?|files?|class(?:es)?|functions?))\b/i],
  ['debug', /\b(?:is|are|was|were) (?:broken|wrong|incorrect)\b|\b(?:doesn't|does not|don't|do not|didn't|did not|won't|no longer|stopped) work(?:ing|s)?\b|\bnot working\b|\b(?:is|are|was|were) (?:not|never) (?:being )?\w+ed\b|[:;,.] fix (?:it|this|that)\b/i],
  ['debug', /\b(?:crash(?:es|ed|ing)?|segfaults?|panics?|deadlocks?|hangs?|memory leaks?|leaks?|infinite (?:loop|recursion)|race condition|stack ?trace|traceback|regression in|bug|fails? (?:with|when|on|to|if|for|after|since|in)|failing|fails\b)/i],
  ['debug', /\bwhy (?:is|does|do|are|did|isn't|doesn't)\b/i],
  ['debug', /\b(?:throws?|rais(?:es|ed)|[A-Z]\w*(?:Error|Exception)|NaN|instead of|unexpected(?:ly)?|expected behaviou?r|actual behaviou?r|steps to reproduce|wrong (?:result|value|output|answer|type))\b/],
]

/** Words that lean towards an intent. */
const HINTS: readonly (readonly [Intent, RegExp])[] = [
  ['debug', /\b(?:errors?|exceptions?|broken|wrong|incorrect(?:ly)?|failure|issue|problem|invalid|missing|ignored|lost|undefined|null)\b/i],
  ['implement', /\b(?:new|feature|support for|should be able to|ability to|option|endpoint|would be nice|ought to)\b/i],
  ['test', /\b(?:tests?|coverage|pytest|jest|vitest|junit|mocks?)\b/i],
  ['refactor', /\b(?:readab(?:le|ility)|duplicat\w+|legacy|coupl\w+|cleaner|simpler)\b/i],
  ['analyze', /\b(?:architecture|dependencies|performance|patterns?|structure|metrics)\b/i],
  ['document', /\b(?:docs|documentation|docstrings?|readme|guide)\b/i],
]

/** The lines of a printed stack: Python, JavaScript, Java, C#, Go, Rust, Ruby, PHP. */
const TRACE = /Traceback \(most recent call last\)|^\s+at \S.{0,200}[:(].{0,200}:(?:line )?\d+|^\s*File ".{1,300}", line \d+|^goroutine \d+ \[|panicked at |^Exception in thread |^\s*Caused by: |^\s+from \S+:\d+:in |^#\d+ .{1,200}\(\d+\)|^\s+\S+\.go:\d+/m

/** The intent of a request. What is given wins; a pasted stack trace speaks for debug. */
export function intentOf(request: string, given?: Intent): Understood {
  if (given !== undefined) return { intent: given, given: true, why: 'it was given', cues: [] }
  const text = request.slice(0, MOST_READ).trim().replace(COURTESY, '')
  const cues = cuesOf(text).toSorted((a, b) => b.weight - a.weight)
  if (TRACE.test(request)) cues.unshift({ intent: 'debug', words: 'a stack trace', weight: PHRASE })
  const best = strongest(cues)
  if (best === undefined) return { ...unsaid(text), given: false, cues }
  const words = cues.filter((cue) => cue.intent === best).map((cue) => (cue.words === 'a stack trace' ? cue.words : `"${cue.words}"`))
  return { intent: best, given: false, why: `the request says ${[...new Set(words)].slice(0, 3).join(', ')}`, cues }
}

/** Verbs that name the work and nothing in the code. */
const WORK = /^(?:refactor|restructure|reorgani[sz]e|analy[sz]e|assess|evaluate|review|critique|audit|document|describe|explain|explore|implement|debug|investigate|diagnose|troubleshoot|understand|rework|simplify)\b\s*/i

/** What a request is about: its words without the courtesy and the verb in front, which would find changelogs and configuration. */
export function subjectOf(request: string): string {
  const subject = request.trim().replace(COURTESY, '').replace(WORK, '')
  return subject.trim() === '' ? request : subject
}

/** Reads an intent as people type it. */
export function intentFrom(word: string): Intent {
  const found = INTENTS.find((intent) => intent === word.trim().toLowerCase())
  if (found === undefined) throw new TypeError(`an intent is one of ${INTENTS.join(', ')}, not "${word}"`)
  return found
}

function cuesOf(text: string): Cue[] {
  const found = (intent: Intent, pattern: RegExp, weight: number): Cue[] => {
    const words = pattern.exec(text)?.[0].trim().replace(/\s+/g, ' ')
    return words === undefined || words === '' ? [] : [{ intent, words: words.slice(0, 60), weight }]
  }
  return [
    ...INTENTS.flatMap((intent) => found(intent, OPENERS[intent], OPENING)),
    ...PHRASES.flatMap(([intent, pattern]) => found(intent, pattern, PHRASE)),
    ...HINTS.flatMap(([intent, pattern]) => found(intent, pattern, HINT)),
  ]
}

/** The intent with the most weight: two phrases for the same count more than one; between equals, the order of INTENTS decides. */
function strongest(cues: readonly Cue[]): Intent | undefined {
  const sums = INTENTS.map((intent) => cues.filter((cue) => cue.intent === intent).reduce((sum, cue) => sum + cue.weight, 0))
  const most = Math.max(...sums)
  return most > 0 ? INTENTS[sums.indexOf(most)] : undefined
}

function unsaid(text: string): Pick<Understood, 'intent' | 'why'> {
  if (text === '') return { intent: 'explore', why: 'nothing was asked' }
  return text.endsWith('?') ? { intent: 'explore', why: 'it is a question' } : { intent: 'implement', why: 'nothing in the request says otherwise' }
}
