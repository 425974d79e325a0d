/** The first screen of a report: one row for each change that decides, everything else once under a count, and programs read the same verdict. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digest } from '../compiler/report/changes/digest.ts';
import { VERDICTS, verdictOf } from '../compiler/report/changes/group.ts';
import type { ChangeReport, PlacedChange } from '../compiler/report/changes/report.ts';
import { GATES, failsGate } from '../compiler/report/changes/report.ts';
import { rowOf, rowText } from '../compiler/report/changes/rows.ts';
import { changesAs } from './support/print-context.ts';
import { EXAMPLE, NOTHING } from './support/report-example.ts';
import { runs } from './support/runs.ts';

const APPROVAL = { change: 'x', by: 'Ada', until: '2026-12-31', reason: 'Agreed with both callers.' };

const change = fc
  .record({
    // Texts of a spec may have backticks of their own, which mark nothing.
    base: fc.constantFrom(
      ...EXAMPLE.changes.filter(({ before, after }) => !JSON.stringify([before, after]).includes('`')),
    ),
    level: fc.constantFrom('breaking', 'unknown', 'risky', 'safe'),
    tool: fc.constantFrom('find_berths', 'add_berth', 'list_berths', 'move_berth'),
    line: fc.integer({ min: 1, max: 400 }),
    isApproved: fc.boolean(),
    next: fc.constantFrom('Keep `limit` as it is.', 'Run `haft bump a_b`.', 'Nothing.'),
  })
  .map(({ base, level, tool, line, isApproved, next }): Omit<PlacedChange, 'fingerprint'> => ({
    ...base,
    level,
    line,
    next,
    target: { ...base.target, ...(base.target.tool !== undefined && { tool }) },
    ...(isApproved && { approval: { ...APPROVAL, fingerprint: '' } }),
  }));

const report = fc
  .record({
    changes: fc.array(change, { maxLength: 40 }),
    gate: fc.constantFrom(undefined, ...GATES),
    isStale: fc.boolean(),
    hasTexts: fc.boolean(),
  })
  .map(({ changes, gate, isStale, hasTexts }): ChangeReport => ({
    ...NOTHING,
    changes: changes.map((one, index) => ({ ...one, fingerprint: index.toString(16).padStart(16, '0') })),
    ...(gate !== undefined && { gate }),
    ...(isStale && { staleEvals: EXAMPLE.staleEvals }),
    ...(hasTexts && { texts: EXAMPLE.texts }),
  }));

function holds(predicate: (report: ChangeReport) => void, cases = 10_000): void {
  fc.assert(fc.property(report, predicate), { numRuns: runs(cases) });
}

describe('the first screen', () => {
  test('has every change once: as a row, most severe first, or under a count', () => {
    holds((one) => {
      const { rows, folded } = digest(one);
      const shown = [...rows.map((row) => row.change), ...folded.flatMap(({ changes }) => changes)];
      expect(shown.map(({ fingerprint }) => fingerprint).toSorted()).toEqual(
        one.changes.map(({ fingerprint }) => fingerprint),
      );
      const ranks = rows.map(({ verdict }) => VERDICTS.indexOf(verdict));
      expect(ranks).toEqual(ranks.toSorted());
      for (const { changes } of folded)
        for (const { level } of changes) expect(['risky', 'safe', 'unknown', 'breaking']).toContain(level);
      for (const row of rows) expect(['not allowed', 'breaking', 'unknown']).toContain(row.verdict);
    });
  });

  test('is a row of tool, place, values, proof and command', () => {
    const limit = EXAMPLE.changes.find(({ kind }) => kind === 'param/bounds-tightened');
    const proved: PlacedChange = {
      ...(limit as PlacedChange),
      witness: { of: 'call', tool: 'search_references', before: { limit: 100, query: 'x' }, now: '/limit must be …' },
      violations: [{ ...(limit as PlacedChange), axis: 'policy', command: 'haft bump search_references' }],
    };
    expect(rowText(rowOf(proved))).toBe(
      'search_references · limit · 100 → 50 · limit: 100 worked, now rejected · haft bump search_references',
    );
  });

  test('has no step twice in a row, and steps below the rows repeat none of them', () => {
    holds((one) => {
      const { rows, steps } = digest(one);
      const texts = rows.map(({ step }) => step.text).filter((text) => text !== '');
      expect(texts.filter((text, index) => text === texts[index - 1] && rows[index]?.step.text === text)).toEqual([]);
      expect(steps.filter(({ says }) => texts.includes(says))).toEqual([]);
    });
  });

  test('is code where a sentence has backticks, in Markdown and on the page', () => {
    holds((one) => {
      expect(changesAs('markdown')(one)).not.toContain('`');
      expect(changesAs('html')(one).replaceAll(/<script>[^]*<\/script>/g, '')).not.toContain('`');
    }, 1000);
  });
});

describe('for programs', () => {
  test('lines has one line a change', () => {
    holds((one) => {
      const lines = changesAs('lines')(one)
        .split('\n')
        .filter((line) => !line.includes(' [diff/'))
        .slice(0, -1);
      expect(lines).toHaveLength(one.changes.length);
    });
  });

  test('junit fails exactly where the run fails', () => {
    holds((one) => {
      const text = changesAs('junit')(one);
      const failures = text.match(/<failure /g)?.length ?? 0;
      expect(failures > 0).toBe(failsGate(one));
      expect(text).toContain(`failures="${failures}"`);
    });
  });

  test('junit has the same names while lines move, and approved changes pass', () => {
    const names = (one: ChangeReport): string[] =>
      [...changesAs('junit')(one).matchAll(/<testcase name="([^"]*)"/g)].map(([, name = '']) => name).toSorted();
    holds((one) => {
      const moved = one.changes.map((own) => ({ ...own, line: (own.line ?? 0) + 7 }));
      expect(names({ ...one, changes: moved })).toEqual(names(one));
      const approved = one.changes.map((own) => ({ ...own, approval: { ...APPROVAL, fingerprint: own.fingerprint } }));
      if (one.gate === 'breaking' || one.gate === 'risky' || one.gate === 'policy')
        expect(failsGate({ ...one, changes: approved })).toBe(false);
    }, 2000);
  });

  test('github prints at most ten annotations of a severity, and none of the changes is lost', () => {
    holds((one) => {
      const printed = changesAs('github')(one)
        .split('\n')
        .filter((line) => line !== '');
      for (const command of ['error', 'warning', 'notice'])
        expect(printed.filter((line) => line.startsWith(`::${command} `)).length).toBeLessThanOrEqual(10);
      const counts = printed.map((line) => {
        const more = Number(/… and (\d+) more: use/.exec(line)?.[1] ?? 0);
        return Math.max(1, (line.match(/ \[[a-z-]+\/[a-z-]+\]/g) ?? []).length) + more;
      });
      const extra =
        (one.gate === 'stale' ? one.staleEvals.length : 0) +
        (one.gate === 'undecided' ? one.texts.filter(({ decision }) => !decision).length : 0);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(one.changes.length + extra);
    });
  });

  test('only where there are more than ten are annotations gathered, by tool', () => {
    const each = (count: number): ChangeReport => ({
      ...NOTHING,
      changes: Array.from({ length: count }, (_none, index) => ({
        ...(EXAMPLE.changes[0] as PlacedChange),
        fingerprint: String(index),
        target: { server: 's', tool: `tool_${index % 3}`, path: [] },
      })),
    });
    expect([10, 11].map((count) => changesAs('github')(each(count)).trimEnd().split('\n').length)).toEqual([10, 3]);
  });
});

test('verdicts of rows are those of their changes', () => {
  holds(({ changes }) => {
    for (const one of changes) expect(rowOf(one).verdict).toBe(verdictOf(one));
  });
});
