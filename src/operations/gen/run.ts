// One conversation with a model, from the prompt to the files; everything that was said is kept, whatever comes of it.
import { baseText } from '../../core/ctx/base.ts'
import { AnswerError, filesIn } from '../../core/gen/contract.ts'
import { added, costOf, UNUSED, type Used, usedWords } from '../../core/gen/cost.ts'
import { aliasTool, type Call, type ChatConfig, chatAddress, type ChatEvent, CtxError, type CtxProject, keepSeen, keepTranscript, landingsOf, ModelError, type Prompt, providers, settle, shellWord, transcriptFile, visible } from '../../workspace/index.ts'
import { EXIT, Failure, type Outcome } from '../operation.ts'
import { landed, type Landed } from './land.ts'

/** Answers of the server at the most. */
const MOST_TURNS = 16

/** A server that counts less than this share of what was sent has not read all of it. */
const READ_SHARE = 0.5
const WORTH_CHECKING = 1000

/** What a conversation needs. */
export interface Plan {
  readonly prompt: Prompt
  readonly config: ChatConfig
  /** Tokens for get_alias. */
  readonly budget: number
  readonly yes: boolean
  readonly signal: AbortSignal | undefined
  /** How the place of a transcript is told to whoever typed the command. */
  shown(kept: string): string
  /** What is typed again to mean the same project: `my_skill --dir .ado `. */
  readonly words: string
}

/** A conversation. */
export class Run {
  private answer = ''
  private readonly calls: Call[] = []
  private used: Used | undefined
  private firstInput: number | undefined
  private cut: string | undefined
  private end: Landed | undefined
  private file: string | undefined
  private kept = ''
  private keptAnswer = ''
  private unkept: string | undefined
  private readonly report: string[] = []
  private readonly at: string

  constructor(private readonly project: CtxProject, private readonly plan: Plan) {
    this.at = project.workspace.timestamp()
    this.report.push(...plan.prompt.remarks)
  }

  /** The answer as it arrives, then what became of it. */
  streamed(): Outcome {
    // The exit code is known when the last word was said.
    return Object.defineProperty({ text: this.words(), framed: true, report: this.report }, 'exit', { get: () => this.end?.exit ?? EXIT.failed })
  }

  /** Everything at once, as data. */
  async inJson(): Promise<Outcome> {
    for await (const _ of this.words());
    const { plan: { prompt, config }, used, answer, calls, kept, end } = this
    return {
      text: [], report: this.report, exit: end?.exit ?? EXIT.failed,
      data: { model: `${config.kind}:${config.model}`, mode: prompt.mode, mark: prompt.mark, ...end?.data, used, cost: this.cost(), calls: calls.map(({ tool, input, failed }) => ({ tool, input, failed })), transcript: kept, answer },
    }
  }

  private async *words(): AsyncGenerator<string> {
    try {
      yield* this.spoken()
      // A signal that arrived while we were busy is heard before anything is written.
      await new Promise((done) => { setTimeout(done, 1) })
      if (this.plan.signal?.aborted === true) throw new ModelError('was stopped')
      yield `\n${visible(this.finished().text)}`
    } catch (error) {
      throw this.failed(error)
    }
  }

  private async *spoken(): AsyncGenerator<string> {
    const { project: { workspace }, plan: { prompt, config, budget, signal } } = this
    const meter = await workspace.meter(settle({}, workspace.layers).meter.value)
    const tool = aliasTool(this.project, meter, budget)
    keepSeen(this.project)
    const { speak } = await providers()
    for await (const event of speak(config, process.env, { ...prompt, tools: [tool], mostTurns: MOST_TURNS, ...(signal === undefined ? {} : { signal }) })) {
      this.hear(event)
      if (event.kind === 'text') yield visible(event.text)
      if (event.kind === 'turn' && !this.answer.endsWith('\n')) yield this.lineEnd()
    }
    this.checkRead(meter.count(prompt.system) + meter.count(prompt.prompt))
    if (this.cut !== undefined) throw new ModelError(this.cut)
  }

  private hear(event: ChatEvent): void {
    if (event.kind === 'text') this.answer += event.text
    else if (event.kind === 'called') this.calls.push({ tool: event.tool, input: event.input, output: event.output, failed: event.failed })
    else {
      if (event.usage !== undefined) this.used = added(this.used ?? UNUSED, event.usage)
      this.firstInput ??= event.usage?.input
      this.cut = CUTS[event.reason]
    }
  }

