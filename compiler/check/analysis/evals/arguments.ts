/** Finds expected arguments of test cases that no call can ever have. */
import { type Sentence, say } from '../../../base/sentence.ts';
import { type Json, type Schema, ownMember } from '@haft/runtime/language';
import type { ToolEvalSpec } from '../../documents/eval.ts';
import { problemOf } from '../patterns/slow.ts';
import { schemaIssue } from '../schemas/inner-schemas.ts';
import { unknownName } from '../unknown-name.ts';

const KINDS = ['user', 'assistant', 'call'] as const;

/** What a tool accepts. */
interface Accepted {
  readonly parameters: Readonly<Record<string, Schema>>;
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** A call has at least one parameter of each group. */
  readonly groups: readonly (readonly string[])[];
  /** Whether the schemas come from another server. */
  readonly isImported: boolean;
}

interface ArgumentIssue {
  /** Below `arguments`. */
  readonly path: readonly string[];
  readonly part?: 'key';
  readonly message: string;
  readonly hint: string;
}

export function argumentIssues(
  test: Pick<ToolEvalSpec, 'arguments' | 'expect'>,
  accepted: Accepted,
): readonly ArgumentIssue[] {
  const { arguments: expectedArguments = {} } = test;
  const issues = Object.entries(expectedArguments).flatMap(([name, expected]): readonly ArgumentIssue[] => {
    const issue = issueOfArgument(name, expected, accepted);
    return issue ? [{ path: [name], ...issue }] : [];
  });
  const without = accepted.groups.filter((names) =>
    names.every((name) => matcherOf(ownMember(expectedArguments, name) ?? null).kind === 'absent'),
  );
  return [
    ...issues,
    ...without.map((group) =>
      ofAll(
        `This eval expects a call without ${group.join(' and ')}, of which the tool requires at least one.`,
        'Remove `absent` from one of them.',
      ),
    ),
    ...noCallIssues(test),
  ];
}

const CALLS_NOTHING: ReadonlySet<unknown> = new Set(['none', 'ask']);

/** A case that expects no call has no arguments. */
export function noCallIssues({
  arguments: expectedArguments = {},
  expect,
}: Pick<ToolEvalSpec, 'arguments' | 'expect'>): readonly ArgumentIssue[] {
  if (!CALLS_NOTHING.has(expect) || Object.keys(expectedArguments).length === 0) return [];
  return [ofAll('This eval expects no call but lists arguments.', 'Keep either `expect` or `arguments`.')];
}

function ofAll(message: string, hint: string): ArgumentIssue {
  return { path: [], part: 'key', message, hint };
}

function issueOfArgument(name: string, expected: Json, accepted: Accepted): Omit<ArgumentIssue, 'path'> | undefined {
  const { parameters } = accepted;
  const schema = ownMember(parameters, name);
  if (!schema) {
    const [message, hint] = unknownName('parameter', name, Object.keys(parameters));
    return { part: 'key', message, hint };
  }
  const [because, hint] = issueOf(matcherOf(expected), name, schema, accepted) ?? [];
  return because === undefined || hint === undefined
    ? undefined
    : { message: `Argument "${name}" of this eval is not valid: ${because}`, hint };
}

type Issue = readonly [because: string, hint: string];

/** Why a call could never have such an argument. */
function issueOf(matcher: Matcher, name: string, schema: Schema, accepted: Accepted): Issue | undefined {
  if (matcher.kind === 'absent')
    return accepted.required.includes(name)
      ? ['it must be absent, but the parameter is required.', 'Delete `absent`, or the parameter from `required:`.']
      : undefined;
  if (matcher.kind === 'matches') return patternIssue(matcher.pattern, schema.type);
  const { definitions, isImported } = accepted;
  const values = matcher.kind === 'equals' ? [matcher.value] : matcher.values;
  const [because] = values.flatMap((value) => schemaIssue(schema, value, definitions, isImported) ?? []);
  return because === undefined ? undefined : [because, 'Use a value that the parameter accepts.'];
}

function patternIssue(pattern: string, type: Schema['type']): Issue | undefined {
  if (type !== undefined && ![type].flat().includes('string'))
    return ['`matches` compares strings, and the parameter is not a string.', 'Use `any_of` or a value.'];
  const problem = problemOf(pattern);
  return problem === undefined ? undefined : [`its pattern cannot be used: ${problem}.`, 'Fix the regular expression.'];
}

/** The argument that an eval expects, as its author wrote it → how a call's argument is compared with it. */
export type Matcher =
  | { readonly kind: 'equals'; readonly value: Json }
  | { readonly kind: 'any_of'; readonly values: readonly Json[] }
  /** A pattern that occurs in a string (JSON Schema 2020-12, `pattern`). */
  | { readonly kind: 'matches'; readonly pattern: string }
  | { readonly kind: 'absent' };

/** A map with exactly one of the four keys is a matcher; `equals` is for a map that looks like a matcher. */
export function matcherOf(expected: Json): Matcher {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return equals(expected);
  const entries = Object.entries(expected);
  const [key, value] = entries.length === 1 ? (entries[0] ?? []) : [];
  if (key === 'equals' && value !== undefined) return equals(value);
  if (key === 'any_of' && Array.isArray(value)) return { kind: 'any_of', values: value };
  if (key === 'matches' && typeof value === 'string') return { kind: 'matches', pattern: value };
  return key === 'absent' && value === true ? { kind: 'absent' } : equals(expected);
}

function equals(value: Json): Matcher {
  return { kind: 'equals', value };
}

/** Finds errors in the earlier turns of a test case: they must be a conversation that can be sent to a model. */
type Turns = NonNullable<ToolEvalSpec['after']>;

interface TurnIssue {
  /** The place of the turn, from 0. */
  readonly at: number;
  readonly message: string | Sentence;
  readonly hint: string;
}

export function turnIssues(turns: Turns): readonly TurnIssue[] {
  return turns.flatMap((turn, at) => {
    const [message, hint] = turnIssue(turn, at) ?? [];
    return message === undefined || hint === undefined ? [] : [{ at, message, hint }];
  });
}

function turnIssue(turn: Turns[number], at: number): readonly [message: string | Sentence, hint: string] | undefined {
  const kinds = KINDS.filter((kind) => turn[kind] !== undefined);
  const isCall = turn.call !== undefined;
  if (kinds.length !== 1) {
    const got = kinds.join(' and ') || 'none';
    return [
      `A turn must have one of ${KINDS.join(', ')}, but this one has ${got}.`,
      'Write each turn as a separate item.',
    ];
  }
  if (at === 0 && kinds[0] !== 'user')
    return [`The first turn must be the user's, but this one is "${kinds[0]}".`, 'Start with `user:`.'];
  if (isCall && turn.result === undefined)
    return [say`The call of "${turn.call}" has no result.`, 'Add `result:` with what the tool returned.'];
  return !isCall && (turn.result !== undefined || turn.arguments !== undefined)
    ? ['Only a call has arguments and a result.', 'Delete them, or name the tool with `call:`.']
    : undefined;
}
