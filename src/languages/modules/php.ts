// Imports of PHP: names by their namespace, files by their path.
import type { Files, Found, Import } from '../../core/ports.ts'
import { dotted } from './dotted.ts'
import { quoted } from './quoted.ts'

const names = dotted({
  form: /(?:\buse\s+(?:(?:function|const)\s+)?|,\s*)(?<module>[\p{L}_\\][\p{L}\p{N}_\\]*(?:\{[^}]*\})?)(?:\s+as\s+(?<as>[\p{L}\p{N}_]+))?/gu,
  endings: ['.php'], between: '\\', declares: /^[ \t]*(?:<\?php\s+)?namespace\s+([\p{L}\p{N}_\\]+)/mu,
})
const paths = quoted({ form: /\b(?:require|include)(?:_once)?\b[^'";\n]{0,200}['"](?<module>[^'"\n]+)['"]/g })

/** The imports in some statements. */
export const imports = (statements: string): readonly Import[] => (/\buse\b/.test(statements) ? [...names.imports(statements), ...paths.imports(statements)] : paths.imports(statements))

/** Where an import leads: a namespace has no dot in it, a path has. */
export const resolve = (wanted: Import, from: string, files: Files): readonly Found[] => (/[./]/.test(wanted.module) ? paths : names).resolve(wanted, from, files)
