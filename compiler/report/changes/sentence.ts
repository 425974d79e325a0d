/** A change in one sentence: that of its violation of policy, else that of its kind. */
import { capital, cut, firstFew } from '../../base/text/escape.ts';
import { differencesText } from '../../base/json-differences.ts';
import type { Change } from '../../versions/change.ts';
import type { RecordedScore } from '../../versions/receipts/latest.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import type { PlacedChange, RecordedEffect } from './report.ts';
import { CHANGES } from '../../versions/changes/index.ts';
import { placeOf } from '../../versions/target.ts';

/** `A parameter was removed.` For a kind that is not in the catalog, its id: `param/bounds-tightened` → `Bounds tightened.` */
export function sentenceOf(change: Change): string {
  if (isJudgment(change)) return String(change.after);
  const { kind } = change;
  return SENTENCES.get(kind) ?? `${capital((kind.split('/').at(-1) ?? kind).replaceAll('-', ' '))}.`;
}

/** `search {"query":"x"} worked; now: /limit is required.` Undefined where no example could be made. */
export function witnessOf({ witness }: Change): string | undefined {
  if (!witness) return undefined;
  const { of, tool, before, now } = witness;
  return of === 'call'
    ? `${tool} ${JSON.stringify(before)} worked; now: ${now}`
    : `${tool} returned ${JSON.stringify(before)}; now: ${now}`;
}

interface Evidence {
  readonly label: 'Proof' | 'Recorded' | 'Request' | 'Evals';
  readonly text: string;
  /** Of calls and results, and not a sentence. */
  readonly isCode: boolean;
}

/** What shows that a change matters: calls, recorded calls, a request, and results of evals, where there are any. */
export function evidenceOf(change: PlacedChange): readonly Evidence[] {
  const all = [
    { label: 'Proof', text: witnessOf(change), isCode: true },
    { label: 'Recorded', text: recordedOf(change), isCode: true },
    { label: 'Request', text: flipText(change), isCode: false },
    { label: 'Evals', text: change.evals?.map(scoreText).join('; ') || undefined, isCode: false },
  ] as const;
  return all.flatMap(({ text, ...one }) => (text === undefined ? [] : { ...one, text: cut(text, MAX_EVIDENCE) }));
}

const MAX_EVIDENCE = 400;

/** `"list table nine" led to list_rows; now: find_notes (by words, no model was asked)`; undefined where none is known. */
function flipText({ flip }: PlacedChange): string | undefined {
  if (!flip) return undefined;
  const { request, before = 'no call', now = 'no call', model, date = '' } = flip;
  const by = model === undefined ? 'by words, no model was asked' : `${model}, ${date}`;
  return `${JSON.stringify(request)} led to ${before}; now: ${now} (${by})`;
}

/** A judgment of policy holds its sentence where other changes hold what is there now. */
export function isJudgment({ axis, before, after }: Change): boolean {
  return axis === 'policy' && before === undefined && typeof after === 'string';
}

/** Why it matters, with the evidence of recorded calls where there is any. */
export function whyOf({ why, brokenCalls = 0 }: PlacedChange): string {
  return brokenCalls === 0
    ? why
    : `${why} Alone or with other changes, it rejects ${pluralize(brokenCalls, 'recorded call')}.`;
}

/** `qwen3:8b: 8 of 10 right (2026-11-20, with the earlier text)`, `qwen3:8b in choice research: …`. */
export function scoreText({ choice, model, passed, n, date, current, reported }: RecordedScore): string {
  const where = choice === undefined ? model : `${model} in choice ${choice}`;
  return `${where}: ${passed} of ${n} right (${date}, with the ${current ? 'current' : 'earlier'} text${reported ? '; reported, not run' : ''})`;
}

/** `{"query":"x"}: /data/first: "1" → "2"`: which values of recorded calls change; undefined where no call was recorded. */
function recordedOf({ recorded = [] }: PlacedChange): string | undefined {
  if (recorded.length === 0) return undefined;
  const differing = recorded.filter(({ outcome }) => outcome === 'differs');
  const effect = (one: RecordedEffect): string =>
    `${JSON.stringify(one.arguments)}: ${differencesText(one.differences)}`;
  const texts = firstFew(differing, 3, effect, (more) => `${more} more with other results`);
  const counts = (['same', 'unrecorded'] as const).flatMap((outcome) => {
    const count = recorded.filter((one) => one.outcome === outcome).length;
    return count === 0 ? [] : [`${pluralize(count, 'recorded call')} ${OUTCOMES[outcome]}`];
  });
  return [...texts, ...counts].join('; ');
}

const OUTCOMES = { same: 'with the same result', unrecorded: 'that would send something else now' } as const;

/** What to do: what is not allowed asks for more than the change itself. */
export function nextOf({ next, violations = [] }: Change): string {
  return violations.find(({ level }) => level === 'breaking')?.next ?? next;
}

/** The place for a heading: `parameter "limit"`; the tool itself is named as such. */
export function placeName({ target: { skill, tool, path } }: Change): string {
  return placeOf(path) || `the ${skill !== undefined ? 'skill' : tool !== undefined ? 'tool' : 'server'}`;
}

const SENTENCES: ReadonlyMap<string, string> = new Map(CHANGES.map(({ id, says }) => [id, says]));
