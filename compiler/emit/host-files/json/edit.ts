/** Reads JSON with comments, puts an entry into it, and takes it out: one member changes, and nothing else moves. */
import type { JsonFormat } from '../../../spec/hosts/config-file.ts';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { EditOutcome, EntryEdit, RangeEdit, Undo } from '../editor.ts';
import { NOTHING_CREATED, applyEdits, nest, problem, indentOf, lineEndOf, lineIndentAt } from '../editor.ts';

export function putJson(
  text: string,
  path: readonly string[],
  value: unknown,
  format: JsonFormat,
): EditOutcome<EntryEdit> {
  const steps = follow(text, path, format);
  if ('problem' in steps) return steps;
  const last = steps.value.at(-1);
  if (!last) return { value: { text, undo: NOTHING_CREATED } };
  if (last.member) return { value: { text: replaceValue(text, last, last.member, value), undo: NOTHING_CREATED } };
  const rest = path.slice(last.depth + 1);
  const member = { key: path[last.depth] ?? '', value: nest(rest, value) };
  const before = membersOf(last.object).at(-1);
  const { edits, tail } = before ? behind(text, last.object, before, member) : intoEmpty(text, last.object, member);
  return { value: { text: applyEdits(text, edits), undo: { created: rest.length, tail } } };
}

