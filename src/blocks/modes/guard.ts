// What keeps content from looking like the lines around it. Content that looks like none of them is written as it is.
import { fenceFor } from '../../core/fence.ts'

// Backslashes that already stand in front are part of the pattern, so that taking one away always gives the line back.
const MINIMAL_FRAME = /^(?=\\*(?:--- .* ---|\[(?:omitted|embed-ref): .*\]|\[(?:system|user|assistant|tool)\](?: |$)))/gm

/** Content below a line of the minimal mode: a line that looks like one of the mode's own has a backslash in front. */
export const besideMinimal = (text: string): string => text.replace(MINIMAL_FRAME, '\\')

const MARKDOWN_FRAME = /^ {0,3}(?:### (?:File Tree|Tool|Document|Data|Diff|Image|Extension|Unknown block)\b|## .*\n(?:[ \t]*\n)?[ \t]*[`~]{3}|\*\*(?:System|User|Assistant|Tool)\*\*|_\[Omitted: |\*\[Embedding ref: )/m

/** Content that Markdown shows as text. In a fence when it could be taken for another block, or would swallow the next one. */
export const besideMarkdown = (text: string): string => (MARKDOWN_FRAME.test(text) || !closes(text) ? fenced('', text) : text)

/** Content in a fence that it cannot close; `info` is what stands behind the fence. */
export function fenced(info: string, text: string): string {
  const fence = fenceFor(text)
  return `${fence}${info}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** Whether every fence and comment in a text has an end. */
function closes(text: string): boolean {
  let open: string | undefined
  for (const [, run = '', rest = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm)) {
    if (open === undefined) open = run
    else if (run.startsWith(open) && rest.trim() === '') open = undefined
  }
  return open === undefined && text.lastIndexOf('<!--') <= text.lastIndexOf('-->')
}
