/** Text that the model reads and a reader does not see, and orders to the model against its user. */
import { commentsIn } from '@haft/runtime/language';
import { excerpt, type HiddenCharacter, invisibleIn, type TextOwner } from './invisible-characters.ts';
import type { Located } from '../../model.ts';
import type { ReportOptions } from '../../rule.ts';
import type { SkillText } from './model-texts.ts';
import { orderIn, spoofIn } from './orders.ts';
import { mayHaveSignals } from './signals.ts';

/** The most certain one; `subject`: stems of what the tool or skill is about. */
export function hiddenIn(text: string, subject: ReadonlySet<string>, place: TextOwner): HiddenCharacter | undefined {
  if (!mayHide(text) || (text.length < LONG_BLOB && SENTENCE.test(text) && !mayHaveSignals(text))) return undefined;
  const all = [
    invisibleIn(text),
    commentIn(text, subject, place),
    place === 'file' ? undefined : outOfSight(text),
    instructionIn(text, subject, place),
  ].filter((one) => one !== undefined);
  return all.find(({ suspected }) => !suspected) ?? all[0];
}

/** Nothing but words can hide in it: most texts, of which no more is to be looked at. */
const SENTENCE = /^[\w .,;'"()?!/-]*$/;

/** Most keys and names cannot: they are too short to be encoded data, and no order. */
export function mayHide(text: string): boolean {
  return !/^\w{0,40}$/.test(text);
}

function instructionIn(text: string, subject: ReadonlySet<string>, place: TextOwner): HiddenCharacter | undefined {
  const order = orderIn(text, subject, spoofIn(text, place), place);
  if (!order) return undefined;
  const { start, end, kinds, certain } = order;
  const why = kinds.map((kind) => MEANING[kind]).join('; ');
  const what = `words that could instruct the model, ${excerpt(text.slice(start, end))} (${why})`;
  return { what, start, end, isWords: true, ...(!certain && { suspected: true }) };
}

const MEANING = {
  override: 'sets other instructions aside',
  authority: 'claims more authority than the user',
  secrecy: 'hides something from the user',
  takeover: 'gives the model another role',
  theft: 'takes data of the user',
  rivalry: 'acts against other tools',
  tampering: 'changes calls of other tools',
  pressure: 'demands another call first',
  spoofing: 'imitates a message of the system',
  address: 'addresses the model',
  sink: 'names a place to send to',
  approval: 'leaves out the approval of the user',
  first: 'wants to come before anything else',
  hush: 'asks for silence',
} as const;

/** Visible in principle, yet no one reads it: elements that are not shown, encoded blobs, text far off the screen. */
function outOfSight(text: string): HiddenCharacter | undefined {
  if (text.length < 7) return undefined;
  const styled = [...text.matchAll(/<\w[^<>]*>/g)].find(([tag]) => UNSEEN.test(tag.replace(/^<\w+/, '')));
  if (styled) return { what: `an invisible element ${excerpt(styled[0])}`, ...spanOf(styled) };
  const blob = text.length < LONG_BLOB ? undefined : [...text.matchAll(BLOBS)].find(([one]) => isEncoded(one));
  if (blob) return { what: `${blob[0].length} characters of encoded data`, ...spanOf(blob) };
  const gap = /\n{12}|[ \t\u00A0\u2000-\u200A\u3000]{80}/.exec(text);
  return gap ? { what: 'text after a long gap', ...spanOf(gap) } : undefined;
}

function spanOf({ 0: word, index }: RegExpExecArray): { readonly start: number; readonly end: number } {
  return { start: index, end: index + word.length };
}

const UNSEEN = /\b(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|hidden)\b/i;

const LONG_BLOB = 80;
const BLOBS = new RegExp(`[A-Za-z0-9+/_-]{${LONG_BLOB},}={0,2}`, 'g');

/** Letters of both cases and digits without order; words, paths and repeated signs have none of that. */
function isEncoded(text: string): boolean {
  const mixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
  return mixed && new Set(text).size > 20 && !/[a-z]{12,}|[/_-][a-z]{2,}[/_-]/.test(text);
}

/** How a finding is shown; `isOthers`: someone else has written it. What is deleted leaves the rest as it was, where that is prose. */
export function hiddenOptions(
  on: Located<unknown>,
  { path, part, text, file }: SkillText,
  { start, end, visible, isWords, ...hidden }: HiddenCharacter,
  isOthers: boolean,
  isProse = true,
): ReportOptions {
  const weak = { on, suspected: hidden.suspected === true && (isOthers || isWords === true) };
  if (file !== undefined) return { ...weak, inFile: { file, start, end } };
  // A key is one name, with or without quotes.
  if (part === 'key') return { ...weak, part };
  const fix = { title: 'Delete the invisible text.', edits: [on.edit({ kind: 'replace', path, value: visible })] };
  // Of what is underlined the first line has the same characters in the file.
  const [word = ''] = text.slice(start, end).split('\n');
  return { ...weak, word, ...(visible !== undefined && isProse && { fix }) };
}

export function hintFor({ isWords, suspected }: HiddenCharacter, instead: string): string {
  return isWords && suspected
    ? `If it is meant or only quoted, suppress the finding with a reason. Otherwise delete it, and ${instead}.`
    : `Delete it, and ${instead}.`;
}

function commentIn(text: string, subject: ReadonlySet<string>, place: TextOwner): HiddenCharacter | undefined {
  for (const { inside, start, end = text.length, isAddressed } of commentsIn(text)) {
    const addresses = isAddressed || orderIn(inside, subject, [], 'tool') !== undefined;
    if (!addresses && place !== 'tool') continue;
    const what = `a hidden comment ${excerpt(text.slice(start, end))}`;
    return { what: addresses ? `${what} that addresses the model` : what, start, end };
  }
  return undefined;
}
