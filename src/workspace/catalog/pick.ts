// Asks the configured model which resources are needed. What it names must be on the list it was shown; it may correct itself once.
import { type Pick, pickAgain, PICK_SYSTEM, pickPrompt, picksIn } from '../../catalog/context/pick.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import type { ChatConfig } from '../../models/chat.ts'
import { providers } from '../gen/providers.ts'

/** What a model chooses from. */
export interface Choice {
  readonly task: string
  /** The overview as the model sees it. */
  readonly overview: string
  /** The ids that stand in it. */
  readonly shown: readonly string[]
  readonly most: number
  readonly signal?: AbortSignal
}

/** A model gave no usable answer, twice. */
export class PickError extends Error {
  override readonly name = 'PickError'
}

/** The picks of a model, each with its reason. */
export async function pickedBy(config: ChatConfig, choice: Choice): Promise<readonly Pick[]> {
  const prompt = redactSecrets(pickPrompt(choice.task, choice.overview, choice.most)).text
  const first = read(await answerOf(config, prompt, choice), choice)
  if (first.faults.length === 0) return first.picks
  const second = read(await answerOf(config, `${prompt}\n\n${pickAgain(first.faults)}`, choice), choice)
  if (second.picks.length === 0) throw new PickError(`the model ${config.model} picked nothing that can be used: ${second.faults.slice(0, 3).join('; ')}; name resources yourself with --pick ID`)
  return second.picks
}

const read = (answer: string, { shown, most }: Choice): ReturnType<typeof picksIn> => picksIn(answer, new Set(shown), most)

async function answerOf(config: ChatConfig, prompt: string, { signal }: Choice): Promise<string> {
  const { speak } = await providers()
  let answer = ''
  for await (const event of speak(config, process.env, { system: PICK_SYSTEM, prompt, tools: [], mostTurns: 1, ...(signal === undefined ? {} : { signal }) })) if (event.kind === 'text') answer += event.text
  return answer
}
