/** What a build prints: each finding that the build before did not have, and the number of the others. */
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Diagnostic } from '../../compiler/base/diagnostic.ts';
import { openReport } from '../../compiler/cli/watch/screen.ts';
import { runs } from '../support/runs.ts';

afterEach(() => vi.restoreAllMocks());

/** By its letter; the line at which it stands is another in each build. */
const finding = (letter: string, at: number): Diagnostic => ({
  code: `rule/${letter}`,
  severity: letter < 'd' ? 'error' : 'warning',
  message: `Finding ${letter}.`,
  about: { server: 's', path: [letter] },
  span: { file: 'specs/a.yaml', start: at, end: at + 1 },
});

const builds = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 6 }), { minLength: 1, maxLength: 6 });

test('for any builds, each prints what is new, and counts the rest', () => {
  let printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  fc.assert(
    fc.property(builds, (all) => {
      const report = openReport();
      let before: readonly string[] = [];
      for (const [at, letters] of all.entries()) {
        printed = '';
        const diagnostics = letters.map((letter, index) => finding(letter, index + at));
        report({ diagnostics, sources: [], root: '/', cwd: '/' });
        const fresh = letters.filter((letter) => !before.includes(letter));
        const left = letters.filter((letter) => before.includes(letter));
        expect([...printed.matchAll(/ rule\/(\w)\n/g)].map(([, letter]) => letter).toSorted()).toEqual(
          fresh.toSorted(),
        );
        const [, errors = '0', warnings = '0'] =
          /As in the last build: (\d+) errors?, (\d+) warnings?\./.exec(printed) ?? [];
        expect(Number(errors) + Number(warnings)).toBe(left.length);
        before = letters;
      }
    }),
    { numRuns: runs(10_000) },
  );
});
