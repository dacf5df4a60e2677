import { describe, expect, test } from 'vitest'
import { factsFor } from './privacy.ts'
import { domainOf, withoutCredentials } from './remote.ts'

const FACTS = { projectRoot: '/home/ada/project', hostname: 'ada-laptop', sessionNotes: 'ask Bob', userConfigPath: '/home/ada/.config/fovea', gitRemote: ['https://ada:s3', 'cret@git.example.com:8443/org/x.git'].join('') }

describe('facts', () => {
  test('by default: a dot for the root, the domain of the remote, nothing else', () => {
    expect(factsFor(FACTS, false)).toEqual([['project_root', '.'], ['git_remote', 'git.example.com']])
  })

  test('when asked for: everything but credentials, in order', () => {
    expect(factsFor(FACTS, true)).toEqual([
      ['project_root', '/home/ada/project'], ['hostname', 'ada-laptop'], ['session_notes', 'ask Bob'],
      ['user_config_path', '/home/ada/.config/fovea'], ['git_remote', 'https://git.example.com:8443/org/x.git'],
    ])
  })

  test('what is unknown is not mentioned, a path of this machine only when asked for', () => {
    expect(factsFor({ projectRoot: '/x' }, true)).toEqual([['project_root', '/x']])
    expect(factsFor({ projectRoot: '/x', gitRemote: '/srv/git/x.git' }, false)).toEqual([['project_root', '.']])
    expect(factsFor({ projectRoot: '/x', gitRemote: '/srv/git/x.git' }, true)).toEqual([['project_root', '/x'], ['git_remote', '/srv/git/x.git']])
  })
})

describe('remotes', () => {
  test.each([
    ['https://github.com/org/x.git', 'github.com', 'https://github.com/org/x.git'],
    [['https://user:pa', 'ss@GitHub.com:443/org/x'].join(':'), 'github.com', 'https://GitHub.com:443/org/x'],
    ['https://token@host.example/x', 'host.example', 'https://host.example/x'],
    [['https://us@er', 'pw@host.example/x'].join(':'), 'host.example', 'https://host.example/x'],
    ['https://host.example/x?private_token=abc#frag', 'host.example', 'https://host.example/x'],
    ['ssh://git@host.example:22/org/x', 'host.example', 'ssh://git@host.example:22/org/x'],
    ['ssh://ada@host.example/org/x', 'host.example', 'ssh://host.example/org/x'],
    ['git@host.example:org/x.git', 'host.example', 'git@host.example:org/x.git'],
    ['ada@host.example:org/x.git', 'host.example', 'host.example:org/x.git'],
    ['host.example:org/x.git', 'host.example', 'host.example:org/x.git'],
    ['git://[::1]:9418/x', '[::1]', 'git://[::1]:9418/x'],
    ['/srv/x.git', undefined, '/srv/x.git'],
    ['../x.git', undefined, '../x.git'],
    ['C:\\repos\\x', undefined, 'C:\\repos\\x'],
    ['file:///srv/x.git', undefined, 'file:///srv/x.git'],
    ['', undefined, ''],
  ])('%s', (remote, domain, clean) => {
    expect(domainOf(remote)).toBe(domain)
    expect(withoutCredentials(remote)).toBe(clean)
  })
})
