// A SKILL.md: front matter between `---`, then prose with headings and fenced code.
import { isTree, nameOf, type Tree } from '../schema/tree.ts'

/** A SKILL.md in its parts. */
export interface SkillText {
  readonly matter: Tree
  /** Why the front matter could not be read. */
  readonly fault?: string
  readonly headings: readonly string[]
  readonly code: readonly { readonly engine: string; readonly code: string }[]
}

/** Front matter is a few lines; reading YAML takes a hundred times its size in memory. */
const MOST_MATTER = 64_000
const MOST_HEADINGS = 12
const MOST_SNIPPETS = 2
const LONGEST_SNIPPET = 1200

/** Reads a SKILL.md. */
export async function skillText(text: string): Promise<SkillText> {
  const [, matter, body = ''] = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text) ?? [undefined, undefined, text]
  return { ...(matter === undefined ? { matter: {} } : await matterOf(matter)), ...bodyOf(body) }
}

async function matterOf(text: string): Promise<Pick<SkillText, 'matter' | 'fault'>> {
  if (text.length > MOST_MATTER) return { matter: {}, fault: `it is longer than ${MOST_MATTER} characters` }
  const { parse } = await import('yaml')
  try {
    const data: unknown = parse(text, { maxAliasCount: 100, logLevel: 'error', uniqueKeys: false, stringKeys: true })
    return isTree(data) ? { matter: data } : { matter: {}, fault: 'it is no mapping' }
  } catch (error) {
    return { matter: {}, fault: nameOf(error instanceof Error ? error.message.split('\n')[0] : '', 160) ?? 'it is no YAML' }
  }
}

/** Headings and fenced code, by lines: a heading in a fence is code. */
function bodyOf(body: string): Pick<SkillText, 'headings' | 'code'> {
  const headings: string[] = []
  const code: { engine: string; code: string }[] = []
  let fence: { mark: string; engine: string; lines: string[] } | undefined
  for (const line of body.split(/\r?\n/)) {
    const [, mark, info] = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)/.exec(line) ?? []
    if (fence !== undefined) {
      if (mark?.startsWith(fence.mark) !== true || (info ?? '') !== '') fence.lines.push(line)
      else {
        code.push({ engine: fence.engine, code: fence.lines.join('\n') })
        fence = undefined
      }
    } else if (mark !== undefined) fence = { mark, engine: (info ?? '').toLowerCase(), lines: [] }
    else if (headings.length < MOST_HEADINGS && /^#{1,3}[ \t]/.test(line)) headings.push(...headingOf(line))
  }
  return { headings, code: code.filter((one) => one.engine !== '' && one.code.trim() !== '' && one.code.length <= LONGEST_SNIPPET).slice(0, MOST_SNIPPETS) }
}

function headingOf(line: string): string[] {
  const name = nameOf(line.replace(/^#+[ \t]+|[ \t]+#+[ \t]*$/g, ''), 80)
  return name === undefined ? [] : [name]
}
