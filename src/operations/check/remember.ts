// The same files are gathered once a case: what does not depend on the task is worked out once.
import type { Language, Meter, Parsed, Parser } from '../../core/ports.ts'
import type { Reading, Workspace } from '../../workspace/index.ts'

/** A workspace that reads, parses and counts each file only once. */
export function remembering(workspace: Workspace, reading: Reading): Workspace {
  const texts = new Set(reading.entries.map((entry) => entry.text))
  const meters = new Map<string, Promise<Meter>>()
  return {
    ...workspace, read: async () => reading, parser: rememberingParser(workspace.parser),
    meter: (name) => {
      const meter = meters.get(name) ?? workspace.meter(name).then((one) => rememberingMeter(one, texts))
      meters.set(name, meter)
      return meter
    },
  }
}

function rememberingParser(parser: Parser): Parser {
  const known = new Map<Language, Map<string, Parsed>>()
  return {
    languageOf: (path, text) => parser.languageOf(path, text),
    languageNamed: (word) => parser.languageNamed(word),
    prepare: (language, text) => parser.prepare(language, text),
    outline: (language, text) => parser.outline(language, text),
    parse: (language, text) => {
      const texts = known.get(language) ?? new Map<string, Parsed>()
      known.set(language, texts)
      const parsed = texts.get(text) ?? parser.parse(language, text)
      texts.set(text, parsed)
      return parsed
    },
  }
}

/** Pages are counted each time: only files come again. */
function rememberingMeter(meter: Meter, texts: ReadonlySet<string>): Meter {
  const known = new Map<string, number>()
  return {
    name: meter.name, exact: meter.exact, bytesPerToken: meter.bytesPerToken,
    count: (text) => {
      const tokens = known.get(text) ?? meter.count(text)
      if (texts.has(text)) known.set(text, tokens)
      return tokens
    },
  }
}
