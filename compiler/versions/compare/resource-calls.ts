/** Whether a tool accepts every call by which a resource was read with another one. */
import { type Schema, uriVariables } from '@haft/runtime/language';
import { isSubset } from '../subset/subset.ts';
import { counterexample } from '../witness/samples.ts';

/** `breaks`: a URI is known that was read and no longer is. */
export function readsAlike(uri: string, before: Schema, after: Schema): 'fits' | 'breaks' | 'undecided' {
  const variables = uriVariables(uri);
  const all = Object.entries(before.properties ?? {});
  const properties = Object.fromEntries(all.filter(([name]) => variables.includes(name)));
  const calls = { ...before, properties, required: variables };
  if (isSubset(calls, before, after, after)) return 'fits';
  return counterexample(calls, before, after, after) === undefined ? 'undecided' : 'breaks';
}
