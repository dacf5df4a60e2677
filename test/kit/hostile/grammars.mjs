// Texts that are small to write and dear to read: one unit again and again, in lines that a person could have written, so that nothing is taken for minified.

/** What is repeated, by a name. Between them they open what is never closed, close what was never opened, and leave every kind of word unfinished. */
export const UNITS = {
  'parentheses': '(', 'brackets': '[', 'braces': '{', 'angles': '<', 'closing parentheses': ')', 'closing braces': '}', 'calls in calls': 'a(', 'arrays of objects': '[{', 'objects in objects': '{"a":', 'arrows in arrows': '(a) => (', 'lambdas': 'lambda x: ',
  'double quotes': '"', 'single quotes': "'", 'back quotes': '`', 'triple quotes': '"""', 'templates in templates': '${`', 'interpolations': '"#{', 'raw strings': 'r#"', 'escapes': '\\', 'here documents': '<<A\n', 'remarks that do not end': '/*', 'remarks that end': '*/', 'remarks in remarks': '(*',
  'plus signs': '+', 'minus signs': '- ', 'exclamation marks': '!', 'operators': '=-+*<>|&', 'question marks': '?', 'dots': 'a.', 'commas': 'a,', 'colons': 'a:', 'semicolons': ';', 'equals signs': 'a=', 'pipes': 'a|', 'hashes': '#', 'at signs': '@a ', 'dollars': '$', 'tildes': '~', 'backslash line ends': '\\\n', 'letters': 'abcdefgh', 'digits': '1234567', 'spaces': '        ', 'tabs': '\t', 'line ends': '\n', 'carriage returns': '\r',
  'elements': '<a>', 'closing elements': '</a>', 'elements that are cut': '<a b="', 'entities': '&a;', 'comments of markup': '<!--', 'sections': '<![CDATA[', 'quotes of prose': '> ', 'lists': '- - ', 'emphasis': '*a **b ', 'links': '[a](', 'images': '![', 'tables': '|a', 'rules': '---\n', 'fences': '```\n', 'headings': '# a\n', 'directives': '.. a::\n',
  'functions': 'function f() {\n', 'classes': 'class A {\n', 'namespaces': 'namespace A {\n', 'definitions': 'def f():\n', 'conditions': 'if (x) {\n', 'others': 'else if (x) {\n', 'macros': '#define A(x) A(A(x))\n', 'conditions of a preprocessor': '#if A\n', 'ends of a preprocessor': '#else\n', 'cases': 'case 1:\n', 'ends': 'end\n', 'begins': 'begin\n', 'modules': 'module A\n', 'types of types': 'A<', 'pointers': '*', 'casts': '(a)', 'attributes': '[a]\n', 'ternaries': 'a ? b : ', 'assignments': 'a = b\n', 'anchors': 'a: &a\n', 'aliases': '- *a\n', 'keys': 'a: {b: ', 'sections of settings': '[a.b]\n', 'selects': 'select (', 'unions': 'select 1 union ', 'diffs': '@@ -1 +1 @@\n', 'heads of diffs': 'diff --git a/a b/a\n', 'lets': 'let a = ', 'quotes of lisp': "'(a ", 'uses': 'a.b.c(d)\n',
}

const WIDTH = 79

/** About `size` characters of a unit, in lines of an ordinary length unless the unit ends lines itself. */
export function repeated(unit, size) {
  const line = unit.includes('\n') || unit.includes('\r') ? unit : `${unit.repeat(Math.max(1, Math.floor(WIDTH / unit.length)))}\n`
  return line.repeat(Math.ceil(size / line.length))
}

/** A unit once more in every line, each one deeper than the one before. */
export const indented = (unit, depth) => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}${unit}\n`).join('')
