import { defineScanner } from '../language.ts'
import { imports, resolve } from '../modules/ecmascript.ts'
import { pageEmbeds, scanComponent } from '../page.ts'

/** Vue components. */
export default defineScanner({
  name: 'vue', title: 'Vue', family: 'code', extensions: ['.vue'], remark: ['<!-- ', ' -->'], quotes: '"\'`', imports, resolve, embeds: pageEmbeds, scan: scanComponent,
})
