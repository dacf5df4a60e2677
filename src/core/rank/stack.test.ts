import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/kit/core.ts'
import { framesIn } from './stack.ts'

/** Frames in few letters: `path:line symbol`. */
const told = (text: string): string[] => framesIn(text).map(({ path, line, symbol }) => `${path}${line === undefined ? '' : `:${line}`}${symbol === undefined ? '' : ` ${symbol}`}`)

describe('Python', () => {
  test('has the innermost frame last', () => {
    expect(told(`Traceback (most recent call last):
  File "/home/ann/shop/manage.py", line 22, in <module>
    main()
    ~~~~^^
  File "/home/ann/shop/orders/views.py", line 41, in checkout
    total = basket.total()
  [Previous line repeated 2 more times]
  File "/home/ann/shop/orders/basket.py", line 9, in total
    return sum(self.items)
TypeError: unsupported operand type(s) for +: 'int' and 'str'
`)).toEqual(['/home/ann/shop/orders/basket.py:9 total', '/home/ann/shop/orders/views.py:41 checkout', '/home/ann/shop/manage.py:22'])
  })

  test('chains: what happened first comes first', () => {
    expect(told(`Traceback (most recent call last):
  File "shop/store.py", line 5, in load
    return json.loads(text)
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "shop/app.py", line 12, in start
    load(path)
  File "shop/store.py", line 7, in load
    raise StoreError(path) from error
shop.errors.StoreError: data.json
`)).toEqual(['/usr/lib/python3.11/json/__init__.py:346 loads', 'shop/store.py:5 load', 'shop/store.py:7 load', 'shop/app.py:12 start'])
  })

  test('pytest, IPython, a syntax error, a fault', () => {
    expect(told(`________________ test_total ________________
tests/test_basket.py:12: in test_total
    assert basket.total() == 3
shop/basket.py:9: in total
    return sum(self.items)
E   TypeError: unsupported operand
shop/basket.py:9: TypeError
________________ test_other ________________
tests/test_other.py:3: in test_other
`)).toEqual(['shop/basket.py:9', 'shop/basket.py:9 total', 'tests/test_basket.py:12 test_total', 'tests/test_other.py:3 test_other'])
    expect(told('File ~/projects/shop/basket.py:9, in Basket.total(self)\n')).toEqual(['~/projects/shop/basket.py:9 total'])
    expect(told('  File "<string>", line 1, in <module>\n  File "a b.py", line 3\n    x = = 1\nSyntaxError: invalid syntax')).toEqual(['a b.py:3'])
    expect(told('Current thread 0x7f (most recent call first):\n  File "a.py", line 3 in inner\n  File "a.py", line 9 in outer\n')).toEqual(['a.py:3 inner', 'a.py:9 outer'])
  })
})

describe('JavaScript', () => {
  test('as V8 writes it', () => {
    expect(told(`TypeError: Cannot read properties of undefined (reading 'id')
    at Basket.total (/home/ann/shop/src/basket.ts:14:22)
    at async Promise.all (index 0)
    at async checkout (file:///home/ann/my%20shop/src/orders.mjs:8:3)
    at new Order (C:\\shop\\src\\order.js:3:9)
    at Object.<anonymous> (/home/ann/shop/src/index.js:1:1)
    at Proxy.render [as draw] (webpack://shop/./src/view.vue?4f:20:1)
    at webpack-internal:///./src/late.js:5:7
    at eval (eval at <anonymous> (/home/ann/x.js:1:1), <anonymous>:1:1)
    at Module._compile (node:internal/modules/cjs/loader:1254:14)
    at run (http://localhost:5173/src/main.ts?t=17:3:1)
`)).toEqual([
      '/home/ann/shop/src/basket.ts:14 total', '/home/ann/my shop/src/orders.mjs:8 checkout', 'C:/shop/src/order.js:3 Order', '/home/ann/shop/src/index.js:1',
      'src/view.vue:20 render', 'src/late.js:5', '/home/ann/x.js:1', 'src/main.ts:3 run',
    ])
  })

  test('as Firefox and Safari write it', () => {
    expect(told('total@http://localhost:3000/src/basket.js:14:22\ncheckout/<@file:///home/ann/shop/src/orders.js:8:3\n@webpack:///./src/index.js:1:1\n'))
      .toEqual(['src/basket.js:14 total', '/home/ann/shop/src/orders.js:8 checkout', 'src/index.js:1'])
  })

  test('a cause comes before what it caused', () => {
    expect(told('Error: outer\n    at run (/x/run.js:1:1) {\n  [cause]: Error: inner\n      at read (/x/read.js:2:2)\n')).toEqual(['/x/read.js:2 read', '/x/run.js:1'])
  })
})

