/** Files of hosts as people have them: every layout that an entry has to be put into. */
import { LENIENT, TOML, YAML, type FileSyntax } from '../../compiler/spec/hosts/config-file.ts';
import { IS_WHOLE } from './runs.ts';

interface ConfigCase {
  readonly name: string;
  readonly format: FileSyntax;
  readonly container: readonly string[];
  readonly text: string;
}

const SERVERS = ['mcpServers'];
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const MARK = '\ufeff';

/** A file of a host that has known a thousand folders. */
const MANY = IS_WHOLE ? 1000 : 100;

const HUGE_JSON = JSON.stringify(
  {
    projects: Object.fromEntries(Array.from({ length: MANY }, (_, n) => [`/p/${n}`, { history: ['x'.repeat(50)], n }])),
  },
  null,
  2,
);
const HUGE_TOML = Array.from({ length: MANY }, (_, n) => `[projects."/p/${n}"]\ntrust_level = "trusted"\n`).join('\n');
const HUGE_YAML = `extensions:\n${Array.from({ length: MANY / 2 }, (_, n) => `  e${n}:\n    cmd: x\n    args: [a, "b"]\n`).join('')}`;

const PLAIN = '{\n  "mcpServers": {\n    "git": {\n      "command": "git-mcp",\n      "args": []\n    }\n  }\n}\n';
const COMMENTED = `// Mine.
{
  /* theme */ "theme": "dark", // dark
  "mcpServers": { // servers
    // the first
    "git": { "command": "x" /* why */ }, // git
    "db": {
      "command": "y" // y
    } // db
    // the end
  } /* behind */ ,
  "last": [1, 2, /* three */ 3] // last
} // end
// really
`;

const JSON_CASES: readonly (readonly [name: string, text: string, container?: readonly string[]])[] = [
  ['JSON as a host prints it', PLAIN],
  ['JSON without a last line end', PLAIN.trimEnd()],
  ['JSON with tabs', PLAIN.replaceAll('  ', '\t')],
  ['JSON with four spaces', PLAIN.replaceAll('  ', '    ')],
  ['JSON with CRLF', crlf(PLAIN)],
  ['JSON with a mark and CRLF', MARK + crlf(PLAIN)],
  ['JSON on one line', '{"mcpServers":{"git":{"command":"x","args":[]}},"a":1}'],
  ['JSON on one line with blanks', '{ "mcpServers": { "git": { "command": "x" } }, "a": 1 }\n'],
  ['an empty object', '{}'],
  ['an empty object with lines', '{\n}\n'],
  ['an empty container', '{\n  "mcpServers": {}\n}\n'],
  ['an empty container with lines', '{\n  "mcpServers": {\n  },\n  "a": 1\n}\n'],
  ['an empty container with comments', '{\n  "mcpServers": {\n    // none yet\n    /* really */\n  }\n}\n'],
  ['an empty container with a comment on its line', '{ "mcpServers": { /* none */ } }\n'],
  ['no container', '{\n  "theme": "dark",\n  "projects": { "/a": {} }\n}\n'],
  ['no container, one line', '{"theme":"dark"}'],
  ['trailing commas', '{\n  "mcpServers": {\n    "git": { "command": "x", },\n  },\n}\n'],
  [
    'trailing commas with comments behind',
    '{\n  "mcpServers": {\n    "git": {}, // git\n    // more\n  }, // all\n}\n',
  ],
  ['a trailing comma on one line', '{ "mcpServers": { "git": {}, }, }'],
  ['comments everywhere', COMMENTED],
  ['comments everywhere with CRLF', crlf(COMMENTED)],
  ['commas at the start of lines', '{\n  "a": 1\n, "mcpServers": {\n    "git": {}\n  , "db": {}\n  }\n}\n'],
  [
    'a dotted key',
    '{\n  "amp.url": "x",\n  "amp.mcpServers": {\n    "git": { "command": "x" }\n  }\n}\n',
    ['amp.mcpServers'],
  ],
  ['no dotted key', '{\n  "amp.url": "x"\n}\n', ['amp.mcpServers']],
  ['two levels, one of them there', '{\n  "mcp": { "port": 1 }\n}\n', ['mcp', 'servers']],
  ['two levels, none there', '{ "a": {} }\n', ['mcp', 'servers']],
  [
    'braces and slashes in texts',
    '{\n  "a": "}, // { \\" /*",\n  "mcpServers": {\n    "x": { "command": "// {}" }\n  }\n}\n',
  ],
  ['a huge file', HUGE_JSON],
  ['blank lines and odd places', '\n\n  {\n\n"mcpServers"   :\n   {\n\n "a" : { }\n\n\n }\n  }  \n\n'],
  ['invisible characters', '{\n  "ü\u2028": "\u202e",\n  "mcpServers": { "é": {} }\n}\n'],
];

