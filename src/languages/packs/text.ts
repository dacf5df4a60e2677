import { defineScanner } from '../language.ts'
import { scanLines } from '../lines.ts'

/** Plain text, and whatever has no pack of its own. */
export default defineScanner({ name: 'text', title: 'Plain text', family: 'prose', extensions: ['.txt', '.text'], remark: ['', ''], scan: scanLines })
