import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuOf } from '../../../test/kit/cpu.ts'
import { outlineOf } from './index.ts'
import { SPEECHES } from './tables/index.ts'

/** `kind name first-last`, indented by depth. */
const told = (language: string, text: string): string[] => outlineOf(language, text).map(({ kind, name, line, end, depth }) => `${'  '.repeat(depth)}${kind} ${name} ${line}-${end}`)

test('Python: classes hold, functions do not, strings and brackets carry lines on', () => {
  expect(told('python', `"""
def not_code(): pass
"""
LIMIT = (
  1)

@cached
class A(B):
    x: int = 1

    async def load(
        self,
    ) -> dict:
        def inner():
            pass
        return {}

if True:
    def late(): return "def no():"
`)).toEqual(['constant LIMIT 4-5', 'class A 8-16', '  constant x 9-9', '  function load 11-16', 'function late 19-19'])
})

test('TypeScript: regular expressions, templates, types in braces, members', () => {
  expect(told('typescript', `import x from 'y'
const re = /[/{]"/g
const text = \`\${a ? \`}\` : '{'} class No {\`
@Component({ selector: 'x' })
export class A extends B<{ id: string }> implements
  C {
  #count = 0
  private readonly on?: (x: number) => void
  constructor(private x: X) { if (x) { y() } }
  static async *all<T>(a: T): AsyncIterable<{ a: T }> { yield a }
}
export const run = async (x: number): Promise<void> => {
  const inner = 1
}
export type Pair = { a: string }
export default { name: 'x', made() { return 1 } }
Foo.prototype.bar = function () {}
lib.fn = lib.prototype = { size: 0, each: function (f) { return f({}) } }
lib.options = { deep: true }
describe('x', () => { function helper() {} })
`)).toEqual([
    'constant re 2-2', 'constant text 3-3', 'class A 5-11', '  field #count 7-7', '  method on 8-8', '  method constructor 9-9', '  method all 10-10', 'function run 12-14', 'type Pair 15-15',
    'constant default 16-16', '  field name 16-16', '  method made 16-16', 'method bar 17-17', 'field size 18-18', 'method each 18-18', 'function helper 20-20',
  ])
})

test('Go: receivers, groups, line ends', () => {
  expect(told('go', `package a
const (
	One = iota
	Two
)
type (
	S struct { a int }
	I interface { M() }
)
var x = map[string]int{
	"a": 1,
}
func (s *S[K]) Run(a int) error { return nil }
func Free[T any](f func() T) (x T, err error) {
	type local struct{}
}
`)).toEqual(['constant One 3-3', 'constant Two 4-4', 'class S 7-7', 'interface I 8-8', 'constant x 10-12', 'function S.Run 13-13', 'function Free 14-16'])
})

test('Rust: lifetimes, raw strings, impl blocks, macros that hold items', () => {
  expect(told('rust', `#[derive(Debug)]
pub struct A<'a, S = R> where S: T, { x: &'a str }
impl<'a, T: Fn() -> X> Runner for Server<'a, T> where T: Y, {
    const LIMIT: usize = 1;
    pub(crate) async unsafe fn run(&self) -> Option<Box<T>> { r#"}"{"#; '{'; b'}'; 1 }
}
cfg_x! { pub mod fs; fn hidden() {} }
macro_rules! vec { () => { } }
`)).toEqual(['class A 2-2', 'class Server 3-6', '  constant LIMIT 4-4', '  function run 5-5', 'module fs 7-7', 'function hidden 7-7', 'function vec 8-8'])
})

test('Java, C#, C++ and C: functions that no word announces', () => {
  expect(told('java', `class A<T> {
  @X(a = "}") private @Nullable Map<String, List<T>> m = new HashMap<>() {{ put("a", 1); }};
  A(int x) { super(x); }
  public <R> Map<R, T> of(R r) throws E { return null; }
  enum E { ONE, TWO { int f() { return 1; } }; static final int X = 1; E() {} }
}`)).toEqual(['class A 1-6', '  field m 2-2', '  method A 3-3', '  method of 4-4', '  enum E 5-5', '    field ONE 5-5', '    field TWO 5-5', '      method f 5-5', '    field X 5-5', '    method E 5-5'])
  expect(told('csharp', `namespace N {
#if X
  [Attr(1)] public class A : B {
#endif
    public int P { get; set; } = 1;
    public string Q => @"a""}" + "b";
    static async Task<T> Do<T>(T x) where T : new() => await F(x);
    ~A() { }
  }
}`)).toEqual(['module N 1-10', '  class A 3-9', '    field P 5-5', '    field Q 6-6', '    method Do 7-7', '    method ~A 8-8'])
  expect(told('cpp', `#define MAX(a, b) \\
  ((a) > (b))
namespace a::b {
template <class T = int, typename U> struct S final : Base<T> {
 public:
  S(int x) : x_(x), y_{1} { f(); }
  int get() const override;
  T value = {};
};
int S<int>::go(char c) { return R"x(})x" [0] + '}'; }
}
`)).toEqual(['function MAX 1-2', 'module a.b 3-11', '  class S 4-9', '    function S 6-6', '    function get 7-7', '    constant value 8-8', '  function go 10-10'])
  expect(told('c', `static int x[] = { 1, 2 };
typedef struct node { int a; } node_t;
#ifdef A
int f(int a) {
#else
int f(void) {
#endif
  return 1;
}
void g(void);
`)).toEqual(['constant x 1-1', 'type node_t 2-2', 'function f 4-9', 'function g 10-10'])
})

