/** Which Node entries name, for every way in which people install Node: a table, on a machine that is made up. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nodePath, type NodeProbe } from '../../compiler/cli/commands/install.ts';
import type { HostSystem } from '../../compiler/spec/hosts/config-file.ts';

const VERSION = 'v22.14.0';
const HOMES = { linux: '/home/me', macos: '/Users/me', windows: 'C:\\Users\\me' } as const;

interface Case {
  readonly name: string;
  readonly platform: HostSystem['platform'];
  readonly running: string;
  /** Other programs, with their versions. */
  readonly there?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly path: string;
  readonly versioned?: true;
}

const NVM = '/home/me/.nvm/versions/node/v22.14.0/bin/node';
const CASES: readonly Case[] = [
  { name: 'of the system', platform: 'linux', running: '/usr/bin/node', path: '/usr/bin/node' },
  { name: 'of an own folder', platform: 'linux', running: '/opt/node/bin/node', path: '/opt/node/bin/node' },
  { name: 'nvm alone', platform: 'linux', running: NVM, path: NVM, versioned: true },
  {
    name: 'nvm beside the same major of the system',
    platform: 'linux',
    running: NVM,
    there: { '/usr/bin/node': 'v22.2.0' },
    path: '/usr/bin/node',
  },
  {
    name: 'nvm beside another major',
    platform: 'linux',
    running: NVM,
    there: { '/usr/bin/node': 'v18.19.0' },
    path: NVM,
    versioned: true,
  },
  {
    name: 'nvm beside a program that does not start',
    platform: 'linux',
    running: NVM,
    there: { '/usr/bin/node': '' },
    path: NVM,
    versioned: true,
  },
  {
    name: 'volta',
    platform: 'linux',
    running: '/home/me/.volta/tools/image/node/22.14.0/bin/node',
    there: { '/home/me/.volta/bin/node': VERSION },
    path: '/home/me/.volta/bin/node',
  },
  {
    name: 'volta in a folder of its own',
    platform: 'macos',
    running: '/Users/me/v/.volta/tools/image/node/22.14.0/bin/node',
    there: { '/Users/me/v/.volta/bin/node': VERSION },
    env: { VOLTA_HOME: '/Users/me/v/.volta' },
    path: '/Users/me/v/.volta/bin/node',
  },
  {
    name: 'asdf',
    platform: 'linux',
    running: '/home/me/.asdf/installs/nodejs/22.14.0/bin/node',
    there: { '/home/me/.asdf/shims/node': VERSION },
    path: '/home/me/.asdf/shims/node',
  },
  {
    name: 'asdf without a version for all projects',
    platform: 'linux',
    running: '/home/me/.asdf/installs/nodejs/22.14.0/bin/node',
    there: { '/home/me/.asdf/shims/node': '' },
    path: '/home/me/.asdf/installs/nodejs/22.14.0/bin/node',
    versioned: true,
  },
  {
    name: 'mise',
    platform: 'linux',
    running: '/home/me/.local/share/mise/installs/node/22.14.0/bin/node',
    there: { '/home/me/.local/share/mise/shims/node': VERSION },
    path: '/home/me/.local/share/mise/shims/node',
  },
  {
    name: 'fnm, in a shell',
    platform: 'linux',
    running: '/run/user/1000/fnm_multishells/412_1700/bin/node',
    there: { '/home/me/.local/share/fnm/aliases/default/bin/node': 'v22.3.0' },
    path: '/home/me/.local/share/fnm/aliases/default/bin/node',
  },
  {
    name: 'fnm with another default',
    platform: 'linux',
    running: '/home/me/.local/share/fnm/node-versions/v22.14.0/installation/bin/node',
    there: { '/home/me/.local/share/fnm/aliases/default/bin/node': 'v20.19.0' },
    path: '/home/me/.local/share/fnm/node-versions/v22.14.0/installation/bin/node',
    versioned: true,
  },
  {
    name: 'Homebrew',
    platform: 'macos',
    running: '/opt/homebrew/Cellar/node/22.14.0/bin/node',
    there: { '/opt/homebrew/bin/node': VERSION },
    path: '/opt/homebrew/bin/node',
  },
  {
    name: 'Homebrew, a formula of one major that is not linked',
    platform: 'macos',
    running: '/opt/homebrew/Cellar/node@22/22.14.0/bin/node',
    there: { '/opt/homebrew/bin/node': 'v24.1.0', '/opt/homebrew/opt/node@22/bin/node': VERSION },
    path: '/opt/homebrew/opt/node@22/bin/node',
  },
  {
    name: 'Homebrew of Intel',
    platform: 'macos',
    running: '/usr/local/Cellar/node/22.14.0/bin/node',
    there: { '/usr/local/bin/node': VERSION },
    path: '/usr/local/bin/node',
  },
  {
    name: 'Homebrew of Linux',
    platform: 'linux',
    running: '/home/linuxbrew/.linuxbrew/Cellar/node/22.14.0/bin/node',
    there: { '/home/linuxbrew/.linuxbrew/bin/node': VERSION },
    path: '/home/linuxbrew/.linuxbrew/bin/node',
  },
  {
    name: 'Nix',
    platform: 'linux',
    running: '/nix/store/abc-nodejs-22.14.0/bin/node',
    there: { '/home/me/.nix-profile/bin/node': VERSION },
    path: '/home/me/.nix-profile/bin/node',
  },
  {
    name: 'Windows, its installer',
    platform: 'windows',
    running: 'C:\\Program Files\\nodejs\\node.exe',
    path: 'C:\\Program Files\\nodejs\\node.exe',
  },
  {
    name: 'Windows, nvm with its link',
    platform: 'windows',
    running: 'C:\\Users\\me\\AppData\\Roaming\\nvm\\v22.14.0\\node.exe',
    there: { 'C:\\nvm4w\\nodejs\\node.exe': VERSION },
    env: { NVM_SYMLINK: 'C:\\nvm4w\\nodejs', ProgramFiles: 'C:\\Program Files' },
    path: 'C:\\nvm4w\\nodejs\\node.exe',
  },
  {
    name: 'Windows, Scoop',
    platform: 'windows',
    running: 'C:\\Users\\me\\scoop\\apps\\nodejs\\22.14.0\\node.exe',
    there: { 'C:\\Users\\me\\scoop\\apps\\nodejs\\current\\node.exe': VERSION },
    path: 'C:\\Users\\me\\scoop\\apps\\nodejs\\current\\node.exe',
  },
];

