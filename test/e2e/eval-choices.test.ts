/** `choices:` of haft.yaml: what a host shows together is judged together, recorded, and found at its line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { FEW_CASES } from '../support/eval-project.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';

const server = (name: string, tool: string, does: string, query: string): string => `kind: server
name: ${name}
version: 1.0.0
title: A server
summary: Tells something.
tools:
  - name: ${tool}
    description: { does: ${does}, when: the user asks for that of a city, examples: ["${query}, please"] }
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
    'haft.yaml': config.startsWith('rules:') ? config : `${config}${FEW_CASES}`,
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
    stdout: expect.stringContaining('choice travel: 3 cases; the words of 3 of 3 lead to the expected ones\n'),
  });
  // Alone, a server with one tool leaves nothing to choose.
  expect(stdout).toContain('server clock: 2 cases; not judged 2\n');
  const { records } = JSON.parse(readFileSync(join(root, 'haft.evals.json'), 'utf8'));
  expect(records[0]).toMatchObject({
    choice: 'choice/travel',
    score: '3/3',
    tools: { travel: '1/1', get_time: '1/1' },
  });
  expect(run(root, '--only', 'failed').stdout).toMatch(/^Offline tier: .*\n  No case to run: .*\n$/);
  writeFileSync(join(root, 'haft.evals.json'), JSON.stringify(withFailed(records)));
  expect(run(root, '--only', 'failed').stdout).toContain('choice travel: 1 case; the words of 1 of 1 lead');
  expect(run(root, 'travel').stdout).toContain('choice travel: 3 cases');
});

test('a lost case is shown at its line in haft.yaml', () => {
  const { code, stderr } = run(
    project(
      `evals: { offline: true }\n${choices('servers: [clock, weather]', '{ query: what time is it, expect: get_forecast }')}`,
    ),
  );
  expect(code).toBe(1);
  expect(stderr).toContain('haft.yaml:6:18 warning eval/lost');
  expect(stderr).toContain(
    'In choice "travel": By its words, the request "what time is it" leads to "get_time", but "get_forecast" was expected.',
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

test('a case that could never pass in a choice is an error at its place', () => {
  const after = (turns: string): string => `{ query: x y, expect: get_time, after: [${turns}] }`;
  const cases = [
    '{ query: x y, expect: get_time, arguments: { town: Oslo } }',
    '{ query: x y, expect: get_time, arguments: { city: { matches: "(" } } }',
    '{ query: x y, expect: { any_of: [get_time, get_forecast] }, arguments: { city: 3 } }',
    '{ query: x y, expect: none, arguments: { city: Oslo } }',
    after('{ assistant: hello }'),
    after('{ user: hello }, { call: get_time }'),
    after('{ user: hello }, { call: get_tide, result: {} }'),
    '{ query: x y, expect: get_time, via: [{ call: get_time }] }',
    '{ query: x y, expect: get_time, via: [{ call: get_time, fails: gone }] }',
    '{ query: x y, expect: get_time, via: [{ call: get_wave, result: {} }] }',
    '{ query: x y, expect: get_time, arguments: { city: { matches: "[Oo]slo" } } }',
  ];
  const { code, stdout } = haft(project(choices('servers: [clock, weather]', cases.join('\n'))), 'check');
  expect(code).toBe(1);
  expect(stdout.match(/^haft\.yaml:.*\n.*/gm)).toEqual([
    'haft.yaml:5:54 error eval/choice\n  Unknown parameter "town".',
    expect.stringMatching(/^haft\.yaml:6:54 .*\n {2}Argument "city" of this eval is not valid: its pattern cannot/),
    expect.stringMatching(
      /^haft\.yaml:7:88 .*\n {2}Argument "city" of this eval is not valid: The value must be a string/,
    ),
    'haft.yaml:8:37 error eval/choice\n  This eval expects no call but lists arguments.',
    `haft.yaml:9:51 error eval/choice\n  The first turn must be the user's, but this one is "assistant".`,
    'haft.yaml:10:68 error eval/choice\n  The call of "get_time" has no result.',
    'haft.yaml:11:74 error eval/choice\n  Unknown tool or skill "get_tide".',
    'haft.yaml:12:49 error eval/choice\n  The call of "get_time" must have one of result and fails.',
    'haft.yaml:13:72 error eval/choice\n  Tool "get_time" has no failure with the code "gone".',
    'haft.yaml:14:55 error eval/choice\n  Unknown tool or skill "get_wave".',
  ]);
});