export function newJson(container: readonly string[], entries: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(nest(container, entries), null, 2)}\n`;
}

function replaceValue(text: string, { object }: JsonMember, { start, value: node }: Member, value: unknown): string {
  const inline = isInline(text, object);
  const printed = inline ? onOneLine(text, value) : print(text, value, lineIndentAt(text, start));
  return applyEdits(text, [{ start: node.offset, end: endOf(node), text: printed }]);
}

interface Inserted {
  readonly edits: readonly RangeEdit[];
  readonly tail: string;
}

interface NewMember {
  readonly key: string;
  readonly value: unknown;
}

function behind(text: string, object: Node, last: Member, { key, value }: NewMember): Inserted {
  const end = endOf(last.value);
  const tokens = triviaBetween(text, end, endOf(object) - 1);
  const comma = tokens.find(({ kind }) => kind === 'comma');
  const anchor = behindComments(text, comma?.end ?? end, tokens);
  const first = membersOf(object)[0] ?? last;
  const inline = isInline(text, object);
  const gap = inline
    ? (/^\s*/.exec(text.slice(object.offset + 1, first.start))?.[0] ?? '')
    : lineEndOf(text) + memberIndent(text, object, first.start);
  const printed = inline ? onOneLine(text, value) : print(text, value, memberIndent(text, object, first.start));
  const member = `${gap}${JSON.stringify(key)}${inline ? colon(text) : ': '}${printed}`;
  // A list with a trailing comma keeps one.
  if (comma) return { edits: [insert(anchor, `${member},`)], tail: '' };
  if (anchor === end) return { edits: [insert(end, `,${member}`)], tail: '' };
  return { edits: [insert(end, ','), insert(anchor, member)], tail: '' };
}

function intoEmpty(text: string, object: Node, { key, value }: NewMember): Inserted {
  const close = endOf(object) - 1;
  const anchor = triviaBetween(text, object.offset + 1, close).at(-1)?.end ?? object.offset + 1;
  const outer = lineIndentAt(text, object.offset);
  const inner = outer + indentOf(text);
  const end = lineEndOf(text);
  const tail = text.slice(anchor, close).includes('\n') ? '' : end + outer;
  const member = `${end}${inner}${JSON.stringify(key)}: ${print(text, value, inner)}`;
  return { edits: [insert(anchor, member + tail)], tail };
}

function insert(at: number, text: string): RangeEdit {
  return { start: at, end: at, text };
}

/** Its members and braces are on one line. */
function isInline(text: string, object: Node): boolean {
  const [first] = membersOf(object);
  return first !== undefined && !text.slice(object.offset, endOf(object)).includes('\n');
}

function memberIndent(text: string, object: Node, first: number): string {
  const indent = lineIndentAt(text, first);
  const isOwnLine = text.slice(0, first).endsWith(`\n${indent}`) || first === indent.length;
  return isOwnLine ? indent : lineIndentAt(text, object.offset) + indentOf(text);
}

function print(text: string, value: unknown, indent: string): string {
  return JSON.stringify(value, null, indentOf(text)).replaceAll('\n', lineEndOf(text) + indent);
}

function onOneLine(text: string, value: unknown): string {
  if (colon(text) === ':') return JSON.stringify(value);
  return JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
}

/** As the text has it between key and value. */
function colon(text: string): string {
  return /":\S/.test(text) && !/": /.test(text) ? ':' : ': ';
}

/** Takes an entry out of JSON, with its comma and line, and with the maps that were made for it. */
export function dropJson(text: string, path: readonly string[], undo: Undo, format: JsonFormat): EditOutcome<string> {
  const steps = follow(text, path, format);
  if ('problem' in steps) return steps;
  const top = topmost(text, steps.value, undo.created);
  if (steps.value.length < path.length || !top?.member) return { value: text };
  return { value: applyEdits(text, removal(text, top, top.member, undo.tail)) };
}

/** The entry, or the map around it that was made for it and has nothing else, not even a comment. */
function topmost(text: string, steps: readonly JsonMember[], created: number): JsonMember | undefined {
  let index = steps.length - 1;
  for (let remaining = created; remaining > 0 && index > 0; remaining -= 1, index -= 1)
    if (!isAlone(text, steps[index])) break;
  return steps[index];
}

function isAlone(text: string, step: JsonMember | undefined): boolean {
  if (!step?.member || membersOf(step.object).length !== 1) return false;
  const { object, member } = step;
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
  const next = members.find(({ start: other }) => other > member.start);
  const after = triviaBetween(text, end, next?.start ?? endOf(object) - 1);
  const comma = after.find(({ kind }) => kind === 'comma');
  const own = cut(start, comma?.start === end ? comma.end : end);
  if (comma) return comma.start === end ? [own] : [own, cut(comma.start, comma.end)];
  const commaBefore = previous && before.find(({ kind }) => kind === 'comma');
  if (commaBefore)
    return commaBefore.end === start ? [cut(commaBefore.start, end)] : [cut(commaBefore.start, commaBefore.end), own];
  return [members.length === 1 && text.startsWith(tail, end) ? cut(start, end + tail.length) : own];
}

function cut(start: number, end: number): RangeEdit {
  return { start, end, text: '' };
}

/** What is between the members of a JSON object: commas and comments. */

interface Token {
  readonly kind: 'comma' | 'comment';
  readonly start: number;
  readonly end: number;
}

/** Between two offsets with no value in between. */
function triviaBetween(text: string, from: number, to: number): readonly Token[] {
  const matches = text.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[^]*?\*\//g);
  return [...matches].map(({ 0: token, index = 0 }) => {
    return { kind: token === ',' ? 'comma' : 'comment', start: from + index, end: from + index + token.length };
  });
}

/** The offset after the comments that start on the line of the offset. */
function behindComments(text: string, at: number, tokens: readonly Token[]): number {
  let end = at;
  for (const { kind, start, end: behind } of tokens) {
    if (start < end) continue;
    if (kind !== 'comment' || text.slice(end, start).includes('\n')) break;
    end = behind;
  }
  return end;
}

/** The root, which is an object. */
export function parseJson(text: string, format: JsonFormat): EditOutcome<Node> {
  const strict = parse(text, { disallowComments: !format.comments, allowTrailingComma: format.trailingCommas });
  const [first] = strict.errors;
  if (first && format.json5)
    return problem(
      first.offset,
      'The file has JSON5 syntax, such as a key without quotes, or is not valid. Haft edits JSON with comments.',
      'Add the entry by hand, or write keys and strings in double quotes.',
    );
  if (first) return problem(first.offset, whyNot(text, first), 'Fix the file first: the host does not read it either.');
  if (strict.root?.type !== 'object')
    return problem(strict.root?.offset ?? 0, 'The file is not a JSON object.', 'Make it an object.');
  return { value: strict.root };
}

function parse(text: string, options: object) {
  const errors: ParseError[] = [];
  return { root: parseTree(text, errors, options), errors };
}

function whyNot(text: string, { error }: ParseError): string {
  const name = printParseErrorCode(error);
  if (name === 'InvalidCommentToken') return 'The file has a comment, which the host does not read.';
  if (parse(text, { allowTrailingComma: true }).errors.length === 0)
    return 'The file has a trailing comma, which the host does not read.';
  return `The file is not valid JSON (${name}).`;
}

/** Key and value of a member. */
interface Member {
  readonly key: string;
  readonly start: number;
  readonly value: Node;
}

function membersOf(object: Node): readonly Member[] {
  return (object.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key && value ? [{ key: String(key.value), start: key.offset, value }] : [];
  });
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

interface JsonMember {
  /** The object that has, or would have, the key at this depth. */
  readonly object: Node;
  readonly depth: number;
  /** Absent where the path goes no further. */
  readonly member?: Member;
}

/** As far as the path leads: the last member of it, or the object that lacks the next key. */
function follow(text: string, path: readonly string[], format: JsonFormat): EditOutcome<readonly JsonMember[]> {
  const root = parseJson(text, format);
  if ('problem' in root) return root;
  const steps: JsonMember[] = [];
  let object = root.value;
  for (const [depth, key] of path.entries()) {
    if (object.type !== 'object')
      return problem(
        object.offset,
        `"${path[depth - 1]}" is not an object.`,
        'Make it an object, or add the entry by hand.',
      );
    const [member, second] = membersOf(object).filter((one) => one.key === key);
    if (second) return problem(second.start, `Duplicate key "${key}".`, 'Remove one of the two.');
    steps.push({ object, depth, ...(member && { member }) });
    if (!member) break;
    object = member.value;
  }
  return { value: steps };
}
