/** Faults in what hosts read beside the entry: types, limits, folders, skills; each as it is planted and found. */
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CLAUDE, CODEX, codex, entry, mcp, rows, written } from './doctor-planting.ts';
import type { Planted, Row } from './doctor-planting.ts';

const OPENCODE = '.config/opencode/opencode.json';
const GEMINI = '.gemini/settings.json';
const SKILL = '.claude/skills/find-books';

const TYPES: readonly Row[] = [
  [
    'model = 1',
    'codex',
    (bench) => bench.edit(CODEX, (text) => `model = 1\n${text}`),
    `~/${CODEX}, model`,
    /must be a string; it is a number\. Otherwise Codex CLI rejects its whole file/,
  ],
  [
    'env = { A = 1 }',
    'codex',
    (bench) => bench.edit(CODEX, (text) => text.replace('LIBRARY_URL =', 'A = 1, LIBRARY_URL =')),
    `~/${CODEX}, mcp_servers.library.env.A`,
    /values are strings; it is a number/,
  ],
  [
    'enabled = "no"',
    'codex',
    codex('enabled = "no"'),
    `~/${CODEX}, mcp_servers.library.enabled`,
    /must be a boolean; it is a string/,
  ],
  [
    'env: 42',
    'claude-code',
    entry(CLAUDE, 'mcpServers', (old) => ({ env: { ...(old['env'] as object), LIBRARY_KEY: 42 } })),
    '~/.claude.json, mcpServers.library.env.LIBRARY_KEY',
    /skips the whole entry/,
  ],
  [
    'timeout: "long"',
    'gemini',
    entry(GEMINI, 'mcpServers', () => ({ timeout: 'long' })),
    `~/${GEMINI}, mcpServers.library.timeout`,
    /must be a number; it is a string/,
  ],
  [
    'environment: 42',
    'opencode',
    entry(OPENCODE, 'mcp', (old) => ({ environment: { ...(old['environment'] as object), LIBRARY_KEY: 42 } })),
    `~/${OPENCODE}, mcp.library.environment.LIBRARY_KEY`,
    /rejects its whole file/,
  ],
];

const LIMITS: readonly Row[] = [
  [
    'startup_timeout_sec',
    'codex',
    codex('startup_timeout_sec = 0.001'),
    `~/${CODEX}, mcp_servers.library.startup_timeout_sec`,
    /waits 1 ms/,
  ],
  [
    'timeout of 1 ms',
    'gemini',
    entry(GEMINI, 'mcpServers', () => ({ timeout: 1 })),
    `~/${GEMINI}, mcpServers.library.timeout`,
    /waits 1 ms/,
  ],
];

const GONE: readonly Row[] = [
  [
    'deleted',
    'claude-code',
    ({ home }) => rmSync(join(home, SKILL), { recursive: true }),
    `~/${SKILL}`,
    /the folder is gone/,
  ],
  [
    'renamed',
    'claude-code',
    ({ home }) => renameSync(join(home, SKILL), join(home, '.claude/skills/books')),
    `~/${SKILL}`,
    /the folder is gone/,
  ],
  [
    'with skill.md',
    'claude-code',
    ({ home }) => renameSync(join(home, SKILL, 'SKILL.md'), join(home, SKILL, 'skill.md')),
    `~/${SKILL}`,
    /no file "SKILL\.md"/,
  ],
  [
    'a link that leads nowhere',
    'claude-code',
    ({ home }) => {
      rmSync(join(home, SKILL), { recursive: true });
      symlinkSync(join(home, 'nowhere'), join(home, SKILL));
    },
    `~/${SKILL}`,
    /a link to something that does not exist/,
  ],
];

export const SETTING_FAULTS: readonly Planted[] = [
  ...rows('wrong-type', TYPES),
  ...rows('start-limit', LIMITS),
  ...rows('skill-gone', GONE),
  ...rows('folder-missing', [
    ['cwd', 'codex', codex('cwd = "/nowhere"'), `~/${CODEX}, mcp_servers.library.cwd`, /no folder "\/nowhere"/],
  ]),
  ...rows('entry-hidden', [
    [
      'the same name in .mcp.json',
      'claude-code',
      (bench) =>
        bench.write({
          'my project/.mcp.json': mcp('{ "command": "node", "args": ["x.mjs"] }'),
          '.claude/settings.json': '{ "enabledMcpjsonServers": ["library"] }',
        }),
      '~/.claude.json, mcpServers.library',
      /~\/my project\/\.mcp\.json has another entry "library"/,
    ],
    [
      'another entry in a second file',
      'opencode',
      written(`${OPENCODE}c`, { mcp: { library: { type: 'local', command: ['false'] } } }),
      `~/${OPENCODE}, mcp.library`,
      /opencode\.jsonc has another entry "library"/,
    ],
  ]),
  ...rows('relative-path', [
    [
      'a path relative to one folder',
      'claude-code',
      entry(CLAUDE, 'mcpServers', () => ({ args: ['generated/servers/library/server.mjs'] })),
      '~/.claude.json, mcpServers.library.args',
      /path of the script is relative/,
    ],
  ]),
];