test('Java and Kotlin: a class is a path, the last cause comes first', () => {
  expect(told(`Exception in thread "main" org.shop.OrderException: order 7
\tat org.shop.orders.Orders.place(Orders.java:31)
\tat app//org.shop.Main$Runner.lambda$run$0(Main.java:12)
\tat org.shop.Main.<init>(Main.java:5) ~[shop.jar:1.0]
Caused by: java.lang.IllegalStateException: empty
\tat org.shop.basket.BasketKt.total(Basket.kt:9)
\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
\tat org.shop.Old.go(Unknown Source)
\tat org.shop.Old.native(Native Method)
\t... 2 more
java.lang.RuntimeException: another
\tat org.other.A.b(A.java:1)
`)).toEqual([
    'org/shop/basket/Basket.kt:9 total', 'java/util/ArrayList.java:1511 forEach', 'org/shop/Old.java go',
    'org/shop/orders/Orders.java:31 place', 'org/shop/Main.java:12 run', 'org/shop/Main.java:5 Main', 'org/other/A.java:1 b',
  ])
})

test('Go: the name stands above the place', () => {
  expect(told(`panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.(*Basket).Total(0xc000012345, {0x1, 0x2})
\t/home/ann/shop/basket.go:12 +0x1d
main.Map[...](...)
\t/home/ann/shop/map.go:5
main.run.func1()
\t/home/ann/shop/main.go:30 +0x45
created by main.run in goroutine 7
\t/home/ann/shop/main.go:28 +0x65
exit status 2
`)).toEqual(['/home/ann/shop/basket.go:12 Total', '/home/ann/shop/map.go:5 Map', '/home/ann/shop/main.go:30 run', '/home/ann/shop/main.go:28 run'])
})

test('Rust: a panic and its backtrace', () => {
  expect(told(`thread 'main' panicked at src/basket.rs:9:14:
called \`Option::unwrap()\` on a \`None\` value
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:665:5
   3: shop::basket::Basket::total::h0123456789abcdef
             at ./src/basket.rs:9:14
   4: shop::main::{{closure}}
             at ./src/main.rs:4:5
`)).toEqual([
    'src/basket.rs:9', '/rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:665 rust_begin_unwind', 'src/basket.rs:9 total', 'src/main.rs:4 main',
  ])
})

test('C#: the inner exception comes first as it stands', () => {
  expect(told(`Unhandled exception. Shop.OrderException: order 7
 ---> System.InvalidOperationException: empty
   at Shop.Basket.Total[T](List\`1 items) in C:\\Shop\\My Code\\Basket.cs:line 12
   at Shop.Orders.<PlaceAsync>d__5.MoveNext() in C:\\Shop\\Orders.cs:Zeile 31
   --- End of inner exception stack trace ---
   at Shop.Order..ctor(Int32 id) in /src/Shop/Order.cs:line 5
   at System.Linq.Enumerable.First(IEnumerable\`1 source)
`)).toEqual(['C:/Shop/My Code/Basket.cs:12 Total', 'C:/Shop/Orders.cs:31 PlaceAsync', '/src/Shop/Order.cs:5 Order'])
})

test('Ruby, both ways round', () => {
  expect(told('app/basket.rb:9:in `total\': undefined method (NoMethodError)\n\tfrom app/orders.rb:4:in \'Orders#place!\'\n\tfrom bin/shop:3:in `block in <main>\'\n'))
    .toEqual(['app/basket.rb:9 total', 'app/orders.rb:4 place!', 'bin/shop:3'])
  expect(told('Traceback (most recent call last):\n\t1: from a.rb:9:in `<main>\'\na.rb:2:in `block in foo\': boom (RuntimeError)\n')).toEqual(['a.rb:2 foo', 'a.rb:9'])
})

