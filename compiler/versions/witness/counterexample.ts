/** A value that one schema accepts and another one rejects, by the runtime's validator. */
import type { Json, Schema } from '@haft/runtime/language';
import { facetsOf } from '../subset/form.ts';
import { accepts } from '../subset/values.ts';
import { samplesOf } from './samples.ts';

export function counterexample(inner: Schema, innerRoot: Schema, outer: Schema, outerRoot: Schema): Json | undefined {
  const [from, to] = [
    { facets: facetsOf(inner), root: innerRoot },
    { facets: facetsOf(outer), root: outerRoot },
  ];
  return samplesOf(from, to).find((value) => !accepts(to.facets, to.root, value));
}
