// The seeds' own examples, word for word. They are part of the specification.
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { blockEndLine } from '../../src/core/find.ts'
import { targetFrom } from '../../src/core/handle.ts'
import type { Level } from '../../src/core/level.ts'
import { skeletonize, skeletonOf } from '../../src/core/skeleton.ts'
import { fileBlock } from '../../src/core/tile.ts'
import { compile } from '../../src/core/compile.ts'
import { gather } from '../../src/core/gather.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { ABOUT, entriesOf, meter, packEntries, parser, requestFor } from '../kit/pack.ts'
import { INCLUDE_OR_DROP } from '../../src/core/request.ts'

async function skeleton(path: string, text: string, level: Level, countLines = false): Promise<string> {
  const language = parser.languageOf(path, text)
  if (language === undefined) throw new Error(path)
  await parser.prepare(language, text)
  return skeletonOf(parser.parse(language, text), text, { level, ...(countLines ? { countLines: language.remark } : {}) })
}

const CONFIG = `/// Configuration for the application
pub struct Config {
    pub host: String,
    pub port: u16,
    pub debug: bool,
}

impl Config {
    /// Load configuration from environment
    pub fn from_env() -> Result<Self, ConfigError> {
        let host = std::env::var("HOST").unwrap_or_else(|_| "localhost".to_string());
        let port = std::env::var("PORT")
            .ok()
            .and_then(|p| p.parse().ok())
            .unwrap_or(8080);
        let debug = std::env::var("DEBUG").is_ok();

        Ok(Self { host, port, debug })
    }

    /// Validate the configuration
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.port == 0 {
            return Err(ConfigError::InvalidPort);
        }
        Ok(())
    }
}
`

describe('S0.11-S0.13: the Config example', () => {
  test('L1', async () => expect(await skeleton('a.rs', CONFIG, 'detail')).toBe(`/// Configuration for the application
pub struct Config {
    pub host: String,
    pub port: u16,
    pub debug: bool,
}

impl Config {
    /// Load configuration from environment
    pub fn from_env() -> Result<Self, ConfigError> { /* ... */ }

    /// Validate the configuration
    pub fn validate(&self) -> Result<(), ConfigError> { /* ... */ }
}
`))
  test('L2', async () => expect(await skeleton('a.rs', CONFIG, 'shape')).toBe(`pub struct Config {
    pub host: String,
    pub port: u16,
    pub debug: bool,
}

impl Config {
    pub fn from_env() -> Result<Self, ConfigError>;
    pub fn validate(&self) -> Result<(), ConfigError>;
}
`))
})

test('S0.38: one indented function becomes one dedented line', async () => {
  const input = '\n        pub fn process(data: &[u8]) -> Result<Output, Error> {\n            let parsed = parse(data)?;\n            transform(parsed)\n        }\n    '
  expect(await skeleton('a.rs', input, 'shape')).toBe('pub fn process(data: &[u8]) -> Result<Output, Error>;')
})

test('S0.39: a Python class at L1', async () => {
  const input = '\nclass Config:\n    """Application configuration."""\n\n    def __init__(self, path: str):\n        self.path = Path(path)\n        self.data = {}\n\n    def load(self) -> dict:\n        """Load configuration from file."""\n        with open(self.path) as f:\n            self.data = json.load(f)\n        return self.data\n    '
  const output = await skeleton('a.py', input, 'detail')
  for (const kept of ['class Config:', '"""Application configuration."""', 'def __init__(self, path: str): ...', 'def load(self) -> dict:']) expect(output).toContain(kept)
  expect(output).not.toContain('json.load')
})

describe('S0.40, S0.41: where a block ends', () => {
  const end = async (path: string, text: string): Promise<number | undefined> => {
    const language = parser.languageOf(path, text)
    if (language === undefined) throw new Error(path)
    await parser.prepare(language, text)
    return blockEndLine(fileBlock(path, text, parser.parse(language, text).tiles), text, 1)
  }
  test('nested braces', async () => expect(await end('a.rs', '\nfn outer() {\n    if condition {\n        inner();\n    }\n    match x {\n        A => { do_a(); }\n        B => { do_b(); }\n    }\n}\n    ')).toBe(9))
  test('indentation, with the blank line after it', async () => expect(await end('a.py', '\ndef outer():\n    if True:\n        nested()\n\n    for x in items:\n        process(x)\n\ndef next_function():\n    pass\n    ')).toBe(7))
})

