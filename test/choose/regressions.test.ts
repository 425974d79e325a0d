/** Notes on cases that a change takes from their tool: where they are, when there are none, and how they are disabled. */
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../compiler/check/settings.ts';
import { lostByChange } from '../../compiler/features/evals/offline/regressions.ts';
import type { Diagnostic } from '../../compiler/base/diagnostic.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { PlannedSpecs } from '../../compiler/plan/plan-specs.ts';

const DOES = 'Measures how damp a room is.';

const home = (does: string, more = '', above = ''): string => `kind: server
name: home
version: 1.0.0
summary: Measures a house.
tools:
  - name: get_temperature
    description: { does: Measures how warm a room is., when: the user asks about a room, examples: [How warm is the kitchen?] }
    effects: read
    handler: handlers.ts
  - name: get_humidity
    description: { does: ${does}, when: the user asks about moisture, examples: [Is the air fine?] }
    effects: read
    handler: handlers.ts
    evals:
${above}      - { query: how damp is this room }
      - { query: sing a song, expect: none }${more}
`;

function compiled(text: string, rules = {}): PlannedSpecs {
  const { value, diagnostics } = planSpecs([{ path: 'specs/home.yaml', text }], { settings: settingsOf({ rules }) });
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value;
}

const notes = (before: string, after: string, rules = {}): readonly Diagnostic[] =>
  lostByChange(compiled(before).plan, { ...compiled(after, rules), config: undefined, today: '2026-11-20' });

const WORSE = home('Measures the air of a house.');

describe('a change that takes a request from its tool', () => {
  test('is noted at the request, with the description that changed', () => {
    const [note, ...more] = notes(home(DOES), WORSE);
    expect(more).toEqual([]);
    expect(note).toMatchObject({
      code: 'eval/lost-by-change',
      severity: 'note',
      message:
        'The request "how damp is this room" led to "get_humidity" before the change, and to "get_temperature" now.',
      about: { server: 'home', tool: 'get_humidity', path: ['evals', 0, 'query'] },
      related: [{ message: 'The description of "get_humidity" changed.' }],
    });
    expect(WORSE.slice(note?.span.start, note?.span.end)).toBe('how damp is this room');
  });

  test.each<[string, string, string, object]>([
    ['the same texts', home(DOES), home(DOES, '\n      - { query: is the roof dry }'), {}],
    ['a case that was lost before', WORSE, home('Measures the air of a big house.'), {}],
    ['a new tool', home(DOES).replace(/ {2}- name: get_humidity[^]*/, ''), WORSE, {}],
    ['haft.yaml', home(DOES), WORSE, { 'eval/lost-by-change': 'off' }],
    [
      'a comment',
      home(DOES),
      home('Measures the air of a house.', '', '      # haft-ignore eval/lost-by-change: on purpose.\n'),
      {},
    ],
  ])('is not noted for %s', (_, before, after, rules) => {
    expect(notes(before, after, rules)).toEqual([]);
  });

  test('is a warning where haft.yaml says so', () => {
    expect(notes(home(DOES), WORSE, { 'eval/lost-by-change': 'warning' })).toMatchObject([{ severity: 'warning' }]);
  });

  test('is not one where a deprecated tool comes first', () => {
    const deprecated = WORSE.replace(
      '    effects: read\n    handler: handlers.ts\n  - name: get_humidity',
      '    effects: read\n    handler: handlers.ts\n    deprecated: { since: 2026-01-01, use: get_humidity, remove_after: 2027-01-01, reason: It is old. }\n  - name: get_humidity',
    );
    expect(deprecated).not.toBe(WORSE);
    expect(notes(home(DOES), deprecated)).toEqual([]);
  });
});

test('the ignored comment is known to a check', () => {
  const text = home(DOES, '', '      # haft-ignore eval/lost-by-change: on purpose.\n');
  const codes = planSpecs([{ path: 'specs/home.yaml', text }]).diagnostics.map(({ code }) => code);
  expect(codes.filter((code) => code.startsWith('suppress'))).toEqual([]);
});
