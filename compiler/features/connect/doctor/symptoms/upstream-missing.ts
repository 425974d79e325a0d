/** The program of an upstream is not where the server looks for it. */
import { CALL_FAILS, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const upstreamMissing: Symptom = {
  id: 'upstream-missing',
  symptom: CALL_FAILS,
  cause: 'the program of an upstream, such as `npx`, is not installed, or not on the PATH of the host',
  fix: 'install it, or write its full path in the spec',
  byHand: 'the program is not a part of Haft',
  look: inLaunches(({ missing, path }, { key }) =>
    missing.map(({ upstream, program }) => {
      const where = /[/\\]/.test(program)
        ? 'There is no such program'
        : `The PATH of the host is "${path}", which has no such program`;
      return {
        key,
        cause: `Upstream "${upstream}" is the program "${program}": ${where}.`,
        fix: { say: 'Install it, or write its full path under `upstreams:` of the spec and compile again.' },
      };
    }),
  ),
};
