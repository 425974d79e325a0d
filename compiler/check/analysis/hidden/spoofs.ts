/** Finds marks with which a text imitates a message of the system: of chat formats, of roles, and of elements. */
import type { TextOwner } from './invisible-characters.ts';
import { regex, wordList } from '../../../base/word-lists.ts';

export interface Spoof {
  readonly start: number;
  readonly end: number;
}

const MARKS = regex('gi')`
  <\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|?>|
  \[\/?(?:INST|SYSTEM|SYS)\]|<<\/?SYS>>
`;

const ROLES = regex('gim')`
  ^[ \t]{0,8}(?:#{1,6} )?(?:system|developer|assistant)(?: (?:prompt|message|note|override|instructions?))?:[ \t]{1,8}
  (?:you|ignore|always|never|from|the user|new)\b
`;

const ELEMENTS = /<([a-z_-]{3,24})>/gi;
const CLOSED = /<\/([a-z_-]{3,24})>/gi;
const IMPORTANT = new Set(
  wordList(
    'important critical system secret instructions instruction admin assistant hidden sys priority rules override',
  ),
);

/** Skills are written in such elements as well. An element that never ends is a placeholder: \`--secret <secret>\`. */
export function spoofIn(text: string, place: TextOwner): readonly Spoof[] {
  const marks = [...text.matchAll(MARKS), ...text.matchAll(ROLES)].map(({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  if (place !== 'tool') return marks;
  const closed = new Set([...text.matchAll(CLOSED)].map(([, name = '']) => name.toLowerCase()));
  const elements = [...text.matchAll(ELEMENTS)].flatMap(({ 0: tag, 1: name = '', index }) => {
    const isOne = IMPORTANT.has(name.toLowerCase()) && closed.has(name.toLowerCase());
    return isOne ? [{ start: index, end: index + tag.length }] : [];
  });
  return [...marks, ...elements];
}