test('two cases of a choice have no id in common', () => {
  const cases = '{ id: a, query: how late is it, expect: none }\n{ id: a, query: any rain, expect: none }';
  const { code, stderr } = haft(project(choices('servers: [clock, weather]', cases)), 'eval', '--record');
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Duplicate eval id "a" in choice'),
  });
});

test('a release asks for the results of the choice, and not for those of its members', () => {
  const config = `rules: { version/not-raised: warning, tool/evals-count: off }\nevals: { offline: true }\n${choices('servers: [clock, weather]', '{ query: which time is it, expect: get_time }')}`;
  const root = project(config);
  const release = (): Ran => haft(root, 'release', '--today', '2026-11-20', '--same-meaning', 'Only the wording.');
  const edit = (does: string): void =>
    writeFileSync(join(root, 'specs/clock.yaml'), server('clock', 'get_time', does, 'what time is it in Oslo'));
  expect(release()).toMatchObject({ code: 0 });
  edit('Reads the clock of any city.');
  const refused = release();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('specs/clock.yaml:2:7 error version/evals-stale');
  expect(refused.stderr).toContain('The evals of choice "travel" must be run. No results are recorded.');
  expect(refused.stderr).toContain('`haft eval travel --record`');
  expect(refused.stderr).not.toContain('The evals of server');
  const { staleEvals } = JSON.parse(haft(root, 'diff', '--format', 'json', '--today', '2026-11-20').stdout);
  expect(staleEvals).toMatchObject([{ server: null, skill: null, choice: 'travel', cases: 3, because: ['get_time'] }]);
  expect(haft(root, 'diff', '--today', '2026-11-20').stdout).toContain('choice travel (3 cases)');
  // A member alone has one tool, which leaves nothing to choose: no result, and none of the choice.
  expect(run(root, 'clock', '--record')).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('Void: No case was judged: this tier can judge none of the 2.'),
    stderr: expect.stringContaining('The results were not recorded: No case was judged'),
  });
  expect(release()).toMatchObject({ code: 1 });
  expect(run(root, 'travel', '--record')).toMatchObject({ code: 0 });
  expect(release()).toMatchObject({ code: 0 });
  edit('Reads the clock in any city.');
  expect(release().stderr).toContain('are for other descriptions');
  // Beside the changed text, in each format that shows figures.
  const shown = 'offline in choice travel: 1 of 1 right (2026-11-20, with the earlier text)';
  for (const format of ['text', 'markdown', 'html'])
    expect(haft(root, 'diff', '--format', format, '--today', '2026-11-20').stdout).toContain(shown);
  const { changes } = JSON.parse(haft(root, 'diff', '--format', 'json', '--today', '2026-11-20').stdout);
  expect(changes).toContainEqual(
    expect.objectContaining({
      tool: 'get_time',
      evals: [
        {
          choice: 'travel',
          model: 'offline',
          tier: 'offline',
          date: '2026-11-20',
          current: false,
          reported: false,
          passed: 1,
          n: 1,
        },
      ],
    }),
  );
  const suppressed = readFileSync(join(root, 'specs/clock.yaml'), 'utf8').replace(
    'name: clock',
    '# haft-ignore version/evals-stale until 2026-12-01: the model is away\nname: clock',
  );
  writeFileSync(join(root, 'specs/clock.yaml'), suppressed);
  expect(release()).toMatchObject({ code: 0 });
});

test('results of another runner for a choice are recorded, and checks know its names', () => {
  const own = '{ query: which time is it, expect: get_time }';
  const root = project(choices('servers: [clock, weather]', own));
  const queries = ['which time is it', 'what time is it in Oslo', 'will it rain in Lima'];
  const cases = queries.map((query) => ({ query, passed: true }));
  const results = [{ choice: 'travel', model: 'm', date: '2026-11-20', cases }];
  writeFileSync(join(root, 'results.json'), JSON.stringify({ results }));
  expect(run(root, '--from', 'results.json').stdout).toContain(
    'choice/travel with m: 3 of 3 passed; reported, not run.\n',
  );
  writeFileSync(join(root, 'haft.yaml'), choices('servers: [clok, weather]', own));
  for (const command of ['check', 'release']) {
    const { code, stdout, stderr } = haft(root, command, '--today', '2026-11-20');
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('Unknown server "clok".')]);
  }
});

test('a case that rules out all that it expects is an error at its `never`, under whatever names', () => {
  const root = project(
    choices('servers: [clock, weather]', '{ query: which time is it, expect: get_time, never: [clock.get_time] }'),
  );
  const { code, stdout } = haft(root, 'check');
  expect(code).toBe(1);
  expect(stdout).toContain('The case expects "get_time" and rules it out with `never`, so it always fails.');
});
