/** What a reader chooses to see changes the list of a report, and never its verdict; what is not listed is counted. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digest } from '../compiler/report/changes/digest.ts';
import { tally } from '../compiler/report/changes/group.ts';
import { AXES, LEVELS, hiddenText, narrowedTo } from '../compiler/report/changes/narrowed.ts';
import { summarize } from '../compiler/report/changes/report.ts';
import type { ChangeReport } from '../compiler/report/changes/report.ts';
import { changesAs } from './support/print-context.ts';
import { CHANGES } from './support/report-changes.ts';
import { NOTHING } from './support/report-example.ts';
import { runs } from './support/runs.ts';

const choice = fc.record({
  axis: fc.option(fc.constantFrom(...AXES), { nil: undefined }),
  level: fc.option(fc.constantFrom(...LEVELS), { nil: undefined }),
});
const report = fc.subarray([...CHANGES]).map((changes): ChangeReport => ({ ...NOTHING, changes }));

/** The words that a reader sees first, without the line that says what is listed. */
const FIRST = {
  text: (text: string) => text.split('\n')[1],
  markdown: (text: string) => text.split('\n')[0],
  html: (text: string) => /<h2 id="verdict">([^<]*)/.exec(text)?.[1],
  json: (text: string) => JSON.stringify([JSON.parse(text).verdict.headline, JSON.parse(text).summary]),
} as const;

describe('a choice of axis and level', () => {
  test('leaves verdict, sentences, steps and counts as they are', () => {
    fc.assert(
      fc.property(report, choice, (all, chosen) => {
        const narrowed = narrowedTo(all, chosen);
        expect(digest(narrowed)).toEqual(digest(all));
        expect(summarize(narrowed)).toEqual(summarize(all));
        const shown = new Set(narrowed.chosen?.changes ?? all.changes);
        const left = tally(all.changes.filter((one) => !shown.has(one)));
        const counts = left.map(({ verdict, count }) => `${count} ${verdict}`).join(', ');
        expect(hiddenText(narrowed)?.includes(`not shown: ${counts}.`) ?? counts === '').toBe(true);
      }),
      { numRuns: runs(10_000) },
    );
  });

  test.each(Object.keys(FIRST) as (keyof typeof FIRST)[])('is no other headline as %s', (format) => {
    const print = changesAs(format);
    fc.assert(
      fc.property(report, choice, (all, chosen) => {
        const [text, full] = [print(narrowedTo(all, chosen)), print(all)];
        expect(FIRST[format](text)).toBe(FIRST[format](full));
        const hidden = hiddenText(narrowedTo(all, chosen));
        if (hidden !== undefined) expect(text.replaceAll(/\s+/g, ' ').replaceAll('\\', '')).toContain(hidden);
      }),
      { numRuns: runs(1000) },
    );
  });

  test.each(['github', 'junit', 'sarif', 'gitlab'] as const)('is said as %s', (format) => {
    const all = { ...NOTHING, changes: CHANGES };
    const text = changesAs(format)(narrowedTo(all, { axis: 'model', level: undefined }));
    expect(text).toContain('Changes that are not allowed. Shown: model axis; not shown: ');
  });
});
