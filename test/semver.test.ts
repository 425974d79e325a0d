/** Which version a change asks for. */
import { expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { versionAdvice } from '../compiler/versions/semver.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { COMMAND, serverSpec, toolItem } from './support/specs.ts';

const TEXT = serverSpec('clock', 'Tells the time.', [
  toolItem(
    'get_time',
    `parameters: { zone: { type: string, maxLength: 40, default: UTC, description: Name of a time zone. } }\n    ${COMMAND.replace('[date]', '[date, "{zone}"]')}`,
  ),
]);

function planOf(text: string): Plan {
  const { value, diagnostics } = planSpecs([{ path: 'specs/a.yaml', text }]);
  expect(diagnostics).toEqual([]);
  return value?.plan ?? { planVersion: 1, servers: [], skills: [] };
}

test.each<[string, (text: string) => string, string, boolean]>([
  ['nothing', (text) => text, '', true],
  ['another title', (text) => text.replace('summary: Tells', 'title: Time\nsummary: Tells'), '1.0.1', false],
  ['another word in a description', (text) => text.replace('how late it is', 'how early it is'), '1.1.0', false],
  [
    'a parameter with a default',
    (text) =>
      text
        .replace(
          'zone: {',
          'style: { type: string, enum: [long, short], default: long, description: Form of the answer. }, zone: {',
        )
        .replace('"{zone}"', '"{zone}", "{style}"'),
    '1.1.0',
    false,
  ],
  [
    'another case to test the choice',
    (text) => text.replace('query: what time is it', 'query: how late is it'),
    '',
    true,
  ],
  ['a tighter bound', (text) => text.replace('maxLength: 40', 'maxLength: 4'), '2.0.0', false],
  [
    'a tighter bound, told',
    (text) => text.replace('maxLength: 40', 'maxLength: 4').replace('version: 1.0.0', 'version: 2.0.0'),
    '2.0.0',
    true,
  ],
  [
    'more than was needed',
    (text) => text.replace('how late it is', 'how early it is').replace('version: 1.0.0', 'version: 1.4.2'),
    '1.1.0',
    true,
  ],
])('%s', (_name, edit, suggested, enough) => {
  const [before, after] = [planOf(TEXT), planOf(edit(TEXT))];
  const advice = versionAdvice(before, after, diff(before, after));
  expect(advice.map((one) => [one.suggested, one.enough])).toEqual(suggested === '' ? [] : [[suggested, enough]]);
});

test('before 1.0.0 the second number reports breaks', () => {
  const early = TEXT.replace('version: 1.0.0', 'version: 0.3.1');
  for (const [from, to, suggested] of [
    ['maxLength: 40', 'maxLength: 4', '0.4.0'],
    ['how late it is', 'how early it is', '0.3.2'],
  ] as const) {
    const [before, after] = [planOf(early), planOf(early.replace(from, to))];
    expect(versionAdvice(before, after, diff(before, after))).toMatchObject([{ suggested, enough: false }]);
  }
});
