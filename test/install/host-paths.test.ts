/** Where every host has its files on Linux, macOS and Windows: a table, because only one of them is here. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFolders, shownPath } from '../../compiler/features/connect/run/install/current-system.ts';
import type { HostPath } from '../../compiler/spec/hosts/config-file.ts';
import { HOSTS, MODEL_HOSTS } from '../../compiler/spec/hosts/index.ts';
import { userPath } from '../../compiler/spec/hosts/config-file.ts';
import type { HostSystem } from '../../compiler/spec/hosts/config-file.ts';

const MACHINES: readonly HostSystem[] = [
  { platform: 'linux', home: '/home/me', env: {} },
  { platform: 'macos', home: '/Users/me', env: {} },
  {
    platform: 'windows',
    home: 'C:\\Users\\me',
    env: { APPDATA: 'C:\\Users\\me\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' },
  },
];

const PATHS: readonly (readonly [string, readonly HostPath[]])[] = [
  ...HOSTS.flatMap(({ id, config, skills, approval }) => [
    [id, config.user?.paths ?? []] as const,
    [`${id}, skills`, skills.user] as const,
    [
      `${id}, approval`,
      Object.values(approval?.files ?? {}).flatMap(({ of, path }) => (of === 'user' ? [path] : [])),
    ] as const,
  ]),
  ...MODEL_HOSTS.map(({ id, localModel }) => [`${id}, local model`, localModel.file.user.paths] as const),
];

test('the table', async () => {
  const rows = PATHS.filter(([, paths]) => paths.length > 0).map(([label, paths]) => {
    const lines = MACHINES.flatMap((machine) =>
      paths.map((path) => `  ${machine.platform}: ${userPath(path, machine)}`),
    );
    return `${label}\n${lines.join('\n')}\n`;
  });
  await expect(rows.join('')).toMatchFileSnapshot(join(import.meta.dirname, '../golden/hosts/paths.txt'));
});

test('every path is absolute, in the form of its system', () => {
  for (const machine of MACHINES)
    for (const path of PATHS.flatMap(([, paths]) => paths)) {
      const full = userPath(path, machine);
      expect(full).toMatch(machine.platform === 'windows' ? /^C:\\[^/]+$/ : /^\/[^\\~$]+$/);
    }
});

test('a variable moves a file, and an empty one does not', () => {
  const path = '${CLAUDE_CONFIG_DIR:-~}/.claude.json';
  const at = (value: string): string =>
    userPath(path, { platform: 'windows', home: 'C:\\Users\\me', env: { CLAUDE_CONFIG_DIR: value } });
  expect(at('D:\\claude')).toBe('D:\\claude\\.claude.json');
  expect(at('')).toBe('C:\\Users\\me\\.claude.json');
});

test("Haft's own folders, and paths as people write them", () => {
  expect(MACHINES.map(ownFolders)).toEqual([
    { state: '/home/me/.local/state/haft', data: '/home/me/.local/share/haft' },
    { state: '/Users/me/.local/state/haft', data: '/Users/me/.local/share/haft' },
    { state: 'C:\\Users\\me\\AppData\\Local\\haft', data: 'C:\\Users\\me\\AppData\\Local\\haft' },
  ]);
  expect(shownPath('C:\\Users\\me\\.cursor\\mcp.json', { home: 'C:\\Users\\me' })).toBe('~\\.cursor\\mcp.json');
  expect(shownPath('C:\\Users\\mean\\mcp.json', { home: 'C:\\Users\\me' })).toBe('C:\\Users\\mean\\mcp.json');
});
