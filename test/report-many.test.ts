/** A report of 2,000 changes stays bounded, and says what it leaves out. */
import { describe, expect, test } from 'vitest';
import type { PlacedChange } from '../compiler/report/changes/report.ts';
import { FORMAT_NAMES } from '../compiler/report/format-names.ts';
import { changesAs } from './support/print-context.ts';
import { CHANGES } from './support/report-changes.ts';
import { EXAMPLE } from './support/report-example.ts';

const EACH = FORMAT_NAMES.map((name) => [name, changesAs(name)] as const);
const [textReport, markdownReport] = [changesAs('text'), changesAs('markdown')];

describe('2,000 changes', () => {
  const UNJUDGED = CHANGES.filter(({ axis }) => axis !== 'policy');
  const [first] = UNJUDGED;
  const levels = ['safe', 'risky', 'unknown', 'breaking'] as const;
  const changes = Array.from({ length: 2000 }, (_none, index): PlacedChange => ({
    ...(UNJUDGED[index % UNJUDGED.length] ?? (first as PlacedChange)),
    level: index % 10 === 0 ? (levels[(index / 10) % 4] ?? 'safe') : 'safe',
    axis: index % 2 === 0 ? 'wire' : 'model',
    target: { server: `server-${index % 7}`, tool: `tool_${index % 150}`, path: [] },
    before: `Some words that a model reads before number ${index}, ${'and so on '.repeat(80)}.`,
    after: `Some words that a model reads after number ${index}, ${'and so forth '.repeat(80)}.`,
    fingerprint: index.toString(16).padStart(16, '0'),
  }));
  const many = { ...EXAMPLE, changes };

  test.each(EACH)('%s is bounded', (name, print) => {
    const printed = print(many);
    const most =
      new Map<string, number>([
        ['text', 1_500_000],
        ['markdown', 60_000],
        ['html', 20_000_000],
      ]).get(name) ?? 10_000_000;
    expect(printed.length).toBeLessThan(most);
  });

  test('what is left out is counted, and it is the least grave', () => {
    expect(markdownReport(many)).toMatch(/Not shown: .*\d+ safe\./);
    expect(textReport(many)).toMatch(/… and 1700 safe more/);
  });
});
