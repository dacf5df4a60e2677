// What a class of hostile input is. Every class is one entry of a table; the generator, the tests on every surface, the bench and the page docs/guide/hostile-input.md read the same entries.

/**
 * What every surface must make of one file.
 * - `{ shown }`: its text, or what must stand in it
 * - `{ line }`: only a line, for this reason
 * - `{ left }`: left out, with this remark (a code of a diagnostic without `source/`)
 * - `{ gone: true }`: no word of it
 * @typedef {{ shown: string | RegExp } | { line: string } | { left: string } | { gone: true }} Expected
 */

/**
 * @typedef {object} HostileClass
 * @property {string} id Small words with dashes; the folder in which it is planted.
 * @property {string} group The heading under which the page tells of it.
 * @property {string} what What it is, in one sentence.
 * @property {string} does What Fovea does with it, in one sentence: the promise that is tested.
 * @property {string} tested The test file that checks the promise.
 * @property {(folder: string, scale: number) => void} [plant] Writes it into an empty folder. A scale of 1 is the full size, tests take less.
 * @property {Record<string, Expected>} [expects] By path below its folder; what is not named must be harmless, no more.
 * @property {readonly string[]} [never] Words that no surface may ever print of it.
 * @property {boolean} [apart] It must be the root itself: it would change what is seen of other classes, or it is a repository.
 * @property {boolean} [tree] It is a tree of thousands of files: what one file may cost does not hold for it, what the whole corpus may cost does.
 * @property {boolean} [held] Its files can be handed over in memory, so the browser is asked too. True unless told.
 * @property {(size: number) => Record<string, string | Uint8Array>} [grows] Files of about this many characters, for the bench: twice the size may cost 2.5 times the CPU.
 */

/** The classes of one group: checked as soon as they are read, so that a mistake in the table is no surprise later. */
export function group(name, tested, classes) {
  return classes.map((one) => {
    for (const field of ['id', 'what', 'does']) if (typeof one[field] !== 'string') throw new TypeError(`a hostile class needs ${field}: ${JSON.stringify(one)}`)
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(one.id)) throw new TypeError(`the id of a hostile class has small words with dashes, not ${one.id}`)
    return { group: name, tested, ...one }
  })
}
