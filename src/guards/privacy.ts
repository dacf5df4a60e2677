import { domainOf, withoutCredentials } from './remote.ts'

/** What is known about where a workspace lives. Everything but the root may be unknown. */
export interface PlaceFacts {
  /** Absolute. */
  readonly projectRoot: string
  readonly hostname?: string | undefined
  readonly sessionNotes?: string | undefined
  readonly userConfigPath?: string | undefined
  /** The full address of `origin`. */
  readonly gitRemote?: string | undefined
}

/** What may be printed about a place. Unless asked for, nothing that tells who or where: no path, host or notes, and of the remote only its domain. */
export function factsFor(facts: PlaceFacts, allowSensitive: boolean): [string, string][] {
  const remote = facts.gitRemote
  const known: [string, string | undefined][] = allowSensitive
    ? [
        ['project_root', facts.projectRoot],
        ['hostname', facts.hostname],
        ['session_notes', facts.sessionNotes],
        ['user_config_path', facts.userConfigPath],
        // Sensitive is not secret: credentials never leave.
        ['git_remote', remote && withoutCredentials(remote)],
      ]
    : [['project_root', '.'], ['git_remote', remote && domainOf(remote)]]
  return known.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '')
}
