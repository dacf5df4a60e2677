// What a source says goes into messages and is kept: never with a secret in it.
import type { OpenSource } from '../../catalog/ports.ts'
import { withoutSecrets } from '../../connectors/calls/credentials.ts'
import { redactSecrets } from '../../guards/secrets.ts'

/** A message of a connector without the secrets of its source, and without what looks like one. */
export const toldOf = (message: string, source: OpenSource): string => redactSecrets(withoutSecrets(message, source)).text
