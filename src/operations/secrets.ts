import { choice, flag, list, text } from '../core/field.ts'
import { counted } from '../core/names.ts'
import { fileLocation, sarifLog } from '../core/sarif.ts'
import { VERSION } from '../core/version.ts'
import { findSecrets, plainJson, type SecretFinding } from '../workspace/index.ts'
import { mustBeFolder, openHere } from './open.ts'
import { defineOperation, EXIT } from './operation.ts'

/** Says where secrets are. */
export const secrets = defineOperation({
  name: 'secrets',
  title: 'List what looks like secrets, by place and kind, never the values',
  doc: 'Looks at every file that a pack could show, lock files and minified text too. Each line says where a value stands, its kind, and the mark that stands for it in every answer; equal values have equal marks. The exit code is 4 when there is one. A remark with fovea:allow on the line, or alone on the line before, allows a value.',
  examples: ['fovea secrets', 'fovea secrets services --exclude "test/**"', 'fovea secrets --format sarif > secrets.sarif', 'fovea secrets --redact pii --json'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }),
    include: list('Only these paths (globs as in .gitignore); may be repeated', { short: 'i', sign: 'GLOB' }),
    exclude: list('Never these paths; may be repeated', { short: 'x', sign: 'GLOB' }),
    format: choice('How the list is written; SARIF 2.1.0 is for continuous integration', { choices: ['text', 'json', 'sarif'], otherwise: 'text' }),
    redact: choice('Look for more: pii for card numbers, account numbers and social security numbers', { choices: ['pii'] }),
    json: flag('The same as --format json'),
  },
  async run(input, context) {
    mustBeFolder(context, input.path ?? '.', (folder, name) => `name its folder, and the file with "fovea secrets ${folder} --include ${name}"`)
    const workspace = openHere(context, input.path, { frozen: false, verify: false, noCache: true, redact: input.redact })
    const { files, findings, diagnostics } = await findSecrets(workspace, { include: input.include, exclude: input.exclude, progress: (count) => context.progress(`${counted(count, 'file')} looked at`) })
    await workspace.close()
    return {
      text: input.format === 'sarif' ? [`${plainJson(JSON.stringify(sarifOf(findings), null, 2))}\n`] : input.format === 'json' ? [`${plainJson(JSON.stringify({ files, findings }, null, 2))}\n`] : findings.map(lineOf),
      data: { files, findings },
      report: [findings.length === 0 ? `${counted(files, 'file')}: nothing looks like a secret` : `${counted(files, 'file')}: ${counted(findings.length, 'finding')} in ${counted(new Set(findings.map(({ path }) => path)).size, 'file')}. Move secrets out of the tree and change them; allow what is none with fovea:allow on its line.`],
      diagnostics, exit: findings.length === 0 ? EXIT.ok : EXIT.secrets,
    }
  },
})

/** One finding is one line, whatever the name of its file. */
const lineOf = ({ path, line, rule, mark }: SecretFinding): string => `${path.replaceAll('\n', '\u27e8U+000A\u27e9')}:${line}  ${rule}  \u27e8redacted:${rule}:${mark}\u27e9\n`

/** The same value in the same file is the same result, wherever its line moves. */
function sarifOf(findings: readonly SecretFinding[]): unknown {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort().map((id) => ({ id, text: `A value that looks like ${id}` }))
  return sarifLog({ name: 'fovea secrets', version: VERSION }, rules, findings.map(({ path, line, rule, mark }) => ({
    rule, level: 'error', message: `A value that looks like ${rule} (mark ${mark}). Move it out of the tree and change it.`, location: fileLocation(path, line), fingerprints: { 'pathRuleMark/v1': `${path} ${rule} ${mark}` },
  })))
}
