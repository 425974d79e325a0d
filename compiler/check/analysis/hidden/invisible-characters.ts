/** What invisible characters in a text are: an accident, or a text that only a model reads. */
import { invisiblesIn } from '@haft/runtime/language';

export interface HiddenCharacter {
  /** What it is, for the message. */
  readonly what: string;
  /** The text without the character; undefined where that would change the visible text. */
  readonly visible?: string;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
  /** Whether it may be an accident, or ordinary text. */
  readonly suspected?: true;
  /** Visible, and an instruction to the model. */
  readonly isWords?: true;
}

/** Whose text it is: of a tool, of a skill, or of a file that someone else may have written. */
export type TextOwner = 'tool' | 'skill' | 'file';

export function excerpt(text: string): string {
  const line = text.slice(0, 200).replaceAll(/\s+/g, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

export function invisibleIn(text: string): HiddenCharacter | undefined {
  const runs = invisiblesIn(text);
  const [first] = runs;
  if (first === undefined) return undefined;
  const all = runs.flatMap(({ run }) => [...run]);
  const decoded = taggedText(all);
  const count = all.length === 1 ? 'an invisible character' : `${all.length} invisible characters`;
  const what = decoded
    ? `the hidden text "${decoded}" in Unicode tag characters`
    : `${count} (${codePoint(first.run)}, ${kindOf(first.run)})`;
  const ends = [0, ...runs.map(({ end }) => end)];
  const visible = ends.map((end, index) => text.slice(end, runs[index]?.start)).join('');
  const certain = visible.trim() !== '' && !runs.some(({ run }) => VISIBLE_EFFECT.test(run));
  const isAccident = !runs.some((one) => isSmuggled(one, text));
  const end = first.start + String.fromCodePoint(first.run.codePointAt(0) ?? 0).length;
  return { what, start: first.start, end, ...(certain && { visible }), ...(isAccident && { suspected: true }) };
}

/** A direction turned around, text in tags or in selectors. */
const DELIBERATE = /[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}/u;

/** Never an accident: those, codes for a terminal, and letters split apart. */
function isSmuggled({ run, start, end }: ReturnType<typeof invisiblesIn>[number], text: string): boolean {
  if (DELIBERATE.test(run)) return true;
  const around = text.slice(Math.max(0, start - 1), end + 1);
  return /\u001B[[\]]|\p{Script=Latin}[\u00AD\u200B-\u200D\u2060\uFEFF]{1,64}\p{Script=Latin}/u.test(around);
}

/** Directions and terminal sequences change what a person sees: taking them away may show something else. */
const VISIBLE_EFFECT = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** Tag characters are letters of ASCII, moved out of sight. */
function taggedText(characters: readonly string[]): string {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const ascii = codes.filter((code) => code >= 0xe0020 && code <= 0xe007e).map((code) => code - 0xe0000);
  return String.fromCodePoint(...ascii.slice(0, 60));
}

function codePoint(run: string): string {
  return `U+${(run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function kindOf(run: string): string {
  const character = String.fromCodePoint(run.codePointAt(0) ?? 0);
  if (character === '\u001B') return 'terminal escape sequence';
  if (/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(character)) return 'bidirectional control';
  if (/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u.test(character)) return 'a variation selector';
  return /[\u0000-\u001F\u007F-\u009F]/.test(character) ? 'a control character' : 'zero width';
}
