/** Findings that differ only in their subject are one in the text, which leaves none out and counts as the JSON does. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Diagnostic, type SourceFile, positionAt } from '../compiler/base/diagnostic.ts';
import { say, textOf, withoutNames } from '../compiler/base/sentence.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { alike } from '../compiler/report/findings/alike.ts';
import { FORMATS } from '../compiler/report/formats.ts';
import { CONTEXT } from './support/print-context.ts';
import { costlyRuns, runs } from './support/runs.ts';

const FILE: SourceFile = { path: 'specs/a.yaml', text: 'kind: server\n'.repeat(40) };
const sources = new Map([[FILE.path, FILE]]);

const names = fc.stringMatching(/^[a-z]{2,6}$/);
/** From what a model reads last to what it chooses by. */
const NEARNESS = ['evals', 'http', 'parameters', 'name'];
const path = fc.oneof(fc.constant(['name']), fc.tuple(fc.constantFrom('evals', 'http', 'parameters'), names));
const finding = fc
  .record({
    tool: names,
    path,
    code: fc.constantFrom('tool/a', 'tool/b'),
    severity: fc.constantFrom('error', 'warning', 'note'),
    line: fc.nat(39),
    form: fc.nat(3),
    isRelated: fc.constantFrom(false, false, true),
  })
  .map(({ tool, path: below, code, severity, line, form, isRelated }): Diagnostic => {
    const about = { server: 's', tool, path: below };
    const message =
      [say`Tool "${tool}" has none.`, say`"${below.at(-1)}" of "${tool}" is odd.`, 'Nothing is here.', `Tool ${tool}.`][
        form
      ] ?? '';
    const span = { file: FILE.path, start: line * 13, end: line * 13 + 4 };
    const left = withoutNames(message, 'Add one.', about);
    return {
      code,
      severity,
      message: textOf(message),
      hint: 'Add one.',
      about,
      span,
      ...(left && { unnamed: left }),
      ...(isRelated && { related: [{ message: 'See.', span }] }),
    };
  });

const print = (diagnostics: readonly Diagnostic[], all: boolean): string =>
  FORMATS.text.findings({ diagnostics, sources, all }, { ...CONTEXT, width: 100_000 });

const placeOf = ({ span }: Diagnostic): string => `${FILE.path}:${positionAt(FILE.text, span.start).line}:1`;

describe('for any findings', () => {
  test('each one is in the text once, by its place or by its subject', () => {
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 60 }), (found) => {
        const heads = print(found, true)
          .split('\n')
          .filter((line) => / tool\/[ab]/.test(line));
        for (const one of found) {
          const label = one.unnamed?.names.join('.');
          const own = heads.filter(
            (head) =>
              head.includes(`${one.severity} ${one.code}`) &&
              [placeOf(one), label].some(
                (part) => part !== undefined && new RegExp(`(?<![\\w./:])${part}(?![\\w.:])`).test(head),
              ),
          );
          expect(own.length).toBeGreaterThan(0);
        }
        const counted = heads.map((head) => Number(/tool\/[ab] (\d+) \w+: /.exec(head)?.[1] ?? 1));
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(found.length);
        for (const [at, head] of heads.entries())
          if ((counted[at] ?? 1) > 1) expect(head.split(': ')[1]?.split(', ')).toHaveLength(counted[at] ?? 0);
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('errors are last, before them the ten others that are nearest to the choice of a model, and the counts are those of the JSON', () => {
    fc.assert(
      fc.property(fc.array(finding, { minLength: 1, maxLength: 300 }), (found) => {
        const groups = alike(found);
        expect(groups.flat().toSorted(byIndex(found))).toEqual(found);
        const order = groups.map(([first]) => ['note', 'warning', 'error'].indexOf(first.severity));
        expect(order).toEqual(order.toSorted());
        const near = groups.map(([{ about }]) => NEARNESS.indexOf(String(about.path[0])));
        for (const severity of [0, 1]) {
          const own = near.filter((_, at) => order[at] === severity);
          expect(own).toEqual(own.toSorted());
        }
        const text = print(found, false);
        const heads = text.match(/^.*\b(?:note|warning) tool\/[ab].*$/gm) ?? [];
        expect(heads).toHaveLength(Math.min(10, order.filter((severity) => severity < 2).length));
        const { summary } = JSON.parse(FORMATS.json.findings({ diagnostics: found, sources }, CONTEXT)) as {
          summary: Record<string, number>;
        };
        const total = text.trimEnd().split('\n').at(-1) ?? '';
        for (const [kind, count] of Object.entries(summary))
          if (kind !== 'notes' || count > 0) expect(total).toMatch(new RegExp(`\\b${count} ${kind.slice(0, -1)}s?\\b`));
        const listed = [...text.matchAll(/ tool\/[ab](?: (\d+) \w+: |\n)/g)].reduce(
          (sum, [, count = '1']) => sum + Number(count),
          0,
        );
        const left = Number(/… and (\d+) more findings?: `haft/.exec(text)?.[1] ?? 0);
        expect(listed + left).toBe(found.length);
      }),
      { numRuns: runs(10_000) },
    );
  });
});

function byIndex(found: readonly Diagnostic[]): (a: Diagnostic, b: Diagnostic) => number {
  return (a, b) => found.indexOf(a) - found.indexOf(b);
}

/** Tools with the same faults under other names. */
const spec = (tools: readonly string[], keys: string): string =>
  `kind: server\nname: library\nversion: 1.0.0\nsummary: Finds books.\ntools:\n${tools.map((name) => `  - name: ${name}\n${keys}`).join('')}`;

test('the same fault of many tools is one line of their names, whatever the fault is', () => {
  const faults = [
    'description: { does: Finds a book., when: the user looks for one }',
    'description: { does: Finds a book. }',
    'effects: reed',
    'efects: read',
    'parameters: { words: { type: string } }',
    'parameters: { words: { type: strin, description: Words to find. } }',
    'handler: 3',
    'required: [words]',
  ];
  fc.assert(
    fc.property(fc.subarray(faults, { minLength: 1 }), fc.integer({ min: 2, max: 9 }), (chosen, count) => {
      const tools = Array.from({ length: count }, (_none, at) => `find_${'abcdefghi'[at]}`);
      const text = spec(tools, chosen.map((line) => `    ${line}\n`).join(''));
      const { diagnostics } = planSpecs([{ path: FILE.path, text }]);
      const own = diagnostics.filter(({ about, related }) => about.tool !== undefined && !related);
      const codes = new Set(own.map(({ code, unnamed, message }) => `${code} ${unnamed?.message ?? message}`));
      expect(alike(own)).toHaveLength(codes.size);
      for (const group of alike(own)) expect(group.length % count).toBe(0);
    }),
    { numRuns: costlyRuns(10_000) },
  );
});

test('a sentence is its text, and a name in it is left out as a value, never as letters', () => {
  const text = fc.string({ maxLength: 20 });
  fc.assert(
    fc.property(text, text, text, (tool, other, hint) => {
      const message = say`Tool "${tool}" has ${other}, ${say`see ${tool}`}.`;
      expect(textOf(message)).toBe(`Tool "${tool}" has ${other}, see ${tool}.`);
      const left = withoutNames(message, hint, { tool, path: [] });
      const second = other === tool ? '…' : other;
      expect(left).toEqual({ message: `Tool "…" has ${second}, see ….`, hint, names: [tool] });
    }),
    { numRuns: runs(10_000) },
  );
});