describe('S0.65, S0.66: a multi-line signature', () => {
  const input = '/// Process incoming data with validation\npub async fn process_data(\n    input: &[u8],\n    config: &Config,\n) -> Result<ProcessedData, ProcessError> {\n    let validated = validate_input(input)?;\n    let parsed = parse_data(&validated)?;\n\n    let mut result = ProcessedData::new();\n    for item in parsed.items {\n        if config.should_include(&item) {\n            result.add(transform_item(item)?);\n        }\n    }\n\n    Ok(result)\n}\n'
  test('L1 keeps its layout', async () => expect(await skeleton('a.rs', input, 'detail')).toBe('/// Process incoming data with validation\npub async fn process_data(\n    input: &[u8],\n    config: &Config,\n) -> Result<ProcessedData, ProcessError> { /* ... */ }\n'))
  test('L2 is one line', async () => expect(await skeleton('a.rs', input, 'shape')).toBe('pub async fn process_data(input: &[u8], config: &Config) -> Result<ProcessedData, ProcessError>;\n'))
})

describe('S0.67, S0.68: a Python class with docstrings', () => {
  const input = 'class DataProcessor:\n    """Processes data files with configurable transformations."""\n\n    def __init__(self, config: Config):\n        """Initialize with configuration.\n\n        Args:\n            config: Processing configuration object\n        """\n        self.config = config\n        self.cache = {}\n        self._setup_handlers()\n\n    def process(self, data: bytes) -> ProcessedData:\n        """Process raw bytes into structured data.\n\n        Args:\n            data: Raw input bytes\n\n        Returns:\n            Processed and validated data structure\n        """\n        validated = self._validate(data)\n        parsed = self._parse(validated)\n        return self._transform(parsed)\n'
  test('L1', async () => expect(await skeleton('a.py', input, 'detail')).toBe('class DataProcessor:\n    """Processes data files with configurable transformations."""\n\n    def __init__(self, config: Config):\n        """Initialize with configuration."""\n        ...\n\n    def process(self, data: bytes) -> ProcessedData:\n        """Process raw bytes into structured data."""\n        ...\n'))
  test('L2', async () => expect(await skeleton('a.py', input, 'shape')).toBe('class DataProcessor:\n    def __init__(self, config: Config): ...\n    def process(self, data: bytes) -> ProcessedData: ...\n'))
})

test('S4.28-S4.32: smart truncation says how many lines it hid', async () => {
  const init = Array.from({ length: 15 }, (_, i) => `        self.part_${i} = ${i}\n`).join('')
  const get = Array.from({ length: 10 }, (_, i) => `        step_${i}(user_id)\n`).join('')
  const input = `import os\nfrom typing import List\n\nclass UserService:\n    """Manages user operations."""\n\n    def __init__(self, db: Database):\n${init}\n    def get_user(self, user_id: str) -> User:\n        """Fetch user by ID."""\n${get}`
  expect(await skeleton('user.py', input, 'detail', true)).toBe('import os\nfrom typing import List\n\nclass UserService:\n    """Manages user operations."""\n\n    def __init__(self, db: Database): ...  # 15 lines\n\n    def get_user(self, user_id: str) -> User:\n        """Fetch user by ID."""\n        ...  # 10 lines\n')
})

