/** Two patterns of one string: told apart by a string that only one of them matches, where one is found. */
import type { Schema } from '@haft/runtime/language';
import type { Detect, SchemaPair } from '../change.ts';
import { counterexample } from '../witness/counterexample.ts';
import { isSecret } from '../witness/secrets.ts';
import { comparable } from './forms.ts';
import type { SchemaSide } from './forms.ts';

const BUMP = 'run `haft bump <tool>` to publish this version as a successor.';

/** Undecided without such a string; with one the change breaks. */
export function patternChanged(side: SchemaSide): Detect<SchemaPair> {
  return (pair, found) => {
    const forms = comparable(pair, side);
    const [old, now] = [forms?.before.pattern, forms?.after.pattern];
    if (!forms || old === undefined || now === undefined || old === now) return;
    const change = { path: ['pattern'], before: old, after: now };
    // Only the pattern differs: other keywords have changes of their own.
    const [from, to] = side === 'argument' ? [forms.before, now] : [forms.after, old];
    const text = counterexample(strings(from), from, strings({ ...from, pattern: to }), from);
    if (text === undefined) found(change);
    else {
      const shown = isSecret(from) ? 'A string' : `The string ${JSON.stringify(text)}`;
      found({ ...change, level: 'breaking', ...(side === 'argument' ? REJECTED(shown) : UNEXPECTED(shown)) });
    }
  };
}

const REJECTED = (shown: string): { why: string; next: string } => ({
  why: `${shown} matches the old pattern and not the new one: calls with it are now rejected.`,
  next: `Accept the old strings too, or ${BUMP}`,
});

const UNEXPECTED = (shown: string): { why: string; next: string } => ({
  why: `${shown} matches the new pattern and not the old one: consumers do not expect it.`,
  next: `Return the old strings only, or ${BUMP}`,
});

function strings(schema: Schema): Schema {
  return { ...schema, type: 'string' };
}
