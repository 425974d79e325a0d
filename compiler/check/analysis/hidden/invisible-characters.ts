/** Characters that a model reads and a person does not see, unless a script or an emoji needs them. */
import { regex } from '../../../base/word-lists.ts';

export interface Hidden {
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

export function shortened(text: string): string {
  const line = text.slice(0, 200).replaceAll(/\s+/g, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

/** Control, format and filler characters, which programs leave out when they draw a text (Unicode, Default_Ignorable_Code_Point). */
const SUSPECT = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|[^\P{Cc}\t\n\r]/u;

/** A flag of a part of a country: a black flag, its code in tag characters, and their end. */
const FLAGS = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;
/** Emoji: a chosen look, a keycap, and several joined to one. */
const LOOKS = /([\p{Emoji}\p{Extended_Pictographic}]|[\p{S}\p{P}])[\uFE0E\uFE0F]/gu;
const JOINED = /([\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200D(?=\p{Extended_Pictographic})/gu;
/** One variant of an ideograph, a Mongolian letter or a mathematical sign. */
const VARIANTS = /([\p{Script=Han}\p{Script=Phags_Pa}\p{Script=Myanmar}\p{Sm}])[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/gu;
const MONGOLIAN = /(\p{Script=Mongolian})[\u180B-\u180F]/gu;
/** Scripts without blanks, which mark the ends of words. */
const WORD_ENDS = /([\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\u200B/gu;
/** Scripts in which a joiner changes how letters are written. */
const JOINING = regex('gu')`
  (
    [\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Tibetan}]
  )[\u200C\u200D]
`;
/** Marks of direction are normal next to letters that run from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Never an accident: codes for a terminal, a direction turned around, letters split apart, text in tags or selectors. */
const SMUGGLED = regex('u')`
  \u001B[\[\]]|[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]|
  \p{Script=Latin}[\u00AD\u200B-\u200D\u2060\uFEFF]{1,64}\p{Script=Latin}|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}
`;

export function invisibleIn(text: string): Hidden | undefined {
  if (!SUSPECT.test(text)) return undefined;
  const suspects = withoutLegitimate(text);
  const all = [...suspects].filter((character) => SUSPECT.test(character));
  const [first] = all;
  if (first === undefined) return undefined;
  const hidden = new Set(all);
  const visible = [...text].filter((character) => !hidden.has(character)).join('');
  const decoded = taggedText(all);
  const certain =
    text === suspects && visible.trim() !== '' && !all.some((character) => VISIBLE_EFFECT.test(character));
  const what = decoded
    ? `the hidden text "${decoded}" in Unicode tag characters`
    : `${counted(all.length)} (${codePoint(first)}, ${kindOf(first)})`;
  const start = text.indexOf(first);
  const place = { start, end: start + first.length };
  return { what, ...place, ...(certain && { visible }), ...(!SMUGGLED.test(suspects) && { suspected: true }) };
}

/** Directions and terminal sequences change what a person sees: taking them away may show something else. */
const VISIBLE_EFFECT = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

function withoutLegitimate(text: string): string {
  const plain = text
    .replaceAll(FLAGS, '')
    .replaceAll(JOINED, '$1')
    .replaceAll(LOOKS, '$1')
    .replaceAll(JOINED, '$1')
    .replaceAll(VARIANTS, '$1')
    .replaceAll(MONGOLIAN, '$1')
    .replaceAll(JOINING, '$1')
    .replaceAll(WORD_ENDS, '$1');
  return RIGHT_TO_LEFT.test(text) ? plain.replaceAll(/[\u061C\u200E\u200F]/g, '') : plain;
}

/** Tag characters are letters of ASCII, moved out of sight. */
function taggedText(characters: readonly string[]): string {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const ascii = codes.filter((code) => code >= 0xe0020 && code <= 0xe007e).map((code) => code - 0xe0000);
  return String.fromCodePoint(...ascii.slice(0, 60));
}

function counted(count: number): string {
  return count === 1 ? 'an invisible character' : `${count} invisible characters`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function kindOf(character: string): string {
  if (character === '\u001B') return 'terminal escape sequence';
  if (/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(character)) return 'bidirectional control';
  if (/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u.test(character)) return 'a variation selector';
  return /[\u0000-\u001F\u007F-\u009F]/.test(character) ? 'a control character' : 'zero width';
}