test('PHP and Ruby', () => {
  expect(told('php', `<html><?php
namespace A;
#[Attr] abstract class B {
  const X = 1;
  private ?int $y = 2;
  public static function z(int $a): string { return <<<EOT
  } function no() {
  EOT; }
}
?>function no() {}<?php
function late() {}
`)).toEqual(['class B 3-9', '  constant X 4-4', '  field y 5-5', '  method z 6-8', 'function late 11-11'])
  expect(told('ruby', `module A
  class B < C
    LIMIT = 1
    def self.run(x) = x
    def ok?
      text = <<~SQL
        def no
      SQL
    end
    class << self
      def made; end
    end
  end
end
`)).toEqual(['module A 1-14', '  class B 2-13', '    constant LIMIT 3-3', '    method run 4-4', '    method ok? 5-9', '    method made 11-11'])
})

test('Kotlin: imports of everything, quotes at the end of a long string, heads over lines, scripts', () => {
  expect(told('kotlin', `import a.b.*

class A<T>
@Inject
internal constructor(val x: T) {
  val re = Regex("""[^"]*"""")
  fun X.y(): Boolean =
    z { it }
  enum class E {
    ONE, TWO
  }
}
`)).toEqual(['class A 3-12', '  constant re 6-6', '  function y 7-8', '  enum E 9-11', '    field ONE 10-10', '    field TWO 10-10'])
  expect(told('kotlin', `plugins { id("x") }
tasks.register<Copy>("a") {
  val from = 1
  doLast { val inner = 2 }
}
`)).toEqual(['module plugins 1-1', 'module tasks.register 2-5', '  constant from 3-3'])
})

test('Scala: words before a definition, and what a call holds is its own matter', () => {
  expect(told('scala', `sealed private[data] trait A[F[_]] {
  @inline final def b(x: Int): Int = x
  val c = """say "no""""
  test("d") {
    val inner = 1
  }
  x match {
    case e: Int => e
  }
  def unary_- : A = this
}
enum F {
  case G
}
`)).toEqual(['interface A 1-11', '  function b 2-2', '  constant c 3-3', '  function unary_- 10-10', 'enum F 12-14', '  field G 13-13'])
})

test('Elixir: sigils, characters, clauses of one function', () => {
  expect(told('elixir', `defmodule A.B do
  @doc ~S"""
  def no
  """
  @type t :: map
  defstruct [:a]
  def a(x) when x == ?(, do: ~r{[(]}
  def a("b, c"), do: 1

  def a({x, y}, z) do
    z
  end
  test "x" do
    def no, do: 1
  end
  quote do
    def made, do: 1
  end
  @callback b(t) :: t
end
`)).toEqual(['module A.B 1-20', '  type t 5-5', '  class defstruct 6-6', '  function a 7-8', '  function a 10-12', '  function made 17-17', '  function b 19-19'])
})

test('Lua: tables that hold functions, and what a call holds is its own matter', () => {
  expect(told('lua', `local x = require "x"
M.limit = 1
M.actions = make {
  run = function(a)
    local inner = 1
  end,
}
if M.limit then
  local no = 1
  function M.go() end
end
describe("x", function()
  local no = function() end
end)
return function() end
`)).toEqual(['constant M.limit 2-2', 'constant M.actions 3-7', '  method run 4-6', 'function M.go 10-10', 'function return 15-15'])
})

test('Dart: named constructors, operators, functions as types', () => {
  expect(told('dart', `class A {
  const A._();
  factory A.of(int x) => A._();
  final Future<int> Function(int)? f;
  @override
  bool operator ==(Object o) => true;
  int get size => 1;
}
extension on List<int> { int get first => 1; }
`)).toEqual(['class A 1-8', '  function A._ 2-2', '  function A.of 3-3', '  field f 4-4', '  method operator == 6-6', '  method size 7-7', 'class List 9-9', '  method first 9-9'])
})

test('C++: members that are defined outside of their class', () => {
  expect(told('cpp', `int A::count_ = 1;
FMT_PRAGMA(x "y")
TEST(a, b) {}
void lock() ACQUIRES_LOCK(mutex_);
`)).toEqual(['constant A.count_ 1-1', 'function TEST 3-3', 'function lock 4-4'])
})