test('PHP', () => {
  expect(told(`PHP Fatal error:  Uncaught RuntimeException: empty in /var/www/shop/src/Basket.php:12
Stack trace:
#0 /var/www/shop/src/Orders.php(34): Shop\\Basket->total()
#1 C:\\www\\index.php(5): Shop\\Orders->place(Array)
#2 {main}
  thrown in /var/www/shop/src/Basket.php on line 12
`)).toEqual(['/var/www/shop/src/Basket.php:12', '/var/www/shop/src/Orders.php:34', 'C:/www/index.php:5'])
})

test('debuggers and sanitizers', () => {
  expect(told('#0  0x00005555 in parse (text=0x0) at src/parse.c:12\n#1  main () at src/main.c:40\n    #2 0x4f in shop::Basket::total() /src/basket.cpp:9:3\n'))
    .toEqual(['src/parse.c:12 parse', 'src/main.c:40 main', '/src/basket.cpp:9 total'])
})

test.each([
  ['src/basket.ts:14:22 - error TS2322: Type', 'src/basket.ts:14'],
  ['src/basket.ts(14,22): error TS2322: Type', 'src/basket.ts:14'],
  ['[ERROR] /home/ann/shop/Basket.java:[14,22] cannot find symbol', '/home/ann/shop/Basket.java:14'],
  ['e: file:///home/ann/shop/Basket.kt:14:22 Unresolved reference', '/home/ann/shop/Basket.kt:14'],
  ['e: /home/ann/shop/Basket.kt: (14, 22): Unresolved reference', '/home/ann/shop/Basket.kt:14'],
  ['  --> src/basket.rs:14:22', 'src/basket.rs:14'],
  ['./basket.go:14:22: undefined: total', 'basket.go:14'],
  ['C:\\shop\\basket.c:14:22: warning: unused', 'C:/shop/basket.c:14'],
  ['shop/basket.py:14: error: Incompatible types [arg-type]', 'shop/basket.py:14'],
  [' ❯ total src/basket.ts:14:22', 'src/basket.ts:14'],
  ['[src/basket.rs:14:5] total = 3', 'src/basket.rs:14'],
  ['app/[id]/page.tsx:14:5', 'app/[id]/page.tsx:14'],
  ['> src/basket.ts:14:22: quoted', 'src/basket.ts:14'],
  ['2021-05-01 [error]: boom /x/basket.rb:14:in `block in total\'', '/x/basket.rb:14 total'],
  ['it fails (see `src/basket.ts:14`), always', 'src/basket.ts:14'],
])('compilers and people: %s', (text, place) => {
  expect(told(text)).toEqual([place])
})

test('prose has no frames', () => {
  for (const text of ['', 'Please fix the basket at 10:30', 'see https://example.com:8080/x', 'ann@example.com wrote 12:30:15', 'version 1.2.3:4', 'np.arange(1,5)', 'app.log:2021-05-01', 'at last, 3:4', 'ratio 0.5:1']) expect(told(text)).toEqual([])
})

test('any text is read, a frame once, its path without backslashes', () => {
  const piece = fc.constantFrom('at ', 'File "', '", line 3, in x', ' (', ')', 'a.js:1:2', '/x/y.go:3', '\n', '\n\t', '\\', 'Caused by: ', ') in ', ':line 5', 'x.py:3: in f', '#0 ', '(12): ', ' in ', '@', '::', '<', '%', '%zz', '..', '/', 'Traceback (most recent call last):\n', 'é')
  fc.assert(fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
    const frames = framesIn(pieces.join(''))
    expect(new Set(frames.map((frame) => JSON.stringify(frame))).size).toBe(frames.length)
    for (const { path } of frames) expect(path).not.toMatch(/\\|\/\/|^$/)
  }), runs(300))
})

test('hostile text costs no more than its length', () => {
  // Each of these would take minutes if a pattern went over its line again and again.
  for (const piece of ['at ', ') in ', ' in ', 'a.a', '(1', ':1', '@', '.py:1: in ', '#0 ', '::', 'File "', 'x.go:1 ', '1:1:', '$.', '/./', 'from ']) {
    expect(framesIn(`${piece.repeat(600).slice(0, 1990)}\n`.repeat(400)).length).toBeLessThanOrEqual(500)
    expect(framesIn(`at ${piece.repeat(300_000)}`)).toEqual([])
  }
})
