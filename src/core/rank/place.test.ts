import { describe, expect, test } from 'vitest'
import { packagesIn } from './packages.ts'
import { atHome, placeOf, placesOf } from './place.ts'

const at = (path: string, paths: readonly string[]): string | undefined => placeOf({ path }, placesOf(paths))

describe('a frame is the file whose path shares the longest end with it', () => {
  test.each([
    ['/home/ann/shop/src/basket.ts', ['src/basket.ts', 'old/src/basket.ts', 'basket.ts'], 'src/basket.ts'],
    ['C:/Shop/Src/Basket.cs', ['src/Basket.cs', 'test/Basket.cs'], 'src/Basket.cs'],
    ['src/basket.ts', ['packages/shop/src/basket.ts'], 'packages/shop/src/basket.ts'],
    ['basket.ts', ['basket.ts', 'src/basket.ts'], 'basket.ts'],
    ['basket.ts', ['src/basket.ts'], 'src/basket.ts'],
    ['shop/src/basket.ts', ['src/basket.ts'], 'src/basket.ts'],
    ['org/shop/Basket.java', ['core/src/main/java/org/shop/Basket.java', 'src/Basket.java'], 'core/src/main/java/org/shop/Basket.java'],
    ['org/shop/orders/Orders.kt', ['src/main/kotlin/orders/Orders.kt'], 'src/main/kotlin/orders/Orders.kt'],
    ['/app/orders/views.py', ['shop/orders/views.py', 'shop/basket/views.py'], 'shop/orders/views.py'],
    ['/app/server.js', ['src/server.js'], 'src/server.js'],
    ['/app/index.js', ['index.js', 'src/index.js'], 'index.js'],
    ['internal/store/store.go', ['internal/store/store.go'], 'internal/store/store.go'],
    ['java/Basket.java', ['java/Basket.java'], 'java/Basket.java'],
  ])('%s', (path, paths, found) => {
    expect(at(path, paths)).toBe(found)
  })

  test('several that would do as well are none, nor is too little', () => {
    expect(at('views.py', ['a/views.py', 'b/views.py'])).toBe(undefined)
    expect(at('/x/y/index.js', ['src/index.js'])).toBe(undefined)
    expect(at('org/other/Basket.java', ['src/org/shop/Basket.java'])).toBe(undefined)
    expect(at('lib/basket.ts', ['basket.ts'])).toBe(undefined)
    expect(at('', ['a'])).toBe(undefined)
  })

  test('letters decide only where nothing else does', () => {
    expect(at('/x/src/Basket.ts', ['src/basket.ts', 'src/Basket.ts'])).toBe('src/Basket.ts')
    expect(at('c:/x/src/BASKET.ts', ['src/basket.ts'])).toBe('src/basket.ts')
  })
})

describe('code of others', () => {
  const ours = ['index.js', 'lib/index.js', 'json/decoder.py', 'src/lib.rs', 'net/server.go', 'src/Objects.java', 'rack.rb', 'src/basket.ts']

  test.each([
    '/app/node_modules/left-pad/index.js', '/app/node_modules/x/lib/index.js', '/usr/lib/python3.11/json/decoder.py', 'C:/Python311/Lib/json/decoder.py',
    '/venv/lib/python3.11/site-packages/other/json/decoder.py', '/home/ann/.cargo/registry/src/index.crates.io-6f17/tokio-1.28.0/src/lib.rs', '/rustc/9fc6b43126469e/library/src/lib.rs',
    '/usr/local/go/src/net/server.go', '/home/ann/go/pkg/mod/github.com/x/y@v1.2.3/net/server.go', 'java/util/Objects.java', '/usr/lib/ruby/3.0.0/rack.rb', '/var/lib/gems/3.0.0/gems/rack-2.2.3/rack.rb',
  ])('is not ours: %s', (path) => {
    expect(at(path, ours)).toBe(undefined)
  })

  test('unless the workspace is that package, or holds it', () => {
    expect(at('/venv/lib/python3.11/site-packages/django/db/models.py', ['django/db/models.py'])).toBe('django/db/models.py')
    expect(at('/lib/python2.7/site-packages/requests-2.3.0-py2.7.egg/requests/api.py', ['requests/api.py', 'api.py'])).toBe('requests/api.py')
    expect(at('/venv/lib/python3.11/site-packages/requests/api.py', ['src/requests/api.py'])).toBe('src/requests/api.py')
    expect(at('/app/node_modules/@shop/basket/src/a.js', ['packages/@shop/basket/src/a.js'])).toBe('packages/@shop/basket/src/a.js')
    expect(at('/app/vendor/x/y.php', ['vendor/x/y.php'])).toBe('vendor/x/y.php')
  })
})

