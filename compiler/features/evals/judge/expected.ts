/** What a case expects, as names. */
import type { Expected } from '../../../plan/model.ts';

/** Names of the tools and skills that a case accepts; none where it expects no call or a question. */
export function wantedNames(expect: Expected): readonly string[] {
  if (typeof expect === 'string') return [expect];
  return expect !== null && 'any_of' in expect ? expect.any_of : [];
}

export function expectsCall(expect: Expected): boolean {
  return wantedNames(expect).length > 0;
}
