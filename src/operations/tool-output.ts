// What a command printed, as a block: compressed by its structure, with handles for what was cut.
import { MODES, type ModeName } from '../blocks/modes/index.ts'
import { type Output, outputOf, type Pressed, pressed, uncut } from '../blocks/tool/compress.ts'
import { plain } from '../blocks/tool/sheet.ts'
import { bytesOf, textOf } from '../blocks/text.ts'
import type { ToolResultBlock } from '../blocks/typed.ts'
import { viewOf } from '../blocks/view.ts'
import { counted } from '../core/names.ts'
import type { Meter } from '../core/ports.ts'
import { findOriginal, keepOriginal, redactSecrets, visible, type Workspace } from '../workspace/index.ts'
import { EXIT, Failure, type Outcome } from './operation.ts'

/** What is known of an output apart from its bytes, and how it is to be written. */
export interface Told {
  readonly name: string
  readonly status: ToolResultBlock['status']
  readonly mode: ModeName
  readonly meter: Meter
  readonly budget: number
}

/** Nothing that is printed or kept can act on a terminal or tell a secret. */
export const clean = (text: string): string => redactSecrets(visible(text)).text

/** The answer for an output that is to fit a budget. */
export function toolOutcome(bytes: Uint8Array, { mode: name, meter, budget, ...told }: Told, workspace: Workspace): Outcome {
  const output = outputOf(clean(plain(textOf(bytes))))
  const mode = MODES[name]
  const view = viewOf({ type: 'tool_result', toolName: told.name, status: told.status, content: bytesOf('') }, undefined, clean)
  const print = (body: string): string => `${mode.open}${mode.full({ ...view, body })}${mode.close}\n`
  const whole = uncut(output, { meter, budget, print })
  if (whole !== undefined) return outcomeOf(whole, output, { budget })
  // Only what does not fit is kept: the rest is in the reader's hands already.
  const handle = keepOriginal(workspace, output.sheet.lines.join('\n'))
  const kept = handle === undefined ? {} : { handle }
  return outcomeOf(pressed(output, { meter, budget, print, ...kept }), output, { budget, ...kept })
}

/** The answer to a zoom into an output that was kept. */
export function originalOutcome(workspace: Workspace, { pin, lines }: { readonly pin: string; readonly lines?: readonly [number, number] }, { meter, budget }: { meter: Meter; budget: number }): Outcome {
  const text = findOriginal(workspace, pin)
  if (text === undefined) throw new Failure(`out@${pin} is not kept here any more: run the command again, or name the folder where it was rendered with --root`, EXIT.stale)
  const all = text.split('\n')
  const [first, last] = [lines?.[0] ?? 1, Math.min(lines?.[1] ?? all.length, all.length)]
  if (first > all.length) throw new Failure(`out@${pin} has ${counted(all.length, 'line')}: there is no line ${first}`)
  const output = outputOf(all.slice(first - 1, last).join('\n'), first)
  return outcomeOf(pressed(output, { meter, budget, print: (body) => `${body}\n`, handle: `out@${pin}` }), output, { budget, handle: `out@${pin}` })
}

function outcomeOf({ fits, text, tokens, cuts, shortened, least }: Pressed, { sheet, kind, confidence }: Output, { budget, handle }: { budget: number; handle?: string }): Outcome {
  if (!fits) throw new Failure(`a budget of ${counted(budget, 'token')} is too small: the smallest answer needs ${least}`, EXIT.budget)
  const hidden = cuts.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const limited = Number.isFinite(budget)
  const report = `${kind.name}: ${sheet.lines.length - hidden} of ${counted(sheet.lines.length, 'line')}; ${counted(tokens, 'token')}${limited ? ` of ${budget}` : ''}`
  return {
    text: [text], framed: true,
    data: { kind: kind.name, confidence: Number(confidence.toFixed(2)), lines: sheet.lines.length, hidden, shortened, cuts, ...(handle === undefined ? {} : { handle }), tokens, ...(limited ? { budget } : {}), text },
    report: [report, ...(cuts.length + shortened > 0 && handle === undefined ? ['the output is not kept, so what was cut cannot be shown later'] : [])],
  }
}