test('C: comments behind directives, names in brackets, macros', () => {
  expect(told('c', `#define A (1 << 2) /* it
 * does */
typedef bool cmp_t(int a, int b);
typedef struct { int (*f)(int); } ops_t;
API int (get) (void);
TEST_BEGIN(works) {
}
TEST_END

PRINTS(1, 2)
static int say(const char *f) { return 0; }
`)).toEqual(['constant A 1-2', 'type cmp_t 3-3', 'type ops_t 4-4', 'function get 5-5', 'function works 6-7', 'function say 11-11'])
})

test('Ruby: what calls name, blocks that hold definitions, comments that are not indented', () => {
  expect(told('ruby', `class A
  self.table = "a"
  validates :name, on: :x
  included do
    def b
      puts :no
# a remark
    end
  end
  setup do
    no :way
  end
  P = Struct.new(:x) do
    def c = 1
  end
end
`)).toEqual(['class A 1-16', '  field table 2-2', '  field name 3-3', '  module included 4-9', '    method b 5-8', '  function setup 10-12', '  class P 13-15', '    method c 14-14'])
})

test('Shell: braces below a name, steps in conditions, variables of one command', () => {
  expect(told('shell', `limit=1
usage()
{
  no=1
}
if [ "$1" ]; then
  step=1
  LIMIT="$(go now)"
  run() { :; }
fi
A=1 B="x y" make
export C
`)).toEqual(['constant limit 1-1', 'function usage 2-5', 'constant LIMIT 8-8', 'function run 9-9', 'constant C 12-12'])
})

test('JavaScript: classes that are members, functions of jQuery', () => {
  expect(told('javascript', `A.B = class C extends (
  D
) {
  go() {}
}
$(function () {
  function late() {}
})
`)).toEqual(['class B 1-5', '  method go 4-4', 'function late 7-7'])
})

test('a language without a table has an empty outline', () => expect(outlineOf('toml', 'a = 1')).toEqual([]))

const LONG = 100_000
/** CPU milliseconds. A text of this length takes a few; one that is looked through again from each of its characters takes many seconds. */
const MOST = 500

describe.each([...SPEECHES.keys()])('%s bears anything', (language) => {
  test('a word before many blanks or signs', () => {
    for (const bit of ['a ', 'a = ', 'class A ', 'final A ', 'a*'])
      for (const fill of [' ', '\n', '*', '\u2028', '\u00a0']) expect(cpuOf(() => outlineOf(language, bit + fill.repeat(LONG))), `${bit}${fill}`).toBeLessThan(MOST)
  })

  test('many blanks and signs between words, brackets that never close', () => {
    const texts = [['function', ' ', ')'], ['function', '\n', '{'], ['function', '\u3000', ')'], ['export default async function', ' ', '}'], ['operator x', ' ', '('], ['operator""', ' ', '('], ['func(', ' ', ')'], ['init', ' ', '{'], ['class A { a', '?', ''],
      ['', '?', ''], ['typedef a', '?', ''], ['struct __attribute__((', 'a', ''], ['', 'enum [[));\n', ''], ['', '$(a=>{,]\n', ''], ['', 'describe(a=>{))\n', ''], ['', 'var (a}', ''], ['', 'a<\n', ''], ['template<', 'a<', '']] as const
    for (const [before, fill, after] of texts) expect(cpuOf(() => outlineOf(language, before + fill.repeat(2 * LONG / fill.length) + after)), `${before}${fill}${after}`).toBeLessThan(MOST)
  })

  test('one character, an open bracket, an open string, nested definitions, many times', () => {
    const bits = ['\u2028', '\u3000', '\ufeff', '\u00a0a', 'a', '{', '(', '}', '"', "'", '`', '`${', '/', '/*', '#', '\n', ' ', '=', '=/[', '<<<A\n', '<<~A\n', '\\', 'a ', 'class a{', 'class a:\n ', 'function a(){', '@a(', '#[', 'x = {', 'describe(function', 'template<', '#if\n{', 'a<', 'a:', "r#\"", 'where\n', '"""\\']
    for (const bit of bits) {
      const text = bit.repeat(Math.ceil(LONG / bit.length))
      expect(outlineOf(language, text).every(({ line, end, name }) => line >= 1 && end >= line && name !== '')).toBe(true)
    }
  })

  test('whatever the text, items are in order and nest', () => {
    const words = fc.array(fc.constantFrom('class A', 'def f', 'fn f', 'func f', 'function f', '(', ')', '{', '}', '\n', ' ', '  ', '=', '=>', ';', ',', '"', "'", '`', '${', '//', '/*', '*/', '#', 'x', ':', '<', '>', '\\', '@a', '\u00e9', '\ud83d\ude00'), { maxLength: 60 })
    fc.assert(fc.property(words, (parts) => {
      const items = outlineOf(language, parts.join(''))
      let before = { line: 1, depth: -1 }
      for (const item of items) {
        expect(item.line).toBeGreaterThanOrEqual(before.line)
        expect(item.depth).toBeLessThanOrEqual(before.depth + 1)
        before = item
      }
    }), { numRuns: 300 })
  })
})
