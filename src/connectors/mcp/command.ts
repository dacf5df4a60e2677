// `stdio:npx -y "my server" --read-only`: a program and its words. No shell reads them, so nothing in them is expanded.
import { SourceDown } from '../../catalog/ports.ts'

/** A program and what it is told. */
export interface Command {
  readonly command: string
  readonly args: readonly string[]
}

/** The command of a location. Quotes keep words together. */
export function commandOf(location: string): Command {
  const text = location.replace(/^stdio:/i, '')
  const words = [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''))
  const [command, ...args] = words
  if (command === undefined || command === '' || /["']/.test(text.replace(/"[^"]*"|'[^']*'/g, ''))) throw new SourceDown('the command of an MCP server looks like stdio:npx -y some-server, with quotes around words that hold spaces')
  return { command, args }
}
