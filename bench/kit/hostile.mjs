// Strings that tokenizers get wrong, and runs that make them slow.

/** A generator of whole numbers below a limit, the same for the same seed. */
export function randomFrom(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const ATOMS = [
  ['a', 'b', 'hello', 'World', 'HTTP', 'camelCase', 'ABCdef', 'zzz', 'ing', 'q', 'supercalifragilistic'],
  ["'s", "'S", "'t", "'re", "'VE", "'ll", "'lL", "'d", "'M", "'", "''", "'x", "'\u017f", '\u2019s', "HE'LL", "We'Re"],
  ['1', '12', '1234567', '٣', '४५६', '൧൨൩൪', '²', '½', 'Ⅷ', '𝟘𝟙𝟚𝟛', '㊿', '1.5e-7', '0xff'],
  [' ', '  ', '   ', '\t', '\t\t', '\u00a0', '\u2003', '\u3000', '\u0085', '\u000b', '\u000c', '\u1680', '                '],
  ['\n', '\r\n', '\r', '\n\n', '\r\r\n', '\n \n', '\u2028', '\u2029', '\n\t', '\n/', '\n//', '\r\n/', ';\n/', '*/\n/*'],
  ['.', ',', '!!', '/', '//', '/*', '*/', '</', '{}', '[[', '_', '__', '--', '=>', '#', '"', '\\', '$', '|>', '<|endoftext|>', ');\n'],
  ['\u0301', '\u0308\u0301', '\u20dd', '\ufe0f', '\u200d', '\u0941', '\u0e31', '\u{e0100}'],
  ['é', 'ß', 'Ω', 'ж', 'Ж', 'Ǆ', 'ǅ', 'ǆ', 'ᾼ', 'ŉ', 'ﬁ', 'İ', 'ı'],
  ['中', '文字', 'かな', 'カナ', '한국', 'ไทย', 'हिन्दी', 'עברית', 'العربية', 'ʰ', 'ª', 'º', 'ـ', 'ゝ'],
  ['🎉', '👩‍👩‍👧', '🇩🇪', '𝒜', '𐐀', '𐐨', '𠀀', '\u{10ffff}', '\u{1e900}\u{1e922}', '👍🏽'],
  ['\ufeff', '\ud800', '\udc00', '\udc00\ud800', '\u0000', '\u007f', '\ufffd', '\u200b', '\u00ad', '\u061c'],
]

/** A short string of a few kinds of atoms, which makes their meetings frequent; sometimes of any code points at all. */
export function hostile(random) {
  if (random(8) === 0) return Array.from({ length: 1 + random(16) }, () => anyCharacter(random)).join('')
  const kinds = Array.from({ length: 1 + random(4) }, () => ATOMS[random(ATOMS.length)])
  return Array.from({ length: 1 + random(24) }, () => {
    const atoms = kinds[random(kinds.length)]
    return atoms[random(atoms.length)]
  }).join('')
}

const anyCharacter = (random) => String.fromCodePoint(random(3) === 0 ? random(0x250) : random(2) === 0 ? random(0x10000) : random(0x110000))

const letters = (() => { const random = randomFrom(3); return Array.from({ length: 400_000 }, () => String.fromCharCode(97 + random(26))).join('') })()

/** Runs that are slow where a tokenizer is careless. */
export const FAMILIES = [
  ['the letter a', 'a'], ['random letters', letters], ['capitals', 'A'], ['digits', '7'], ['brackets', '['], ['signs', '=-+*'], ['slashes', '/'], ['apostrophes', "'"],
  ['contractions', "'LL"], ['spaces', ' '], ['tabs', '\t'], ['newlines', '\n'], ['spaces and newlines', ' \n'], ['newline and slash', '\n/'], ['no-break spaces', '\u00a0'],
  ['Chinese', '中文字符測試'], ['Thai', 'ภาษาไทย'], ['Cyrillic capitals', 'Ж'], ['marks', '\u0301'], ['marks and capitals', '\u0301AЖ'], ['letters without case and capitals', 'ªЖЖЖЖ'],
  ['emoji', '🎉'], ['joined emoji', '👩‍👩‍👧'], ['flags', '🇩🇪'], ['byte order marks', '\ufeff'], ['base64', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ'], ['one long line', 'foo(bar,"x1");'], ['prose', 'the quick brown fox '],
].map(([name, unit]) => ({ name, unit }))
