/** The page of findings: errors first, every link leads to its finding, and what is between backticks is code. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Diagnostic, SourceFile } from '../compiler/base/diagnostic.ts';
import { say, textOf, withoutNames } from '../compiler/base/sentence.ts';
import { prose } from '../compiler/report/html/markup.ts';
import { FORMATS } from '../compiler/report/formats.ts';
import { CONTEXT } from './support/print-context.ts';
import { costlyRuns, runs } from './support/runs.ts';

const FILES: readonly SourceFile[] = ['specs/a.yaml', 'specs/b.yaml'].map((path) => ({
  path,
  text: 'kind: server\n'.repeat(20),
}));
const sources = new Map(FILES.map((file) => [file.path, file]));
const page = (diagnostics: readonly Diagnostic[]): string => FORMATS.html.findings({ diagnostics, sources }, CONTEXT);

const finding = fc
  .record({
    file: fc.constantFrom(...FILES.map(({ path }) => path)),
    code: fc.constantFrom('tool/evals-count', 'param/generic-name', 'spec/format'),
    severity: fc.constantFrom('error', 'warning', 'note'),
    tool: fc.stringMatching(/^[a-z]{2,8}$/),
    line: fc.nat(19),
  })
  .map(({ file, code, severity, tool, line }): Diagnostic => {
    const about = { server: 's', tool, path: [] };
    const message = say`Tool "${tool}" breaks \`${code}\`.`;
    const unnamed = withoutNames(message, '', about);
    const hint = 'Run `haft check --fix`, or write `enum`.';
    return {
      code,
      severity,
      message: textOf(message),
      hint,
      about,
      span: { file, start: line * 13, end: line * 13 + 4 },
      ...(unnamed && { unnamed }),
    };
  });

test('for any findings: errors come first, each is once on the page, and every link leads to one', () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 30 }), (diagnostics) => {
      const html = page(diagnostics);
      const severities = [...html.matchAll(/<details class="change" [^>]*data-verdict="(\w+)"/g)].map(([, one]) => one);
      expect(severities.toSorted()).toEqual(diagnostics.map(({ severity }) => severity).toSorted());
      const ranks = severities.map((one) => ['error', 'warning', 'note'].indexOf(one ?? ''));
      expect(ranks).toEqual(ranks.toSorted());
      const ids = [...html.matchAll(/ id="(f-\w+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(diagnostics.length);
      for (const [, target] of html.matchAll(/href="#(f-\w+)"/g)) expect(ids).toContain(target);
      expect(html).not.toContain('`');
    }),
    { numRuns: costlyRuns(10_000) },
  );
});

test('for any text: backticks are code, and the rest is as it was', () => {
  const bare = (html: string): string => html.replaceAll(/<\/?code[^>]*>/g, '');
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z .-]{0,9}$/), { minLength: 1, maxLength: 7 }), (pieces) => {
      const html = String(prose(pieces.join('`')));
      const isPaired = pieces.length % 2 === 1;
      expect(bare(html)).toBe(pieces.join(isPaired ? '' : '`'));
      expect(html.match(/<code/g) ?? []).toHaveLength(isPaired ? (pieces.length - 1) / 2 : 0);
    }),
    { numRuns: runs(10_000) },
  );
});
