import { defineScanner } from '../language.ts'
import { imports, resolve } from '../modules/ecmascript.ts'
import { pageEmbeds, scanComponent } from '../page.ts'

/** Svelte components. */
export default defineScanner({
  name: 'svelte', title: 'Svelte', family: 'code', extensions: ['.svelte'], remark: ['<!-- ', ' -->'], quotes: '"\'`', imports, resolve, embeds: pageEmbeds, scan: scanComponent,
})
