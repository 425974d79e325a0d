/** A step is written without what its program declares, and plans to the same with it; what another program declares stays. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withProgram, withoutProgram } from '../compiler/spec/behaviors/programs.ts';
import { runs } from './support/runs.ts';

const text = fc.constantFrom('One.', 'Two.', 'Three.');
const failure = fc.record({ error: text, retry_hint: text });
const cases = fc.oneof(failure, fc.array(failure, { minLength: 1, maxLength: 3 }));
const keys = {
  cwd: fc.constantFrom('/a', '/b'),
  env: fc.array(
    fc.oneof(fc.constantFrom('A', 'B', 'C'), fc.dictionary(fc.constantFrom('D', 'E'), text, { minKeys: 1 })),
    {
      minLength: 1,
    },
  ),
  not_found: failure,
  exit_codes: fc.dictionary(fc.constantFrom('1', '2', 'default'), cases, { minKeys: 1 }),
};
const program = fc.record(keys, { requiredKeys: [] });
const step = fc.record(
  { ...keys, argv: fc.constantFrom(['git', 'log'], ['{env.GIT|git}'], ['other']) },
  { requiredKeys: ['argv'] },
);

/** In any order of keys; one case is the same alone and in a list. */
const sorted = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, one: unknown) => {
    if (Array.isArray(one)) return one.length === 1 && typeof one[0] === 'object' ? one[0] : one;
    return typeof one === 'object' && one !== null ? Object.fromEntries(Object.entries(one).toSorted()) : one;
  });

test('for any step and program', () => {
  fc.assert(
    fc.property(step, program, (own, git) => {
      const programs = { git };
      const planned = withProgram(own, programs);
      const written = withoutProgram(planned, programs);
      expect(sorted(withProgram(written, programs))).toEqual(sorted(planned));
      if (own.argv[0] === 'other') expect(written).toBe(planned);
      else expect(Object.keys(written).length).toBeLessThanOrEqual(Object.keys(own).length);
      expect(sorted(withoutProgram(written, programs))).toEqual(sorted(written));
    }),
    { numRuns: runs(10_000) },
  );
});
