/** Links: what is read and copied comes from inside the project, wherever links would lead. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { HANDLED, HANDLER, SECRET, SERVED, SKILL, linkedProject } from '../support/linked.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

interface Leaving {
  readonly name: string;
  readonly links: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string | undefined>>;
  /** File, line and column where it is told. */
  readonly at: string;
}

const NO_REFERENCE = SKILL.replace(/^(?:references|servers): .*\n/gm, '');

const LEAVING: readonly Leaving[] = [
  {
    name: 'a reference',
    links: { 'app/specs/trip/references/lines.md': '../../../../outside/lines.md' },
    at: 'specs/trip/skill.yaml:13:22',
  },
  {
    name: 'a reference by an absolute path',
    links: { 'app/specs/trip/references/lines.md': '/etc/passwd' },
    at: 'specs/trip/skill.yaml:13:22',
  },
  {
    name: 'a reference to the environment of this very process',
    links: { 'app/specs/trip/references/lines.md': '/proc/self/environ' },
    at: 'specs/trip/skill.yaml:13:22',
  },
  {
    name: 'a file of the skill that no key names',
    links: { 'app/specs/trip/scripts/more.py': '../../../../outside/lines.md' },
    at: 'specs/trip/skill.yaml:2:7',
  },
  {
    name: 'the folder of references',
    links: { 'app/specs/trip/references': '../../../outside' },
    files: { 'app/specs/trip/references/lines.md': undefined },
    at: 'specs/trip/skill.yaml:13:22',
  },
  {
    name: 'a folder inside assets',
    links: { 'app/specs/trip/assets/all': '../../../../outside' },
    at: 'specs/trip/skill.yaml:2:7',
  },
  {
    name: 'a link to a link',
    links: {
      'app/specs/trip/references/lines.md': '../../../inner.md',
      'app/inner.md': '../outside/lines.md',
    },
    at: 'specs/trip/skill.yaml:13:22',
  },
  {
    name: 'a link that leads nowhere, outside',
    links: { 'app/specs/trip/scripts/gone.py': '../../../../outside/gone.py' },
    at: 'specs/trip/skill.yaml:2:7',
  },
  {
    name: 'a spec',
    links: { 'app/specs/secret.yaml': '../../outside/lines.md' },
    at: 'specs/secret.yaml:1:1',
  },
  {
    name: 'a folder of specs',
    links: { 'app/specs/more': '../../outside' },
    files: { 'outside/skill.yaml': NO_REFERENCE.replaceAll('journey', 'voyage') },
    at: 'specs/more:1:1',
  },
  {
    name: 'the root of the machine',
    links: { 'app/specs/more': '/' },
    at: 'specs/more:1:1',
  },
  {
    name: 'the spec folder',
    links: { 'app/specs': '../outside' },
    files: {
      'app/specs/clock.yaml': undefined,
      'app/specs/trip/skill.yaml': undefined,
      'app/specs/trip/references/lines.md': undefined,
      'outside/clock.yaml': SERVED,
    },
    at: 'specs:1:1',
  },
  {
    name: 'the spec folder that haft.yaml names',
    links: { 'app/agents': '../outside' },
    files: { 'app/haft.yaml': 'deprecation_days: 90\nspecs: agents\n', 'outside/clock.yaml': SERVED },
    at: 'haft.yaml:2:8',
  },
  { name: 'haft.yaml', links: { 'app/haft.yaml': '../outside/lines.md' }, at: 'haft.yaml:1:1' },
  {
    name: 'a handler file',
    links: { 'app/specs/handlers.ts': '../../outside/handlers.ts' },
    files: { 'app/specs/station.yaml': HANDLED, 'outside/handlers.ts': HANDLER },
    at: 'specs/station.yaml:16:14',
  },
  {
    name: 'a handler file that does not exist yet',
    links: { 'app/specs/handlers.ts': '../../outside/handlers.ts' },
    files: { 'app/specs/station.yaml': HANDLED },
    at: 'specs/station.yaml:16:14',
  },
  {
    name: 'a folder of handlers',
    links: { 'app/specs/lib': '../../outside' },
    files: {
      'app/specs/station.yaml': HANDLED.replace('handler: handlers.ts', 'handler: lib/handlers.ts'),
      'outside/handlers.ts': HANDLER,
    },
    at: 'specs/station.yaml:16:14',
  },
  {
    name: 'a folder of handlers that the specs do not show',
    links: { 'app/specs/node_modules': '../../outside' },
    files: { 'app/specs/station.yaml': HANDLED.replace('handler: handlers.ts', 'handler: node_modules/handlers.ts') },
    at: 'specs/station.yaml:16:14',
  },
];

