// References instead of sheets: aliases, cards, packs and deltas.
import type { Group } from '../operation.ts'
import { ctxDiff } from './diff.ts'
import { ctxExpand, ctxPackOperation } from './pack.ts'
import { CARDS, cardsBuild, cardsShow } from './cards.ts'
import { ALIAS, aliasAdd, aliasList, aliasRm, aliasVerify } from './alias.ts'

/** The words that ctx commands share. */
export const CTX_GROUPS: readonly Group[] = [
  {
    name: 'ctx',
    title: 'Work with references: aliases, cards, packs and deltas',
    doc: 'Long files become short names with hashes (aliases) and short cards; a pack lists them for a model, which asks for more; a delta says what changed since. Everything lies in .fovea, or in .ado with --dir .ado.',
  },
  ALIAS,
  CARDS,
]

/** All ctx commands, in the order of help. */
export const CTX_OPERATIONS = [aliasAdd, aliasList, aliasVerify, aliasRm, cardsBuild, cardsShow, ctxPackOperation, ctxExpand, ctxDiff] as const
