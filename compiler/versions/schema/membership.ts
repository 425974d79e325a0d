/** What a property that only one of two schemas declares does to objects: the rules of the other for undeclared properties decide. */
import { compilePattern } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import { memoizeBy } from '../../base/memo.ts';
import type { SchemaPair } from '../change.ts';
import { isSubset } from '../subset/subset.ts';
import { counterexample } from '../witness/counterexample.ts';

/**
 * `closed`: no object could have, or may have, a property of this name. `open`: it could be anything. Between the two the
 * values are compared: all of one side fit the other, one is known that does not, or neither is proved.
 */
export type Membership = 'closed' | 'open' | 'fits' | 'breaks' | 'undecided';

/** Of a pair that lacks one schema: whether what callers send is still accepted, and what consumers get still expected. */
export const membership = memoizeBy((pair: SchemaPair): Membership => {
  const { before, after, holder, roots, side, name } = pair;
  const isAdded = before === undefined;
  const rest = othersOf((isAdded ? holder.before : holder.after) ?? {}, name);
  const cover = coverOf(rest, name);
  if (cover !== 'typed') return cover;
  const declared = { ...rest, properties: { [name]: (isAdded ? after : before) ?? {} } };
  const [inner, outer] = (side === 'argument') === isAdded ? [rest, declared] : [declared, rest];
  const [innerRoot, outerRoot] = side === 'argument' ? [roots.before, roots.after] : [roots.after, roots.before];
  if (isSubset(inner, innerRoot, outer, outerRoot)) return 'fits';
  return counterexample(inner, innerRoot, outer, outerRoot) === undefined ? 'undecided' : 'breaks';
});

/** What an object says of this name without declaring it: other properties are the same on both sides. */
function othersOf({ properties: _properties, required = [], ...rest }: Schema, name: string): Schema {
  return { ...rest, ...(required.includes(name) && { required: [name] }) };
}

function coverOf({ additionalProperties: others = true, patternProperties = {} }: Schema, name: string) {
  if (Object.keys(patternProperties).some((pattern) => compilePattern(pattern)(name) !== false)) return 'typed';
  if (typeof others !== 'boolean') return 'typed';
  return others ? 'open' : 'closed';
}