const CODEX = `# Codex.
model = "gpt" # mine

[projects."/home/ü b"]
trust_level = "trusted"

[mcp_servers.git] # git
command = "git-mcp"
args = [
  "a", # first
  "]",
]

[mcp_servers.git.env]
KEY = 'v'

# The end.
`;

const TOML_CASES: readonly (readonly [name: string, text: string])[] = [
  ['TOML with comments and sub-tables', CODEX],
  ['TOML with CRLF', crlf(CODEX)],
  ['TOML with a mark', MARK + CODEX],
  ['TOML without a last line end', CODEX.trimEnd()],
  ['TOML with blank lines at its end', `${CODEX}\n\n\n`],
  ['no TOML', ''],
  ['only comments in TOML', '# nothing\n'],
  ['only a blank line in TOML', '\n'],
  ['dotted keys', 'mcp_servers.git.command = "x"\na.b."c d".e = 1\n'],
  ['inline tables', '[mcp_servers]\ngit = { command = "x", env = { A = "b" } }\n\n[a]\nb = { c = [ { d = 1 } ] }'],
  ['long texts', '[a]\nb = """\n[mcp_servers.x]\n"""\nc = \'\'\'\n# no " comment\'\'\'\nd = """a"""""\n'],
  ['lists of tables', '[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 1979-05-27T07:32:00Z\n'],
  ['a huge TOML file', HUGE_TOML],
];

const GOOSE = `# goose
GOOSE_MODEL: &model "m"
extensions:
  # built in
  developer: &dev
    enabled: true   # yes
    timeout: 300
    note: >-
      folded
      text
  other:
    <<: *dev
    args: ["a", 'b']
    text: |
      lines
        more

# behind
GOOSE_OTHER: *model
`;

const YAML_CASES: readonly (readonly [name: string, text: string])[] = [
  ['YAML with anchors and blocks', GOOSE],
  ['YAML with CRLF', crlf(GOOSE)],
  ['YAML with a mark', MARK + GOOSE],
  ['YAML without a last line end', 'a: 1\nextensions:\n  x:\n    cmd: y'],
  ['YAML with four spaces', 'extensions:\n    x:\n        cmd: y\n\nb: 2\n'],
  ['YAML with a key without a value', 'extensions:\nb: 2\n'],
  ['YAML with a last key without a value', 'a: 1\nextensions:'],
  ['YAML without the key', 'a: 1\nb:\n  - 1\n  - x: 2\n'],
  ['no YAML', ''],
  ['only comments in YAML', '# nothing\n'],
  ['a document start', '---\na: 1\n'],
  ['a block text at the end', 'extensions:\n  x:\n    text: |+\n      a\n\n\n'],
  ['comments behind the last entry', 'extensions:\n  x:\n    cmd: y # y\n    # inside\n  # below\n# outside\n'],
  ['a huge YAML file', HUGE_YAML],
];

export const CORPUS: readonly ConfigCase[] = [
  ...JSON_CASES.map(([name, text, container = SERVERS]) => ({ name, text, container, format: LENIENT })),
  ...TOML_CASES.map(([name, text]) => ({ name, text, container: ['mcp_servers'], format: TOML })),
  ...YAML_CASES.map(([name, text]) => ({ name, text, container: ['extensions'], format: YAML })),
];