test('S4.24-S4.32: in a prompt that has no room for the bodies, the example keeps its structure and says what was cut', async () => {
  const init = Array.from({ length: 30 }, (_, i) => `        self.part_${i} = ${i}\n`).join('')
  const get = Array.from({ length: 30 }, (_, i) => `        step_${i}(user_id)\n`).join('')
  const text = `import os\nfrom typing import List\n\nclass UserService:\n    """Manages user operations."""\n\n    def __init__(self, db: Database):\n${init}\n    def get_user(self, user_id: str) -> User:\n        """Fetch user by ID."""\n${get}`
  const { parts, tokens } = await packEntries(entriesOf([{ path: 'user.py', content: text }]), requestFor({ budget: 150 }), 'prompt')
  const page = parts.join('')
  expect(tokens).toBeLessThanOrEqual(150)
  for (const kept of ['import os', 'class UserService:', 'Manages user operations.', 'def __init__(self, db: Database): ...', 'def get_user(self, user_id: str) -> User:', 'Fetch user by ID.']) expect(page).toContain(kept)
  expect(page).toMatch(/## user\.py \(skeleton L1, \d+ of \d+ tokens\)\n```python\n/)
  expect(page).toContain('More: `fovea zoom @')
  expect(page).not.toContain('step_3')
})

describe('S0.15-S0.17, S0.44: a large Rust module', () => {
  test('L2 saves 80 to 95 % and keeps every symbol', async () => {
    const text = await readFile(new URL('../fixtures/large_module.rs', import.meta.url), 'utf8')
    const language = parser.languageOf('a.rs', '')
    if (language === undefined) throw new Error('rust')
    await parser.prepare(language, text)
    const result = skeletonize(parser.parse(language, text), text, { level: 'shape', meter })
    expect(result.compression_ratio).toBeGreaterThanOrEqual(0.8)
    expect(result.compression_ratio).toBeLessThanOrEqual(0.95)
    expect(result.original_tokens).toBe(meter.count(text))
    expect(result.skeleton_tokens).toBe(meter.count(result.content))
    for (const name of ['Session', 'SessionError', 'Sessions', 'new', 'open', 'touch', 'close_all', 'by_user', 'allows', 'log_long_session', 'for_each']) {
      expect(result.content).toContain(name)
      expect(result.preserved_symbols.some((symbol) => symbol === name || symbol.endsWith(`.${name}`))).toBe(true)
    }
  })
})

/** A Rust file of about `tokens` tokens. */
function rustFile(name: string, tokens: number): string {
  let text = `//! ${name}\n`
  for (let i = 0; meter.count(text) < tokens; i++) {
    text += `\n/// Does step ${i} of ${name}.\npub fn ${name}_${i}(input: &str, limit: usize) -> Option<String> {\n    let mut count = 0;\n    for part in input.split(',') {\n        count += part.len() + ${i};\n        if count > limit {\n            return Some(part.to_string());\n        }\n    }\n    None\n}\n`
  }
  return text
}

describe('S0.1, S0.2, S0.42: three files of 400 tokens in a budget of 1000', () => {
  const entries = entriesOf(['main', 'config', 'utils'].map((name) => ({ path: `src/${name}.rs`, content: rustFile(name, 400) })))
  test('all three are there, at least one as a skeleton', async () => {
    const { parts, tokens } = await packEntries(entries, requestFor({ budget: 1000 }), 'plusminus')
    const text = parts.join('')
    for (const { path } of entries) expect(text).toContain(`+++ ${path}`)
    expect(text).toContain('[SKELETON:')
    expect(tokens).toBeLessThanOrEqual(1000)
  })
  test('include or drop loses one: the cliff that skeletons remove', async () => {
    const { page } = await packEntries(entries, requestFor({ budget: 1000, ladder: INCLUDE_OR_DROP }), 'plusminus')
    expect(page.files.length).toBeLessThan(3)
  })
})

test('S0.23, S0.43: core is lowered last', async () => {
  const entries = entriesOf([
    { path: 'src/core.rs', content: rustFile('core', 380) },
    { path: 'tests/test.rs', content: rustFile('test', 380) },
    { path: 'docs/readme.md', content: `# Guide\n\n${'Some words about how it is used, at length. '.repeat(40)}\n` },
  ])
  const { page } = await packEntries(entries, requestFor({ budget: 500 }), 'plusminus')
  const level = (path: string): string => page.files.find((view) => view.path === path)?.level ?? 'none'
  expect(['full', 'detail']).toContain(level('src/core.rs'))
  expect(['shape', 'none']).toContain(level('docs/readme.md'))
})

test('S4.37: each file is counted once; without a budget, printing counts no content again', async () => {
  const entries = entriesOf([{ path: 'src/a.rs', content: rustFile('a', 600) }, { path: 'src/b.rs', content: rustFile('b', 600) }])
  const counted: string[] = []
  const counting = { ...meter, count: (text: string): number => (counted.push(text), meter.count(text)) }
  const request = requestFor({ budget: Infinity })
  const corpus = await gather(entries, request, { parser, meter: counting, utility: new Map() })
  compile(corpus, request, { format: formatNamed('claude-xml'), meter: counting, about: ABOUT })
  for (const { text } of entries) expect(counted.filter((seen) => seen.includes(text))).toHaveLength(1)
})

test('S0.5, S0.50, S1.6-S1.9: the ways to ask for more', () => {
  expect(targetFrom('function=helper_function')).toEqual({ kind: 'function', name: 'helper_function' })
  expect(targetFrom('fn=x')).toEqual({ kind: 'function', name: 'x' })
  expect(targetFrom('struct=Config')).toEqual({ kind: 'class', name: 'Config' })
  expect(targetFrom('mod=auth')).toEqual({ kind: 'module', name: 'auth' })
  expect(targetFrom('file=src/a.rs:10-60')).toEqual({ kind: 'file', name: 'src/a.rs', lines: [10, 60] })
  expect(targetFrom('@9f8e7d6c')).toEqual({ kind: 'content', name: '', pin: '9f8e7d6c' })
})
