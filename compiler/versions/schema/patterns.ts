/** Two patterns of one string: whether one matches strings that the other does not, given its lengths and formats. */
import type { Schema } from '@haft/runtime/language';
import type { ChangeFacts, Detect, SchemaPair } from '../change.ts';
import { facetsOf } from '../subset/form.ts';
import { textOutside } from '../subset/text-sets.ts';
import type { TextOutside, TextSet } from '../subset/text-sets.ts';
import { textsOf } from '../subset/texts.ts';
import { accepts } from '../subset/values.ts';
import { isSecret } from '../witness/secrets.ts';
import { comparable } from './forms.ts';
import type { SchemaSide } from './forms.ts';

const BUMP = 'run `haft bump <tool>` to publish this version as a successor.';

/** Only the pattern is judged: other keywords have changes of their own. */
export function patternChanged(side: SchemaSide): Detect<SchemaPair> {
  return (pair, found) => {
    const forms = comparable(pair, side);
    const [old, now] = [forms?.before.pattern, forms?.after.pattern];
    if (!forms || old === undefined || now === undefined || old === now) return;
    const [from, to] = side === 'argument' ? [forms.before, now] : [forms.after, old];
    found({ path: ['pattern'], before: old, after: now, ...judge(side, from, to) });
  };
}

type Judgment = Partial<Pick<ChangeFacts, 'level' | 'why' | 'next'>>;

/** Whether a string of `from` does not match `to`; undecided where it is neither proved nor shown. */
function judge(side: SchemaSide, from: Schema, to: string): Judgment {
  const strings = { ...from, type: 'string' } as const;
  const [inner, outer] = [stringsOf(strings), { patterns: [to], min: 0, max: Infinity }];
  const lost = textOutside(inner, outer);
  if (lost === 'none') return { level: 'safe', ...KEPT[isSame(inner, outer) ? 'both' : side] };
  if (!isString(lost) || !accepts(facetsOf(strings), from, lost.text)) return {};
  const shown = isSecret(from) ? 'A string' : `The string ${JSON.stringify(lost.text)}`;
  return { level: 'breaking', ...(side === 'argument' ? REJECTED(shown) : UNEXPECTED(shown)) };
}

function isString(found: TextOutside): found is { readonly text: string } {
  return typeof found !== 'string';
}

function stringsOf(schema: Schema): TextSet {
  return textsOf({ kind: 'string', facets: facetsOf(schema), conditions: [] });
}

function isSame(inner: TextSet, outer: TextSet): boolean {
  const { min, max } = inner;
  return textOutside({ ...outer, min, max }, inner) === 'none';
}

const KEPT = {
  both: { why: 'Both patterns match the same strings.', next: 'Nothing.' },
  argument: {
    why: 'Every string that matched the old pattern matches the new one.',
    next: 'Describe the strings that are new.',
  },
  result: { why: 'Every string that matches the new pattern matched the old one.', next: 'Nothing.' },
} as const;

const REJECTED = (shown: string): { why: string; next: string } => ({
  why: `${shown} matches the old pattern and not the new one: calls with it are now rejected.`,
  next: `Accept the old strings too, or ${BUMP}`,
});

const UNEXPECTED = (shown: string): { why: string; next: string } => ({
  why: `${shown} matches the new pattern and not the old one: consumers do not expect it.`,
  next: `Return the old strings only, or ${BUMP}`,
});
