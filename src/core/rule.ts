import { globMatcher } from './glob.ts'
import { higher, type Level, lower } from './level.ts'

/**
 * Bends what the budget would choose. Tiers, lens groups, priorities, pins, access and privacy are all rules:
 * a floor (`atLeast`), a ceiling (`atMost`), a weight on the value, a cap on what everything it matches may cost together.
 */
export interface Rule {
  /** A glob over paths. */
  readonly match: string
  /** Only this definition of the files it matches: `Sessions.closeAll`. Such a rule can be a floor (`atLeast`) and nothing else. */
  readonly block?: string
  readonly atLeast?: Level
  readonly atMost?: Level
  /** 0 to 100: how much it matters in this lens; the first rule with a priority wins. */
  readonly priority?: number
  /** Multiplies the value: 1 changes nothing. */
  readonly weight?: number
  /** Tokens that all blocks under this rule may cost together. */
  readonly cap?: number
  readonly why: string
  /** It comes from a repository's own file. */
  readonly narrowing?: true
}

/** A named way of looking: what to leave out, and rules. Data only. */
export interface Lens {
  readonly name: string
  readonly doc: string
  readonly exclude?: readonly string[]
  readonly include?: readonly string[]
  readonly rules: readonly Rule[]
}

/** What all rules together say of one path. */
export interface Verdict {
  readonly floor: Level
  readonly ceiling: Level
  readonly priority: number | undefined
  readonly weight: number
  /** Index of the rule whose cap holds here; -1 for none. */
  readonly capRule: number
  /** Floors of single definitions. */
  readonly blocks?: readonly BlockFloor[]
  /** Why, in the order of the rules that spoke. */
  readonly why: readonly string[]
}

/** The least that is shown of one definition, and of everything in it. */
export interface BlockFloor {
  readonly name: string
  readonly level: Level
}

/** Reads rules once; the function it gives is asked for every path. */
export function judge(rules: readonly Rule[]): (path: string) => Verdict {
  const compiled = rules.map((rule, index) => ({ rule, index, matches: globMatcher(rule.match) }))
  // Nearly every run has no rules at all, and asks of every path.
  if (compiled.length === 0) return () => SILENT
  return (path) => {
    let speaking: (typeof compiled)[number][] | undefined
    for (let i = 0; i < compiled.length; i++) {
      const one = compiled[i] as (typeof compiled)[number]
      if (one.matches(path)) (speaking ??= []).push(one)
    }
    if (speaking === undefined) return SILENT
    const silent: Verdict = { ...SILENT, why: speaking.map(({ rule }) => rule.why) }
    return speaking.reduce((verdict, { rule, index }) => heard(verdict, rule, { index, capped: rules[verdict.capRule] }), silent)
  }
}

/** What is said of a path by nobody: of most of them, so they share it. */
const SILENT: Verdict = Object.freeze<Verdict>({ floor: 'none', ceiling: 'full', priority: undefined, weight: 1, capRule: -1, why: Object.freeze([]) })

/** Ceilings are protections, so the lowest wins and beats every floor; the first priority and the first cap win. */
function heard(verdict: Verdict, rule: Rule, { index, capped }: { index: number; capped: Rule | undefined }): Verdict {
  if (rule.block !== undefined) return heardOfBlock(verdict, { name: rule.block, level: rule.atLeast ?? 'none' })
  return {
    ...verdict,
    floor: higher(verdict.floor, rule.atLeast ?? 'none'),
    ceiling: lower(verdict.ceiling, rule.atMost ?? 'full'),
    priority: verdict.priority ?? rule.priority,
    weight: verdict.weight * (rule.weight ?? 1),
    capRule: rule.cap !== undefined && (capped === undefined || yields(capped, rule.cap)) ? index : verdict.capRule,
  }
}

/** What a repository says of a cap may lower that of a lens, never raise it. */
const yields = ({ narrowing, cap = Infinity }: Rule, lower: number): boolean => narrowing === true && lower < cap

/** A file whose definition must be shown is itself at least a line, so that it is looked into wherever it ranks. */
function heardOfBlock(verdict: Verdict, floor: BlockFloor): Verdict {
  return { ...verdict, floor: higher(verdict.floor, lower('line', floor.level)), blocks: [...(verdict.blocks ?? []), floor] }
}
