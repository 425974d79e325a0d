/** `choices:` of haft.yaml: what a host shows together is judged together, recorded, and found at its line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';

const server = (name: string, tool: string, does: string, query: string): string => `kind: server
name: ${name}
version: 1.0.0
title: A server
summary: Tells something.
tools:
  - name: ${tool}
    description: { does: ${does}, when: the user wants it, examples: ["${query}"] }
    effects: read
    parameters: { city: { type: string, description: Name of the city., default: Oslo } }
    command: { argv: [printf, "%s", "{city}"], stdout: text, result: { text: "" } }
    evals:
      - { query: "${query}" }
      - { query: sing me a song, expect: none }
`;

const choices = (members: string, evals: string): string =>
  `choices:\n  - name: travel\n    ${members}\n    evals:\n${evals.replaceAll(/^/gm, '      - ')}\n`;

const project = (config: string): string =>
  temporaryFolder({
    'specs/clock.yaml': server('clock', 'get_time', 'Reads the clock of a city.', 'what time is it in Oslo'),
    'specs/weather.yaml': server('weather', 'get_forecast', 'Reads the weather report.', 'will it rain in Lima'),
    'haft.yaml': config,
  });

interface Written {
  readonly choice: string;
  readonly tools: object;
  readonly cases: Readonly<Record<string, string>>;
}

/** As if the first case of the choice had failed. */
function withFailed([travel]: readonly Written[]): object {
  const key = Object.keys(travel?.cases ?? {}).find((id) => id.startsWith('server/clock/')) ?? '';
  const record = {
    ...travel,
    score: '2/3',
    tools: { ...travel?.tools, get_time: '0/1' },
    cases: { ...travel?.cases, [key]: '0/1' },
  };
  return { recordVersion: 2, records: [record] };
}

const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, 'eval', ...args, '--today', '2026-11-20');

test('cases of a choice and calls of its members are judged among all its tools, and recorded', () => {
  const root = project(choices('servers: [clock, weather]', '{ query: which time is it, expect: get_time }'));
  const { code, stdout } = run(root, '--record');
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('choice travel: 3 cases; right 3 of 3 (100 %, interval 44–100 %)\n'),
  });
  // Alone, a server with one tool leaves nothing to choose.
  expect(stdout).toContain('server clock: 2 cases; not judged 2\n');
  const { records } = JSON.parse(readFileSync(join(root, 'haft.evals.json'), 'utf8'));
  expect(records[0]).toMatchObject({
    choice: 'choice/travel',
    score: '3/3',
    tools: { travel: '1/1', get_time: '1/1' },
  });
  expect(run(root, '--only', 'failed').stdout).toBe('Offline tier\n');
  writeFileSync(join(root, 'haft.evals.json'), JSON.stringify(withFailed(records)));
  expect(run(root, '--only', 'failed').stdout).toContain('choice travel: 1 case; right 1 of 1');
  expect(run(root, 'travel').stdout).toContain('choice travel: 3 cases');
});

test('a lost case is shown at its line in haft.yaml', () => {
  const { code, stderr } = run(
    project(choices('servers: [clock, weather]', '{ query: what time is it, expect: get_forecast }')),
  );
  expect(code).toBe(1);
  expect(stderr).toContain('haft.yaml:5:18 warning eval/lost');
  expect(stderr).toContain(
    'In choice "travel": The request "what time is it" leads to "get_time", but "get_forecast" was expected.',
  );
});

test.each([
  [
    'servers: [clok, weather]',
    'expect: get_forecast',
    'haft.yaml:3:15',
    'Unknown server "clok".',
    'Did you mean "clock"?',
  ],
  ['skills: [pack]', 'expect: none', 'haft.yaml:3:14', 'Unknown skill "pack".', 'Known: none.'],
  [
    'servers: [clock]',
    'expect: get_tim',
    'haft.yaml:5:31',
    'Unknown tool or skill "get_tim".',
    'Did you mean "get_time"?',
  ],
  ['servers: []', 'expect: none', 'haft.yaml:2:5', 'Choice "travel" has no members.', 'servers: [...]'],
])('%s with %s is an error with the next step', (members, expected, place, message, hint) => {
  const { code, stderr } = run(project(choices(members, `{ query: x y, ${expected} }`)));
  expect(code).toBe(1);
  for (const part of [place, message, hint]) expect(stderr).toContain(part);
});
