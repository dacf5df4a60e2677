// The lenses that come with Fovea. Priorities are the Fractal protocol's groups, 0 to 100.
import type { Lens, Rule } from './rule.ts'

const group = (match: string, priority: number, why: string): Rule => ({ match, priority, why })

const CODE = '*.{ts,tsx,js,jsx,mjs,cjs,py,rs,go,java,kt,rb,php,cs,c,h,cc,cpp,hpp,swift,scala}'
const MANIFESTS = '{package.json,Cargo.toml,pyproject.toml,setup.py,go.mod,pom.xml,build.gradle,composer.json,Gemfile,requirements.txt}'
const TESTS = '{**/test/**,**/tests/**,**/__tests__/**,**/*.test.*,**/*.spec.*,**/test_*.py,**/*_test.*}'

/** No bending: the tiers decide. */
export const plain: Lens = { name: 'default', doc: 'Tiers decide: core, then config, then tests, then the rest', rules: [] }

const architecture: Lens = {
  name: 'architecture', doc: 'How it is built: sources and manifests, structure over bodies; no tests, no docs',
  exclude: [TESTS, '**/docs/**', '*.{html,css,txt,md}', '**/scripts/**', '.github/**'],
  rules: [
    group('*.{py,go,java,kt,rb}', 100, 'architecture: source'), group('src/**/*.rs', 100, 'architecture: source'), group('*.rs', 95, 'architecture: source'),
    group('{Cargo.toml,pyproject.toml,go.mod,package.json}', 90, 'architecture: manifest'), group('*.toml', 85, 'architecture: configuration'),
    group('*.{json,yaml,yml}', 80, 'architecture: configuration'), group('Makefile', 75, 'architecture: build'), group('Dockerfile', 70, 'architecture: build'),
    group('*.{ts,tsx}', 95, 'architecture: source'), group('*.{js,jsx,mjs,cjs}', 90, 'architecture: source'), group('**', 50, 'architecture: everything else'),
  ],
}

const debug: Lens = {
  name: 'debug', doc: 'What runs and what just changed: code first, tests close behind',
  rules: [group(TESTS, 85, 'debug: tests'), group(CODE, 100, 'debug: code'), group('*.log', 90, 'debug: logs'), group('**', 40, 'debug: everything else')],
}

const security: Lens = {
  name: 'security', doc: 'Where trust is decided: auth, secrets, input handling, dependencies',
  rules: [
    group('**/*{auth,Auth,login,session,Session,token,Token,password,credential,secret,crypt,permission,acl,security,Security}*', 100, 'security: name of the file'),
    group('**/{auth,security,crypto,permissions,middleware}/**', 95, 'security: name of a folder'),
    group(MANIFESTS, 90, 'security: dependencies'), group('{Dockerfile,*.yml,*.yaml}', 70, 'security: deployment'),
    group(TESTS, 30, 'security: tests'), group(CODE, 55, 'security: code'), group('**', 20, 'security: everything else'),
  ],
}

const onboarding: Lens = {
  name: 'onboarding', doc: 'Where a newcomer starts: read-mes, entry points, manifests',
  rules: [
    group('{README*,Readme*,readme*}', 100, 'onboarding: read-me'), group('{CONTRIBUTING*,Contributing*,ARCHITECTURE*}', 90, 'onboarding: about the project'),
    group('{main,index,app,lib,mod,cli,server,__main__}.*', 85, 'onboarding: entry point'), group(MANIFESTS, 80, 'onboarding: manifest'),
    group('docs/**', 70, 'onboarding: docs'), group(TESTS, 30, 'onboarding: tests'), group('**', 50, 'onboarding: everything else'),
  ],
}

const minimal: Lens = {
  name: 'minimal', doc: 'Names and signatures only, nothing in full',
  rules: [{ match: '**', atMost: 'shape', why: 'minimal: signatures only' }],
}

/** By name. */
export const LENSES: readonly Lens[] = [plain, architecture, debug, security, onboarding, minimal]