describe('a workspace knows what it is called where it is installed', () => {
  const files = {
    'package.json': '{ "private": true, "name": "shop" }', 'packages/basket/package.json': '{"name":"@shop/basket"}', 'packages/basket/src/a.js': '', 'src/a.js': '',
    'go.mod': '// why\nmodule github.com/Shop/basket/v2\n\ngo 1.22\n', 'tree.go': '', 'Cargo.toml': '[workspace]\nmembers = ["x"]\n', 'tokio/Cargo.toml': '[package]\nname = "tokio"\n', 'tokio/src/lib.rs': '', 'src/lib.rs': '',
    'shopd.gemspec': '', 'lib/shop/server.rb': '',
  }
  const places = placesOf(Object.keys(files), packagesIn(Object.entries(files).map(([path, text]) => ({ path, text }))))

  test.each([
    ['/app/node_modules/shop/src/a.js', 'src/a.js'],
    ['/app/node_modules/x/node_modules/@shop/basket/src/a.js', 'packages/basket/src/a.js'],
    ['/go/pkg/mod/github.com/Shop/basket/v2@v2.6.4/tree.go', 'tree.go'],
    ['/src/vendor/github.com/Shop/basket/v2/tree.go', 'tree.go'],
    ['github.com/Shop/basket/v2/tree.go', 'tree.go'],
    ['/src/vendor/github.com/other/basket/tree.go', undefined],
    ['/go/pkg/mod/github.com/other/basket@v1.0.0/tree.go', undefined],
    ['github.com/Shop/basket/v2@v2.6.4/tree.go', 'tree.go'],
    ['/go/pkg/mod/github.com/!shop/basket/v2@v2.6.4/tree.go', 'tree.go'],
    ['/go/pkg/mod/github.com/Shop/basket/v2@v2.6.5-0.20230101000000-abcdef012345/tree.go', 'tree.go'],
    ['/home/ann/.cargo/registry/src/index.crates.io-6f17/tokio-1.28.0/src/lib.rs', 'tokio/src/lib.rs'],
    ['/home/ann/.cargo/registry/src/index.crates.io-6f17/other-1.28.0/src/lib.rs', undefined],
    ['/usr/lib/ruby/gems/3.1.0/gems/shopd-1.15.2/lib/shop/server.rb', 'lib/shop/server.rb'],
    ['/usr/lib/ruby/gems/3.1.0/gems/shopd-1.15.2/lib/shop/gone.rb', undefined],
  ])('%s', (path, found) => {
    expect(placeOf({ path }, places)).toBe(found)
  })

  test('frames of an installed copy come home, others stay where they are', () => {
    const all = Object.entries(files).map(([path, text]) => ({ path, text }))
    const frames = [{ path: '/go/pkg/mod/github.com/Shop/basket/v2@v2.6.4/tree.go', line: 3 }, { path: '/go/pkg/mod/github.com/Shop/basket/v2@v2.6.4/gone.go' }, { path: 'src/a.js' }]
    expect(atHome(frames, all)).toEqual([{ path: 'tree.go', line: 3 }, frames[1], frames[2]])
  })

  test('a manifest that says nothing names nothing', () => {
    expect([...packagesIn([{ path: 'package.json', text: '{}' }, { path: 'x/go.mod', text: '' }, { path: 'toString', text: '' }])]).toEqual([])
  })
})
