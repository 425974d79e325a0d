/** JSON with comments → a tree with offsets, and what the host would not read. */
import { getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { JsonFormat } from '../../../spec/hosts/format.ts';
import { problem } from '../editor.ts';
import type { EditOutcome } from '../editor.ts';

export type { Node } from 'jsonc-parser';

/** The root, which is an object. */
export function parseJson(text: string, format: JsonFormat): EditOutcome<Node> {
  const strict = parse(text, { disallowComments: !format.comments, allowTrailingComma: format.trailingCommas });
  if (strict === undefined) return problem(0, 'The file is nested too deeply.', 'Add the entry by hand.');
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

interface Parsed {
  readonly root: Node | undefined;
  readonly errors: readonly ParseError[];
}

/** Nothing for what is nested deeper than the stack. */
function parse(text: string, options: object): Parsed | undefined {
  const errors: ParseError[] = [];
  try {
    return { root: parseTree(text, errors, options), errors };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function whyNot(text: string, { error }: ParseError): string {
  const name = printParseErrorCode(error);
  if (name === 'InvalidCommentToken') return 'The file has a comment, which the host does not read.';
  if (parse(text, { allowTrailingComma: true })?.errors.length === 0)
    return 'The file has a trailing comma, which the host does not read.';
  return `The file is not valid JSON (${name}).`;
}

/** As data. */
export function dataOf(node: Node): unknown {
  return getNodeValue(node) as unknown;
}

/** Key and value of a member. */
export interface Member {
  readonly key: string;
  readonly start: number;
  readonly value: Node;
}

export function membersOf(object: Node): readonly Member[] {
  return (object.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key && value ? [{ key: String(key.value), start: key.offset, value }] : [];
  });
}

export function endOf({ offset, length }: Node): number {
  return offset + length;
}

export interface JsonMember {
  /** The object that has, or would have, the key at this depth. */
  readonly object: Node;
  readonly depth: number;
  /** Absent where the path goes no further. */
  readonly member?: Member;
}

/** As far as the path leads: the last member of it, or the object that lacks the next key. */
export function follow(root: Node, path: readonly string[]): EditOutcome<readonly JsonMember[]> {
  const found: JsonMember[] = [];
  let object = root;
  for (const [depth, key] of path.entries()) {
    if (object.type !== 'object')
      return problem(
        object.offset,
        `"${path[depth - 1]}" is not an object.`,
        'Make it an object, or add the entry by hand.',
      );
    const [member, second] = membersOf(object).filter((one) => one.key === key);
    if (second) return problem(second.start, `Duplicate key "${key}".`, 'Remove one of the two.');
    found.push({ object, depth, ...(member && { member }) });
    if (!member) break;
    object = member.value;
  }
  return { value: found };
}
