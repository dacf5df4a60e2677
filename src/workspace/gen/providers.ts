import type * as Providers from '../../models/providers/index.ts'

/** What the server would get. */
export type Sent = Providers.Sent

/** What speaks with models, loaded when one is asked: no other command pays for the libraries behind it. */
export const providers = (): Promise<typeof Providers> => import('../../models/providers/index.ts')
