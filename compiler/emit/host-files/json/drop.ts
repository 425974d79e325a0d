/** Takes an entry out of JSON, with its comma and line, and with the maps that were made for it. */
import type { JsonFormat } from '../../../spec/hosts/format.ts';
import type { EditOutcome, RangeEdit, Undo } from '../editor.ts';
import { applyEdits } from '../editor.ts';
import type { JsonMember, Member } from './read.ts';
import { endOf, follow, membersOf, parseJson } from './read.ts';
import { triviaBetween } from './trivia.ts';

export function dropJson(text: string, path: readonly string[], undo: Undo, format: JsonFormat): EditOutcome<string> {
  const root = parseJson(text, format);
  if ('problem' in root) return root;
  const steps = follow(root.value, path);
  if ('problem' in steps) return steps;
  const found = topmost(text, steps.value, undo.created);
  if (steps.value.length < path.length || !found?.member) return { value: text };
  return { value: applyEdits(text, removal(text, found, found.member, undo.tail)) };
}

/** The entry, or the map around it that was made for it and has nothing else, not even a comment. */
function topmost(text: string, steps: readonly JsonMember[], created: number): JsonMember | undefined {
  let index = steps.length - 1;
  for (let left = created; left > 0 && index > 0; left -= 1, index -= 1) if (!isAlone(text, steps[index])) break;
  return steps[index];
}

function isAlone(text: string, found: JsonMember | undefined): boolean {
  if (!found?.member || membersOf(found.object).length !== 1) return false;
  const { object, member } = found;
  const around = [
    ...triviaBetween(text, object.offset + 1, member.start),
    ...triviaBetween(text, endOf(member.value), endOf(object) - 1),
  ];
  return around.every(({ kind }) => kind === 'comma');
}

function removal(text: string, { object }: JsonMember, member: Member, tail: string): RangeEdit[] {
  const members = membersOf(object);
  const previous = members[members.findIndex(({ start }) => start === member.start) - 1];
  const from = previous ? endOf(previous.value) : object.offset + 1;
  const before = triviaBetween(text, from, member.start);
  const start = before.at(-1)?.end ?? from;
  const end = endOf(member.value);
  const after = triviaBetween(text, end, nextStart(members, member) ?? endOf(object) - 1);
  const comma = after.find(({ kind }) => kind === 'comma');
  const own = cut(start, comma?.start === end ? comma.end : end);
  if (comma) return comma.start === end ? [own] : [own, cut(comma.start, comma.end)];
  const left = previous && before.find(({ kind }) => kind === 'comma');
  if (left) return left.end === start ? [cut(left.start, end)] : [cut(left.start, left.end), own];
  return [members.length === 1 && text.startsWith(tail, end) ? cut(start, end + tail.length) : own];
}

function nextStart(members: readonly Member[], member: Member): number | undefined {
  return members.find(({ start }) => start > member.start)?.start;
}

function cut(start: number, end: number): RangeEdit {
  return { start, end, text: '' };
}