describe.skipIf(ON_WINDOWS)('a link that leads outside is an error at its place, and copies nothing', () => {
  test.each(everyNth(2, LEAVING))('$name', ({ links, files = {}, at }) => {
    const folder = linkedProject(links, files);
    const before = treeOf(folder);
    for (const command of [['check'], ['compile']]) {
      const { code, stdout, stderr } = haft(join(folder, 'app'), ...command);
      const printed = stdout + stderr;
      expect(printed).toContain(`${at} error file/link-outside\n`);
      expect(printed.match(/ error /g)).toHaveLength(1);
      expect(printed).toContain('hint: Copy what it leads to into the project, or remove the link.');
      expect(code).toBe(1);
      expect(printed).not.toMatch(/hunter2|root:x:/);
    }
    expect(treeOf(folder)).toEqual(before);
  });

  test.each(everyNth(3, LEAVING))(
    '$name: the list of inputs does not name what it leads to',
    ({ links, files = {} }) => {
      const folder = linkedProject(links, files);
      const { stdout } = haft(join(folder, 'app'), 'compile', '--inputs');
      const lines = stdout.split('\n').filter((line) => line !== '');
      expect(lines.filter((line) => line.startsWith('../'))).toEqual([]);
    },
  );
});

describe.skipIf(ON_WINDOWS)('what handlers import', () => {
  const station = (specifier: string): Record<string, string> => ({
    'app/specs/station.yaml': HANDLED,
    'app/specs/handlers.ts': `import data from '${specifier}';\nexport const listTrains = () => data;\n`,
    'outside/data.json': JSON.stringify({ text: SECRET }),
    'app/package.json': '{ "name": "app" }',
  });

  test('through a link that leads outside: nothing is written', () => {
    const folder = linkedProject({ 'app/lib': '../outside' }, station('../lib/data.json'));
    const { code, stderr } = haft(join(folder, 'app'), 'compile');
    expect(code).toBe(2);
    expect(stderr).toContain('"specs/handlers.ts" imports "../lib/data.json", and a link on the way leads outside');
    expect(existsSync(join(folder, 'app/generated'))).toBe(false);
    const inputs = haft(join(folder, 'app'), 'compile', '--inputs').stdout;
    expect(inputs).toContain('\nlib\n');
    expect(inputs).not.toContain('outside');
  });

  test('an import by its own path, or as a linked package, is allowed', () => {
    const named = linkedProject({}, station('../../outside/data.json'));
    expect(haft(join(named, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
    const installed = linkedProject(
      { 'app/node_modules/timetable': '../../outside' },
      { ...station('timetable'), 'outside/package.json': '{ "name": "timetable", "main": "data.json" }' },
    );
    expect(haft(join(installed, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe.skipIf(ON_WINDOWS)('links that stay inside', () => {
  test('files, folders, chains, absolute ones, and all that is behind them', () => {
    const folder = linkedProject(
      {
        'app/specs/trip/references/lines.md': '../../../shared/lines.md',
        'app/specs/trip/assets': '../../shared/pictures',
        'app/specs/station': '../shared/station',
        'app/specs/second.yaml': '../shared/chain.yaml',
        'app/shared/chain.yaml': 'really.yaml',
      },
      {
        'app/shared/lines.md': 'Shared lines.\n',
        'app/shared/pictures/map.txt': 'A map.\n',
        'app/shared/station/station.yaml': HANDLED,
        'app/shared/station/handlers.ts': HANDLER,
        'app/shared/really.yaml': NO_REFERENCE.replaceAll('journey', 'voyage'),
      },
    );
    symlinkSync(join(folder, 'app/shared/pictures/map.txt'), join(folder, 'app/specs/trip/references/map.txt'));
    const ran = haft(join(folder, 'app'), 'compile');
    expect(ran).toMatchObject({ code: 0 });
    const skill = join(folder, 'app/generated/skills/plan-a-journey');
    expect(readFileSync(join(skill, 'references/lines.md'), 'utf8')).toBe('Shared lines.\n');
    expect(readFileSync(join(skill, 'references/map.txt'), 'utf8')).toBe('A map.\n');
    expect(readFileSync(join(skill, 'assets/map.txt'), 'utf8')).toBe('A map.\n');
    expect(existsSync(join(folder, 'app/generated/servers/station/server.mjs'))).toBe(true);
    expect(haft(join(folder, 'app'), 'compile', '--check').code).toBe(0);
  });

  test('a link to a parent of the output folder does not include it', () => {
    const folder = linkedProject({ 'app/specs/all': '..' }, { 'app/specs/skill.yaml': undefined });
    expect(haft(join(folder, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
    const first = treeOf(join(folder, 'app/generated'));
    expect(haft(join(folder, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
    expect(treeOf(join(folder, 'app/generated'))).toEqual(first);
  });

  test('a project that is itself reached by a link', () => {
    const folder = linkedProject(
      { way: 'app', 'app/specs/trip/references/lines.md': '../../lines.md' },
      { 'app/specs/lines.md': 'The lines.\n', 'app/specs/station.yaml': HANDLED, 'app/specs/handlers.ts': HANDLER },
    );
    mkdirSync(join(folder, 'elsewhere'));
    const same = (ran: Ran): void => expect(ran).toMatchObject({ code: 0, stderr: '' });
    same(haft(join(folder, 'way'), 'compile'));
    same(haft(join(folder, 'app'), 'compile', '--check'));
    same(haft(join(folder, 'elsewhere'), 'compile', '--specs', '../way/specs'));
  });

  test('a spec folder elsewhere that the command line names', () => {
    const folder = linkedProject();
    mkdirSync(join(folder, 'build'));
    expect(haft(join(folder, 'build'), 'compile', '--specs', '../app/specs')).toMatchObject({ code: 0, stderr: '' });
  });
});
