// What is shown is chosen in the core; a folder on a machine may have models beside it.
import { type Chosen, choose, type Decided, decided, type Given } from '../core/settings/choose.ts'
import type { ChatConfig, EmbeddingsConfig } from '../models/index.ts'
import type { Layer } from './config.ts'

export { type Flags, requestOf } from '../core/settings/choose.ts'

/** Everything that was decided before any file is read. */
export interface Settings extends Chosen {
  /** The model that is asked for meaning; none unless somebody names one. */
  readonly embeddings: Decided<EmbeddingsConfig | undefined>
  /** The model that writes; none unless somebody names one. */
  readonly generation: Decided<ChatConfig | undefined>
}

/** Flags beat the user's own file, which beats the repository's, which beats the defaults. */
export const settle = (flags: Given, layers: readonly Layer[]): Settings => ({
  ...choose(flags, layers),
  embeddings: decided<EmbeddingsConfig | undefined, Layer['config']>(layers, { of: (config) => config.embeddings, otherwise: undefined }),
  generation: decided<ChatConfig | undefined, Layer['config']>(layers, { of: (config) => config.generation, otherwise: undefined }),
})
