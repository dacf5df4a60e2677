// What is hostile and no file of a tree: configurations, documents of others, messages, and machines.
import { group } from './class.mjs'

const CONFIGURATION = group('Configuration', 'test/hostile/configuration.test.ts', [
  {
    id: 'widening-configuration', what: 'A repository\'s `fovea.config.json` that would show more, spend more, name a model, a database or a role, or switch redaction off, with every key of the schema',
    does: 'It may only narrow: what would widen is left out with a warning, or loses against what you and your own configuration say.',
  },
  {
    id: 'exhausting-configuration', what: 'Patterns of 100,000 stars or braces, 30,000 rules, 60,000 lenses, names of a megabyte, a file of more than 1 MB',
    does: 'Exit code 2 and one sentence that names the file, the place and the limit; nothing is packed by rules that could not be read.',
  },
  {
    id: 'strange-configuration', what: '`__proto__` and `constructor` as keys, keys that are said twice, a mark at the beginning, NaN, nesting without end, `extends`',
    does: 'Keys are keys like any other, the last of two holds, and what is no JSON or not in the schema is exit code 2. There is nothing to extend, to run or to write to.',
  },
])

const DOCUMENTS = group('Documents and data of a catalogue', 'test/hostile/schemas.test.ts', [
  { id: 'recursive-references', what: 'OpenAPI schemas that refer to themselves, in one step or in a circle', does: 'A circle is cut where it closes; the fields that there are are listed.' },
  { id: 'remote-references', what: 'References to other addresses and to files of this machine', does: 'Never fetched and never read; a warning names them.' },
  { id: 'multiplying-references', what: 'References that multiply: twenty of twenty, thirty levels deep, and aliases of YAML that do the same', does: 'Following ends after a counted amount of work, and a warning says that fields are missing; YAML with too many aliases is no valid document.' },
  { id: 'strange-documents', what: 'Code in tags of YAML, nesting without end, names with quotes, line ends, escapes and `__proto__`', does: 'Nothing is run; names become plain names on one line in valid records.' },
  { id: 'wide-data', what: 'A table of ten thousand columns, and 60,000 rows that have no column in common', does: 'The first 2,000 columns are listed and a remark says how many there are; rows become cells a few at a time.' },
  { id: 'pipes-for-documents', what: 'A pipe where a document was added', does: 'Not waited for: a remark says that it is no file, and what was known stays.' },
])

const MESSAGES = group('Messages', 'test/hostile/protocol.test.ts', [
  { id: 'wrong-arguments', what: 'Every argument of every tool, and every field of every question of the studio, as what it is not', does: 'A sentence of at most 240 characters that names the argument and what it takes; in the studio status 400 or 422.' },
  { id: 'large-arguments', what: 'Tasks of megabytes, hundreds of thousands of names, patterns of stars', does: 'Refused before anything is worked on: 50,000 characters for a task, 4,000 for anything else, 200 things named at once, 1 MB for a request over HTTP.' },
  { id: 'deep-messages', what: 'Messages that nest a hundred thousand levels deep', does: 'More than 64 levels are refused with the id of the message; the next one is answered.' },
  { id: 'broken-messages', what: 'Lines of 20 MB, half messages, batches, bytes that are no UTF-8, ids that are lists', does: 'Answered as JSON-RPC says, −32700 or −32600; a line of more than 10 MB is let past; the server goes on.' },
  { id: 'broken-http', what: 'What is no HTTP: two lengths, heads that are too long, line ends in names, addresses that cannot be read', does: 'Status 400, 413 or 431 in JSON; the studio answers with the headers that stand on all of its answers.' },
])

const MACHINE = group('The machine', 'test/hostile/environment.test.ts', [
  { id: 'full-disk', what: 'A disk without room, for the page, the cache, the home or drafts', does: 'A page that does not fit leaves the old file as it was and nothing beside it: exit code 1 and `the disk is full`. A cache that cannot be written costs time alone; what you wanted kept is an error.' },
  { id: 'read-only', what: 'A home, a cache and a project that may only be read', does: 'The same page; nothing is written and nothing is said.' },
  { id: 'no-home', what: 'No home, a home that is a file, no folder for drafts', does: 'The same page, and a server that answers.' },
  { id: 'nobody-reads', what: 'Standard output that is full, closed or left, no standard input, standard error that is full', does: 'A full output is exit code 1 and a sentence; a reader who leaves is no mistake; a report that nobody hears changes nothing.' },
  { id: 'poor-machine', what: 'A heap of 64 MB, 32 open files, languages and places that do not exist, a terminal of one column', does: 'The same bytes.' },
  { id: 'clock-jumps', what: 'Files from the future that are changed and dated as before', does: 'Read again.' },
])

export const MACHINES = [...CONFIGURATION, ...DOCUMENTS, ...MESSAGES, ...MACHINE]
