/** Faults in the settings of hosts and in what hosts read beside the entry, each as it is planted and found. */
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CLAUDE, CODEX, mcp } from './doctor-planting.ts';
import type { Planted, PlantingBench } from './doctor-planting.ts';

const OPENCODE = '.config/opencode/opencode.json';
const GEMINI = '.gemini/settings.json';
const TRUST = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };
const SKILL = '.claude/skills/find-books';

type Json = Record<string, unknown>;

/** A JSON file of a host, changed as data. */
function json(path: string, change: (whole: Json, bench: PlantingBench) => object) {
  return (bench: PlantingBench): void =>
    bench.edit(path, (text) => JSON.stringify(change(JSON.parse(text) as Json, bench), undefined, 2));
}

/** The entry of the server with more members. */
function entry(path: string, container: string, more: (old: Json) => object) {
  return json(path, (whole) => {
    const map = whole[container] as Record<string, Json>;
    return { ...whole, [container]: { ...map, library: { ...map['library'], ...more(map['library'] ?? {}) } } };
  });
}

const codex = (lines: string) => (bench: PlantingBench) => bench.edit(CODEX, (text) => `${text.trimEnd()}\n${lines}\n`);
const write = (path: string, whole: object) => (bench: PlantingBench) => bench.write({ [path]: JSON.stringify(whole) });

type Row = readonly [fault: string, host: string, plant: Planted['plant'], place: string, says: RegExp];