function probeOf({ running, there = {} }: Case): NodeProbe {
  const versions: Readonly<Record<string, string>> = { ...there, [running]: VERSION };
  return {
    running,
    version: VERSION,
    exists: (path) => Object.hasOwn(versions, path),
    versionOf: (path) => versions[path] || undefined,
  };
}

test.each(CASES)('$name', (one) => {
  const machine = { platform: one.platform, home: HOMES[one.platform], env: one.env ?? {} };
  expect(nodePath(undefined, machine, HOMES.linux, probeOf(one))).toEqual({
    path: one.path,
    versioned: one.versioned ?? false,
  });
});

test('a path of the command line is taken as it is, below the current folder, and must be there', () => {
  const machine: HostSystem = { platform: 'linux', home: '/home/me', env: {} };
  const probe = probeOf({
    name: '',
    platform: 'linux',
    running: NVM,
    there: { [resolve('/srv/app/bin/node')]: 'v24.0.0', [resolve(NVM)]: 'v24.0.0' },
    path: '',
  });
  expect(nodePath('bin/node', machine, '/srv/app', probe)).toEqual({
    path: resolve('/srv/app/bin/node'),
    versioned: false,
  });
  expect(nodePath(NVM, machine, '/srv/app', probe)).toEqual({ path: resolve(NVM), versioned: false });
  expect(() => nodePath('bin/nod', machine, '/srv/app', probe)).toThrow('There is no program "bin/nod".');
});