  /** Answers of several turns are one text; a block cannot begin in the middle of a line. */
  private lineEnd(): string {
    if (this.answer === '') return ''
    this.answer += '\n'
    return '\n'
  }

  /** Some servers cut what is too long for them and say nothing. */
  private checkRead(sent: number): void {
    const read = this.firstInput ?? sent
    if (sent >= WORTH_CHECKING && read < sent * READ_SHARE) this.report.push(`warning: the server read ${read} of about ${sent} tokens: its window is too small (for Ollama set OLLAMA_CONTEXT_LENGTH)`)
  }

  private finished(): Landed {
    const { plan: { prompt, yes, signal } } = this
    const landings = landingsOf(this.project, filesIn(this.answer, prompt.mark), prompt.seen)
    this.keep({ files: landings.map(({ path, state }) => ({ path, state })), written: false })
    this.end = landed(landings, { project: this.project, yes, seen: prompt.seen, ready: () => signal?.aborted !== true, again: this.agreement() })
    if (this.end.data.written) this.keep({ files: this.end.data.files, written: true })
    this.report.push(...this.end.report, ...this.costs(), this.keeping())
    return this.end
  }

  /** What went wrong, after what was said so far is kept; somebody who stops a run wants nothing of it. */
  private failed(error: unknown): unknown {
    if (this.plan.signal?.aborted === true || !(error instanceof Error)) return error
    const said = this.answer !== '' || this.calls.length > 0
    if (said) this.keep({ written: false, fault: error.message })
    const known = error instanceof ModelError || error instanceof AnswerError || error instanceof CtxError
    return known ? new Failure([error.message, 'nothing was written', ...this.costs(), ...(said ? [this.keeping()] : [])].join('\n')) : error
  }

  /** How somebody can agree to this answer, as the end of a sentence: with the transcript, when that holds the same files. */
  private agreement(): string {
    const { keptAnswer, kept, plan: { words } } = this
    if (this.unkept !== undefined) return 'ask again with --yes: this answer cannot be agreed to later, because its transcript is not kept'
    if (keptAnswer !== this.answer && !this.keptWhole()) return 'ask again with --yes: this answer cannot be agreed to later, because the transcript cannot hold it as it is: values that look like keys are never kept, nor more than a million characters'
    return `agree with fovea gen code ${words}--answer ${shellWord(kept)} --yes`
  }

  /** Whether the transcript has the files of the answer, letter by letter. */
  private keptWhole(): boolean {
    const { answer, keptAnswer, plan: { prompt: { mark } } } = this
    try {
      return JSON.stringify(filesIn(keptAnswer, mark)) === JSON.stringify(filesIn(answer, mark))
    } catch {
      return false
    }
  }

  private keeping(): string {
    return this.unkept === undefined ? `transcript: ${this.kept}` : `the transcript is not kept: ${this.unkept}`
  }

  /** A transcript that cannot be kept is told of; what went wrong before it matters more. */
  private keep(end: { files?: readonly { path: string; state: string }[]; written: boolean; fault?: string }): void {
    const { project, plan: { prompt, config }, answer, calls, used, at } = this
    try {
      this.file ??= transcriptFile(project, { at, mark: prompt.mark })
      const kept = keepTranscript(project, this.file, { at, model: `${config.kind}:${config.model}`, host: chatAddress(config).host, mode: prompt.mode, mark: prompt.mark, context: baseText(prompt.seen), system: prompt.system, prompt: prompt.prompt, answer, calls, used, cost: this.cost(), ...end })
      this.kept = this.plan.shown(kept.file)
      this.keptAnswer = kept.answer
    } catch (error) {
      this.unkept = error instanceof Error ? error.message : String(error)
    }
  }

  private cost(): number | undefined {
    const { used, plan: { config: { prices } } } = this
    return used === undefined || prices === undefined ? undefined : costOf(used, prices)
  }

  private costs(): string[] {
    const { used, calls, plan: { config } } = this
    const asked = calls.length === 0 ? '' : `; get_alias: ${calls.length}`
    return used === undefined ? [] : [`${config.model}: ${usedWords(used, config.prices)}${asked}`]
  }
}

/** Ends of an answer that mean that it is not whole. */
const CUTS: Readonly<Record<string, string>> = {
  length: 'the answer reached the most tokens it may have, so it is not whole: raise generation.maxTokens, or ask for less',
  'content-filter': 'the server refused to go on (content filter)',
  error: 'the server ended the answer with an error',
}
