/** Regular expressions that a text must match. */
import { SHELF, SHELF_RESULT, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { NARROWER, withJudgment, withRejection } from '../../schema/judgment.ts';
import { keywordMoved } from '../../schema/moves.ts';
import type { Schema } from '@haft/runtime/language';
import type { ChangeFacts, SchemaPair } from '../../change.ts';
import type { ReportChange } from '../../compare/changed.ts';
import { facetsOf } from '../../subset/form.ts';
import { textOutside, type TextSet } from '../../subset/text-sets.ts';
import { textsOf } from '../../subset/texts.ts';
import { accepts } from '../../subset/values.ts';
import { isSecret } from '../../witness/secrets.ts';
import { comparable } from '../../schema/forms.ts';

const { wire } = kindsOf('schema');

export const SCHEMA_PATTERN = [
  wire.breaking('param/pattern-introduced', {
    says: 'A pattern was added to a string parameter.',
    why: 'Calls with a string that does not match worked before and are now rejected.',
    next: 'Describe the format instead, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(SHELF, 'type: string', 'type: string, pattern: "^[A-F]$"'),
    detect: withJudgment(keywordMoved('pattern', 'added')),
  }),
  wire.safe('param/pattern-dropped', {
    says: 'The pattern of a string parameter was removed.',
    why: 'All strings that were accepted still are.',
    next: 'Describe the expected format.',
    detect: keywordMoved('pattern', 'removed'),
  }),
  wire.unknown('param/pattern-changed', {
    says: 'The pattern of a parameter changed.',
    why: 'It is not decided whether strings are lost: a pattern refers to its groups, looks both ahead and behind, or is too large.',
    next: 'Compare the patterns; if the new one rejects anything, run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(SHELF, 'type: string, pattern: "^([A-F])\\\\1$"', 'type: string, pattern: "^([A-Z])\\\\1$"'),
    detect: withJudgment(patternChanged),
  }),
  wire.risky('result/pattern-introduced', {
    says: 'A pattern was added to a string in the result.',
    why: NARROWER,
    next: 'Check that the tool returns only matching strings; other results are rejected.',
    example: exampleOf(SHELF_RESULT, '', ', pattern: "^[A-F]$"'),
    detect: withRejection(keywordMoved('pattern', 'added')),
  }),
  wire.risky('result/pattern-dropped', {
    says: 'The pattern of a string in the result was removed.',
    why: 'Consumers that parse the string by its format can fail.',
    next: 'Keep the pattern, or notify consumers of the new formats.',
    detect: keywordMoved('pattern', 'removed'),
  }),
  wire.unknown('result/pattern-changed', {
    says: 'The pattern of a string in the result changed.',
    why: 'It is not decided whether strings are new: a pattern refers to its groups, looks both ahead and behind, or is too large.',
    next: 'Compare the patterns; if the new one allows anything new, notify consumers.',
    example: exampleOf(SHELF_RESULT, ', pattern: "^([A-Z])\\\\1$"', ', pattern: "^([A-F])\\\\1$"'),
    detect: withRejection(withJudgment(patternChanged)),
  }),
];

const BUMP = 'run `haft bump <tool>` to publish this version as a successor.';

/** Only the pattern is judged: other keywords have changes of their own. */
function patternChanged(pair: SchemaPair, report: ReportChange): void {
  const forms = comparable(pair);
  const [old, now] = [forms?.before.pattern, forms?.after.pattern];
  if (!forms || old === undefined || now === undefined || old === now) return;
  const [from, to] = pair.side === 'argument' ? [forms.before, now] : [forms.after, old];
  report({ path: ['pattern'], before: old, after: now, ...judge(pair.side, from, to) });
}

type Judgment = Partial<Pick<ChangeFacts, 'level' | 'why' | 'next'>>;

/** Whether a string of `from` does not match `to`; undecided where it is neither proved nor shown. */
function judge(side: SchemaPair['side'], from: Schema, to: string): Judgment {
  const strings = { ...from, type: 'string' } as const;
  const inner = textsOf({ kind: 'string', facets: facetsOf(strings), conditions: [] });
  const outer = { patterns: [to], min: 0, max: Infinity };
  const lost = textOutside(inner, outer);
  if (lost === 'none') return KEPT[isSame(inner, outer) ? 'both' : side];
  if (typeof lost === 'string' || !accepts(facetsOf(strings), from, lost.text)) return { level: 'unknown' };
  const subject = isSecret(from) ? 'A string' : `The string ${JSON.stringify(lost.text)}`;
  return { level: 'breaking', ...(side === 'argument' ? REJECTED(subject) : UNEXPECTED(subject)) };
}

function isSame(inner: TextSet, outer: TextSet): boolean {
  const { min, max } = inner;
  return textOutside({ ...outer, min, max }, inner) === 'none';
}

const KEPT = {
  both: { level: 'safe', why: 'Both patterns match the same strings.', next: 'Nothing.' },
  argument: {
    level: 'safe',
    why: 'Every string that matched the old pattern matches the new one.',
    next: 'Describe the strings that are new.',
  },
  result: {
    level: 'risky',
    why: NARROWER,
    next: 'Check that the tool returns only matching strings; other results are rejected.',
  },
} as const;

const REJECTED = (subject: string): { why: string; next: string } => ({
  why: `${subject} matches the old pattern and not the new one: calls with it are now rejected.`,
  next: `Accept the old strings too, or ${BUMP}`,
});

const UNEXPECTED = (subject: string): { why: string; next: string } => ({
  why: `${subject} matches the new pattern and not the old one: consumers do not expect it.`,
  next: `Return the old strings only, or ${BUMP}`,
});
