// Containers of typed blocks: BCP, the binary format of the protocol.
import type { Group } from '../operation.ts'
import { decoding } from './decode.ts'
import { encoding } from './encode.ts'
import { inspect } from './inspect.ts'
import { packContainer } from './pack.ts'
import { stats } from './stats.ts'
import { validate } from './validate.ts'

/** Commands about containers. */
export const BCP: Group = {
  name: 'bcp', title: 'Make, read and check containers of blocks (.bcp)',
  doc: 'A container holds typed blocks (code, conversation, tool results, documents, data, diffs, pictures) with summaries and priorities in binary form, packed by zstd. "fovea render context.bcp --budget 4k" writes one so that it fits.',
}

/** All commands about containers, in the order of help. */
export const BCP_OPERATIONS = [packContainer, encoding, decoding, inspect, validate, stats] as const
