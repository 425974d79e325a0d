/** A new parameter of a released tool has a default. */
import type { PolicyRule } from './policy.ts';

/** Kinds of new parameters without a default. */
const KINDS: ReadonlySet<string> = new Set(['param/added-required', 'param/added-optional']);

export const parameterDefault: PolicyRule = {
  id: 'version/parameter-default',
  says: 'A new parameter of a released tool must have a default.',
  why: 'Existing callers do not send it: with a default their calls keep their meaning, without one they fail or change.',
  next: 'Add a default that keeps the previous behavior, or publish a successor.',
  source: 'EXT §9 rule 1',
  judge({ changes, dates }) {
    return changes.flatMap(({ kind, level, target, fingerprint }) => {
      if (!KINDS.has(kind) || target.path.length !== 2) return [];
      const isRequired = kind === 'param/added-required';
      // One that rejects what calls send breaks them with a default, too.
      if (!isRequired && level !== 'risky') return [];
      // Where absent means "no filter", the custom of imported tools, no call changes its meaning.
      const isWarning = dates.imported?.has(`${target.server ?? ''}.${target.tool ?? ''}`) === true && !isRequired;
      const what = isRequired ? 'is required' : 'has no default';
      const name = String(target.path[1]);
      return [{ target, judges: fingerprint, isWarning, says: `The new parameter "${name}" ${what}.` }];
    });
  },
};
