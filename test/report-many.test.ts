/** A report of 2,000 changes stays bounded, and says what it leaves out. */
import { describe, expect, test } from 'vitest';
import type { PlacedChange } from '../compiler/report/changes/report.ts';
import { FORMAT_NAMES } from '../compiler/report/format-names.ts';
import type { FormatName } from '../compiler/report/format-names.ts';
import { changesAs } from './support/print-context.ts';
import { CHANGES } from './support/report-changes.ts';
import { EXAMPLE } from './support/report-example.ts';
import { IS_WHOLE } from './support/runs.ts';

describe('2,000 changes', () => {
  const UNJUDGED = CHANGES.filter(({ axis }) => axis !== 'policy');
  const [first] = UNJUDGED;
  const levels = ['safe', 'risky', 'unknown', 'breaking'] as const;
  const changes = Array.from({ length: 2000 }, (_none, index): PlacedChange => ({
    ...(UNJUDGED[index % UNJUDGED.length] ?? (first as PlacedChange)),
    level: index % 10 === 0 ? (levels[(index / 10) % 4] ?? 'safe') : 'safe',
    axis: index % 2 === 0 ? 'wire' : 'model',
    target: { server: `server-${index % 7}`, tool: `tool_${index % 150}`, path: [] },
    before: `Some words that a model reads before number ${index}, ${'and so on '.repeat(20)}.`,
    after: `Some words that a model reads after number ${index}, ${'and so forth '.repeat(20)}.`,
    fingerprint: index.toString(16).padStart(16, '0'),
  }));
  const many = { ...EXAMPLE, changes };
  const known = new Map<FormatName, string>();
  const printed = (name: FormatName): string => {
    const text = known.get(name) ?? changesAs(name)(many);
    known.set(name, text);
    return text;
  };

  const htmlOf = (count: number): string => changesAs('html')({ ...many, changes: changes.slice(0, count) });

  test.each(FORMAT_NAMES)('%s is bounded', (name) => {
    const most =
      new Map<string, number>([
        ['text', 400_000],
        ['markdown', 60_000],
        ['html', 7_000_000],
      ]).get(name) ?? 3_500_000;
    // Each change on the page is compared word by word.
    if (name === 'html' && !IS_WHOLE) expect(htmlOf(500).length).toBeLessThan(most / 4);
    else expect(printed(name).length).toBeLessThan(most);
  });

  test('what is left out is counted, and it is the least severe', () => {
    expect(printed('markdown')).toMatch(/Not shown: .*\d+ safe\./);
    expect(printed('text')).toMatch(/… and 1700 safe more/);
  });
});
