// Every class of hostile input, in the order of the page that tells of them. Another group is another file and another line here.
import { DISK } from './disk.mjs'
import { MACHINES } from './machines.mjs'
import { NAMES } from './names.mjs'
import { PAYLOADS } from './payloads.mjs'
import { REPOSITORIES } from './repositories.mjs'
import { TEXTS } from './texts.mjs'
import { WORDS } from './words.mjs'

export const CLASSES = [...TEXTS, ...WORDS, ...NAMES, ...DISK, ...REPOSITORIES, ...PAYLOADS, ...MACHINES]
