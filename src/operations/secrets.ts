import { choice, flag, list, text } from '../core/field.ts'
import { counted } from '../core/names.ts'
import { fileLocation, sarifLog } from '../core/sarif.ts'
import { VERSION } from '../core/version.ts'
import { findSecrets, plainJson, type SecretFinding, type SecretsFound } from '../workspace/index.ts'
import { mustBeFolder, openHere } from './open.ts'
import { defineOperation, EXIT, Failure } from './operation.ts'

/** Says where secrets are. */
export const secrets = defineOperation({
  name: 'secrets',
  title: 'List what looks like secrets, by place and kind, never the values',
  doc: 'Looks at every file that a pack could show, lock files and minified text too. Each line says where a value stands, its kind, and the mark that stands for it in every answer; equal values have equal marks. The exit code is 4 when there is one, and 3 when there is none but a file was not looked at: texts beyond 16 MB and what cannot be read, each named. A remark with fovea:allow on the line, or alone on the line before, allows a value; --no-allow counts no permission.',
  examples: ['fovea secrets', 'fovea secrets services --exclude "test/**"', 'fovea secrets --format sarif > secrets.sarif', 'fovea secrets --no-allow', 'fovea secrets --redact pii --json'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }),
    include: list('Only these paths (globs as in .gitignore); may be repeated', { short: 'i', sign: 'GLOB' }),
    exclude: list('Never these paths; may be repeated', { short: 'x', sign: 'GLOB' }),
    format: choice('How the list is written; SARIF 2.1.0 is for continuous integration', { choices: ['text', 'json', 'sarif'], otherwise: 'text' }),
    redact: choice('Look for more: pii for card numbers, account numbers and social security numbers', { choices: ['pii'] }),
    noAllow: flag('Allow nothing: neither by remarks in the files nor by your configuration'),
    json: flag('The same as --format json'),
  },
  async run(input, context) {
    mustBeFolder(context, input.path ?? '.', (folder, name) => `name its folder, and the file with "fovea secrets ${folder} --include ${name}"`)
    const workspace = openHere(context, input.path, { frozen: false, verify: false, noCache: true, redact: input.redact })
    const found = await findSecrets(workspace, { include: input.include, exclude: input.exclude, strict: input.noAllow, progress: (count) => context.progress(`${counted(count, 'file')} looked at`) })
    await workspace.close()
    const { files, findings, allowed, skipped, diagnostics } = found
    if (files === 0 && findings.length === 0 && skipped.length === 0) throw new Failure(`there is nothing to look at in ${input.path ?? '.'}: it holds no text, or --include, --exclude and the ignore files leave everything out`)
    const data = { files, findings, allowed, skipped }
    return {
      text: input.format === 'sarif' ? [`${plainJson(JSON.stringify(sarifOf(found), null, 2))}\n`] : input.format === 'json' ? [`${plainJson(JSON.stringify(data, null, 2))}\n`] : findings.map(lineOf),
      data, report: reportOf(found), diagnostics, exit: findings.length > 0 ? EXIT.secrets : skipped.length > 0 ? EXIT.partial : EXIT.ok,
    }
  },
})

/** So many files that were not looked at are named. */
const MOST_NAMED = 20

function reportOf({ files, findings, allowed, skipped, diagnostics }: SecretsFound): string[] {
  // What has a remark of its own is told there.
  const large = skipped.filter(({ path }) => !diagnostics.some((diagnostic) => diagnostic.path === path))
  const what = [findings.length === 0 ? 'nothing looks like a secret' : counted(findings.length, 'finding'), ...(allowed.length === 0 ? [] : [`${allowed.length} allowed by remarks`]), ...(skipped.length === 0 ? [] : [`${skipped.length} not looked at`])]
  return [
    ...large.slice(0, MOST_NAMED).map(({ path, why }) => `${path.replaceAll('\n', '\u27e8U+000A\u27e9')} was not looked at: ${why}`), ...(large.length > MOST_NAMED ? [`and ${large.length - MOST_NAMED} more; --json names all`] : []),
    `${counted(files, 'file')} looked at: ${what.join(', ')}${findings.length === 0 ? '' : '. Move secrets out of the tree and change them; allow what is none with fovea:allow on its line.'}`,
  ]
}

/** One finding is one line, whatever the name of its file. */
const lineOf = ({ path, line, rule, mark }: SecretFinding): string => `${path.replaceAll('\n', '\u27e8U+000A\u27e9')}:${line}  ${rule}  \u27e8redacted:${rule}:${mark}\u27e9\n`

/** The same value in the same file is the same result, wherever its line moves. */
function sarifOf({ findings, allowed, skipped }: SecretsFound): unknown {
  const all = [...findings.map((finding) => ({ ...finding, suppressed: false })), ...allowed.map((finding) => ({ ...finding, suppressed: true }))]
  const rules = [...new Set(all.map(({ rule }) => rule))].sort().map((id) => ({ id, text: `A value that looks like a secret (${id})` }))
  const notices = skipped.map(({ path, why }) => ({ message: `${path} was not looked at: ${why}`, location: fileLocation(path) }))
  return sarifLog({ name: 'fovea secrets', version: VERSION, notices }, rules, all.map(({ path, line, rule, mark, suppressed }) => ({
    rule, level: 'error', message: `A value that looks like a secret (${rule}, mark ${mark}). Move it out of the tree and change it.`, location: fileLocation(path, line), fingerprints: { 'pathRuleMark/v1': `${path} ${rule} ${mark}` }, suppressed,
  })))
}
