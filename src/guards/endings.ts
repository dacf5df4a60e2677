// How the names of secrets end, for the pre-scan: what named.ts and providers.ts read of a name has to end with one of these words, and nearly no other name does.
import { MAKERS } from './providers.ts'

/** What a word says of the run that it ends, as bits. */
export const SAYS = { tail: 1, core: 2, placed: 32, named: 64, fence: 256, spaced: 512, short: 1024, maker: 2048, alone: 4096 } as const

const words = (list: string): readonly string[] => list.split(' ')

/** Names of passwords, which a tail may follow. Their values may be short; all others have eight letters or more. */
const PASSWORDS = words('passwd password passphrase passcode identified pwd pass')
/** Other names, which a tail may follow. */
const CORES = words('secret token tokens key credential credentials sig signature verifier nonce auth sid material base64')
/** Nouns that count behind the word of a maker, also before a tail. */
const MADE = words('ids keys secrets sids auths login logins com coms api apis bearer bearers hook hooks urls dsn dsns')
const TAILS = words('value key base hash text string plain prod dev live test')
/** `id` with what can stand before it: an ending has three signs or more. */
const IDS = [...'abcdefghijklmnopqrstuvwxyz0123456789_-.'].map((sign) => `${sign}id`)
/** The ends of makers that are written in two parts, and what is a maker to `url`. */
const PARTS = words('relic bird linked_in linked-in linked.in private_ai private-ai private.ai webhook')
/** Words whose line is looked at by rules for what stands in places when a blank follows them. */
const SPACED = words('bearer basic curl login')

/** How a private key begins, up to the blank behind it. */
const FENCE = '-----begin'

/** The words that runs end with, and what each says. A word may be there more than once. */
export const ENDINGS: readonly (readonly [word: string, says: number])[] = [
  ...PASSWORDS.map((word) => [word, SAYS.named | SAYS.core | SAYS.short | SAYS.alone] as const),
  ...CORES.map((word) => [word, SAYS.named | SAYS.core | SAYS.alone] as const),
  ...MADE.map((word) => [word, SAYS.named | SAYS.core] as const),
  ...IDS.map((word) => [word, SAYS.named] as const),
  ['url', SAYS.named | SAYS.core],
  ...[...MAKERS, ...PARTS].map((word) => [word, SAYS.named | SAYS.maker | SAYS.alone] as const),
  ...TAILS.map((word) => [word, SAYS.tail] as const),
  ...SPACED.map((word) => [word, SAYS.spaced] as const),
  // Too short to be looked for: they count before a tail.
  ['id', SAYS.core],
  ['pw', SAYS.core | SAYS.short | SAYS.alone],
  // Whatever follows it.
  ['authorization', SAYS.placed],
  [FENCE, SAYS.fence],
]
