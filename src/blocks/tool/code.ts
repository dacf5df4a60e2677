import { type Kind, sample, share } from './kind.ts'
import { lower, withEnds } from './weights.ts'

const DEFINES = /^\s*(?:export |default |public |private |protected |static |async |abstract |pub(?:\([a-z]+\))? |final |override |@\w+)*(?:function\b|class |interface |enum |struct |trait |impl\b|fn |def |func |type \w+ ?=?|module |namespace |package |const \w+ ?[:=]|#define )/
const CODE = /[{};]\s*$|^\s*(?:import |from \S+ import|#include|use |return\b|if ?\(|for ?\(|while ?\(|\/\/|\/\*|\* |}|\)|def |class |elif |else:|@\w+)/

/** A program: definitions first, then what is not deep inside of one. */
export const code: Kind = {
  name: 'code',
  confidence: (sheet) => Math.min(0.75, share(sample(sheet), CODE)),
  weigh: ({ lines }) => {
    const weights = new Uint8Array(lines.length)
    for (const [i, line] of lines.entries()) {
      const depth = Math.floor((line.length - line.trimStart().length) / 2)
      weights[i] = line.trim() === '' ? 8 : Math.min(8, 3 + depth)
      if (DEFINES.test(line.slice(0, 400))) lower(weights, i, Math.min(3, 1 + Math.floor(depth / 2)))
    }
    return withEnds(weights)
  },
}
