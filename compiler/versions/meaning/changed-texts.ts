/** Which texts of released tools read differently now, and whether it was decided that they mean the same (EXT §9 rule 2). */
import { memoizeBy } from '../../base/memo.ts';
import { textHash } from '../../plan/hash.ts';
import type { Plan } from '../../plan/model.ts';
import type { ToolPair } from '../change.ts';
import { pairUp } from '../pair.ts';
import { pairKey } from './decisions.ts';
import type { Decision } from './decisions.ts';
import { meaningTexts, placeKey } from './texts.ts';
import type { MeaningTexts, TextPath } from './texts.ts';

export interface ChangedText {
  readonly server: string;
  readonly tool: string;
  readonly path: TextPath;
  /** Empty where there was none, or is none now. */
  readonly before: string;
  readonly after: string;
  /** By `pairKey`. */
  readonly key: string;
}

/** A changed text with what was decided about it, if anything. */
export interface JudgedText extends ChangedText {
  readonly decision?: Decision;
}

/** Of tools that both Plans have; what is new, a successor among it, promised nothing before. */
export function changedTexts(before: Plan, after: Plan): readonly ChangedText[] {
  return changedWith(before)(after);
}

const changedWith = memoizeBy((before: Plan) => memoizeBy((after: Plan) => pairUp(before, after).tool.flatMap(inTool)));

function inTool({ before, after, server }: ToolPair): ChangedText[] {
  if (!before || !after) return [];
  const [old, now] = [meaningTexts(before), meaningTexts(after)];
  const changed = new Map<string, ChangedText>();
  for (const place of new Set([...old.texts.keys(), ...now.texts.keys()])) {
    const pair = { before: textAt(old, now, place), after: textAt(now, old, place) };
    const [left, right] = [normalizeText(pair.before), normalizeText(pair.after)];
    const path = (now.texts.get(place) ?? old.texts.get(place))?.path ?? [];
    // A title that follows the name changes with it.
    if (left === right || (before.name !== after.name && path[0] === 'title')) continue;
    const about = { server, tool: after.name, path };
    const key = pairKey({ ...about, before: textHash(left), after: textHash(right) });
    if (!changed.has(key)) changed.set(key, { ...about, ...pair, key });
  }
  return [...changed.values()];
}

/** A text about something that only one side has belongs to a change of form, which another rule judges. */
function textAt(side: MeaningTexts, other: MeaningTexts, place: string): string {
  const text = side.texts.get(place);
  return text && other.owners.has(text.owner) ? text.text : '';
}

/** Blanks, line breaks, the shape of quotes and dashes, and a period at the end carry no meaning; other punctuation may. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/ ?\.$/, '');
}

export function judgedTexts(before: Plan, after: Plan, decisions: readonly Decision[]): readonly JudgedText[] {
  const known = new Map(decisions.map((one) => [pairKey(one), one]));
  return changedTexts(before, after).map((text) => {
    const decision = known.get(text.key);
    return decision ? { ...text, decision } : text;
  });
}

/** `before` and `after` of a decision are in the key of the text that it is about. */
export function decide(texts: readonly ChangedText[], reason: string, date: string): readonly Decision[] {
  return texts.map(({ server, tool, path, before, after }) => ({
    server,
    tool,
    path,
    before: textHash(normalizeText(before)),
    after: textHash(normalizeText(after)),
    decision: 'same meaning',
    reason,
    date,
  }));
}

/** Those that are about a text as it is now: why it reads as it does. The others answer nothing any more. */
export function currentDecisions({ servers }: Plan, decisions: readonly Decision[]): readonly Decision[] {
  const byTool = new Map(
    servers.flatMap(({ name, tools }) => tools.map((tool) => [JSON.stringify([name, tool.name]), tool] as const)),
  );
  return decisions.filter(({ server, tool, path, after }) => {
    const owner = byTool.get(JSON.stringify([server, tool]));
    return owner && textHash(normalizeText(meaningTexts(owner).texts.get(placeKey(path))?.text ?? '')) === after;
  });
}