const SWITCHES: readonly Row[] = [
  [
    'enabled = false',
    'codex',
    codex('enabled = false'),
    `~/${CODEX}, mcp_servers.library.enabled`,
    /the server "library" off/,
  ],
  [
    'disabled_tools',
    'codex',
    codex('disabled_tools = ["list_books"]'),
    `~/${CODEX}, mcp_servers.library.disabled_tools`,
    /every tool of the server "library" off/,
  ],
  [
    'enabled_tools without ours',
    'codex',
    codex('enabled_tools = ["x"]'),
    `~/${CODEX}, mcp_servers.library.enabled_tools`,
    /every tool/,
  ],
  [
    'skills.config',
    'codex',
    codex('[[skills.config]]\nname = "find-books"\nenabled = false'),
    `~/${CODEX}, skills.config`,
    /the skill "find-books" off/,
  ],
  [
    'skills.config by its path',
    'codex',
    codex('[[skills.config]]\npath = "/x/find-books/SKILL.md"\nenabled = false'),
    `~/${CODEX}, skills.config`,
    /the skill "find-books" off/,
  ],
  [
    'mcp.excluded',
    'gemini',
    json(GEMINI, (all) => ({ ...all, mcp: { excluded: ['library'] } })),
    `~/${GEMINI}, mcp.excluded`,
    /the server "library" off/,
  ],
  [
    'mcp.allowed',
    'gemini',
    json(GEMINI, (all) => ({ ...all, mcp: { allowed: ['x'] } })),
    `~/${GEMINI}, mcp.allowed`,
    /the server "library" off/,
  ],
  [
    'excludeTools',
    'gemini',
    entry(GEMINI, 'mcpServers', () => ({ excludeTools: ['list_books'] })),
    `~/${GEMINI}, mcpServers.library.excludeTools`,
    /every tool/,
  ],
  [
    'includeTools',
    'gemini',
    entry(GEMINI, 'mcpServers', () => ({ includeTools: ['x'] })),
    `~/${GEMINI}, mcpServers.library.includeTools`,
    /every tool/,
  ],
  [
    'tools.exclude',
    'gemini',
    json(GEMINI, (all) => ({ ...all, tools: { exclude: ['mcp_library_list_books'] } })),
    `~/${GEMINI}, tools.exclude`,
    /every tool/,
  ],
  [
    'skills.disabled',
    'gemini',
    json(GEMINI, (all) => ({ ...all, skills: { disabled: ['find-books'] } })),
    `~/${GEMINI}, skills.disabled`,
    /the skill "find-books" off/,
  ],
  [
    'skills.enabled',
    'gemini',
    json(GEMINI, (all) => ({ ...all, skills: { enabled: false } })),
    `~/${GEMINI}, skills.enabled`,
    /the skill "find-books" off/,
  ],
  [
    'enabled: false',
    'opencode',
    entry(OPENCODE, 'mcp', () => ({ enabled: false })),
    `~/${OPENCODE}, mcp.library.enabled`,
    /the server "library" off/,
  ],
  [
    'tools with a pattern',
    'opencode',
    json(OPENCODE, (all) => ({ ...all, tools: { 'library*': false } })),
    `~/${OPENCODE}, tools`,
    /every tool/,
  ],
  [
    'permission.skill',
    'opencode',
    json(OPENCODE, (all) => ({ ...all, permission: { skill: { 'find-*': 'deny' } } })),
    `~/${OPENCODE}, permission.skill`,
    /the skill "find-books" off/,
  ],
  [
    'a second file',
    'opencode',
    write(`${OPENCODE}c`, { mcp: { library: { enabled: false } } }),
    `~/${OPENCODE}c, mcp.library.enabled`,
    /the server "library" off/,
  ],
  [
    'tools: []',
    'copilot',
    entry('.copilot/mcp-config.json', 'mcpServers', () => ({ tools: [] })),
    '~/.copilot/mcp-config.json, mcpServers.library.tools',
    /every tool/,
  ],
  [
    'disabledMcpServers',
    'claude-code',
    json(CLAUDE, (all, { project }) => ({ ...all, projects: { [project]: { disabledMcpServers: ['library'] } } })),
    '~/.claude.json, projects.',
    /the server "library" off/,
  ],
  [
    'permissions.deny',
    'claude-code',
    write('.claude/settings.json', { permissions: { deny: ['mcp__library'] } }),
    '~/.claude/settings.json, permissions.deny',
    /every tool/,
  ],
  [
    'permissions.deny of one tool',
    'claude-code',
    write('.claude/settings.json', { permissions: { deny: ['mcp__library__list_books'] } }),
    '~/.claude/settings.json, permissions.deny',
    /every tool/,
  ],
  [
    'permissions.deny with a pattern, in the project',
    'claude-code',
    write('my project/.claude/settings.local.json', { permissions: { deny: ['mcp__*'] } }),
    '~/my project/.claude/settings.local.json, permissions.deny',
    /every tool/,
  ],
  [
    'deniedMcpServers',
    'claude-code',
    write('.claude/settings.json', { deniedMcpServers: [{ serverName: 'library' }] }),
    '~/.claude/settings.json, deniedMcpServers',
    /the server "library" off/,
  ],
  [
    'allowedMcpServers',
    'claude-code',
    write('my project/.claude/settings.json', { allowedMcpServers: [{ serverName: 'x' }] }),
    '~/my project/.claude/settings.json, allowedMcpServers',
    /the server "library" off/,
  ],
  [
    'skillOverrides',
    'claude-code',
    write('.claude/settings.json', { skillOverrides: { 'find-books': 'off' } }),
    '~/.claude/settings.json, skillOverrides',
    /the skill "find-books" off/,
  ],
  [
    'disabled: true',
    'cline',
    entry('.cline/data/settings/cline_mcp_settings.json', 'mcpServers', () => ({ disabled: true })),
    '~/.cline/data/settings/cline_mcp_settings.json, mcpServers.library.disabled',
    /the server "library" off/,
  ],
];

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
    /a link that leads nowhere/,
  ],
];

function rows(id: string, all: readonly Row[]): Planted[] {
  return all.map(([fault, host, plant, place, says]) => ({
    fault: `${host}: ${fault} (${id})`,
    line: `${host} --user --env=LIBRARY_URL=http://127.0.0.1:9`,
    plant,
    env: TRUST,
    id,
    place,
    says,
  }));
}

export const SETTING_FAULTS: readonly Planted[] = [
  ...rows('switched-off', SWITCHES),
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
      write(`${OPENCODE}c`, { mcp: { library: { type: 'local', command: ['false'] } } }),
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
