/** The author's words for failures: where they stand, and whether they say anything. */
import type { NodePath } from '../../load/spec.ts';
import { oncePer, remembering } from '../../memo.ts';
import type { ServerSpec } from '../documents/server.ts';
import type { CommandStepSpec, HttpStepSpec, ToolSpec } from '../documents/tool.ts';
import { BARE_HINTS, BARE_STATUSES } from './failure-lexicon.ts';

export interface PlacedFailure {
  readonly path: NodePath;
  readonly error: string;
  readonly retry_hint: string;
}

type Words = Pick<PlacedFailure, 'error' | 'retry_hint'>;
type Table = Readonly<Record<string, Words | readonly Words[]>>;

export const toolFailures = oncePer(({ on_timeout, http, command }: ToolSpec): readonly PlacedFailure[] => {
  return [
    ...one(on_timeout, ['on_timeout']),
    ...(http ? stepFailures(http, ['http']) : []),
    ...(http?.before ?? []).flatMap((step, index) => stepFailures(step, ['http', 'before', index])),
    ...(command ? stepFailures(command, ['command']) : []),
    ...(command?.before ?? []).flatMap((step, index) => stepFailures(step, ['command', 'before', index])),
  ];
});

type StepFailures = Pick<HttpStepSpec, 'errors' | 'fails_when'> & Pick<CommandStepSpec, 'exit_codes' | 'not_found'>;

function stepFailures({ errors, exit_codes, fails_when, not_found }: StepFailures, path: NodePath): PlacedFailure[] {
  return [
    ...inTable(errors, [...path, 'errors']),
    ...inTable(exit_codes, [...path, 'exit_codes']),
    ...inList(fails_when, [...path, 'fails_when']),
    ...one(not_found, [...path, 'not_found']),
  ];
}

export function serverFailures({ env = {}, connections = {} }: ServerSpec): PlacedFailure[] {
  return [
    ...Object.entries(env).flatMap(([name, { on_missing }]) => one(on_missing, ['env', name, 'on_missing'])),
    ...Object.entries(connections).flatMap(([name, { on_unreachable, errors }]) => [
      ...one(on_unreachable, ['connections', name, 'on_unreachable']),
      ...inTable(errors, ['connections', name, 'errors']),
    ]),
  ];
}

function inTable(table: Table = {}, path: NodePath): PlacedFailure[] {
  return Object.entries(table).flatMap(([code, words]) => {
    return 'error' in words ? one(words, [...path, code]) : inList(words, [...path, code]);
  });
}

function inList(list: readonly Words[] = [], path: NodePath): PlacedFailure[] {
  return list.flatMap((words, index) => one(words, [...path, index]));
}

function one(words: Words | undefined, path: NodePath): PlacedFailure[] {
  return words ? [{ path, error: words.error, retry_hint: words.retry_hint }] : [];
}

/** "Error 500", "failed.", "null": a status where a sentence should be. */
export function isBareStatus(error: string): boolean {
  return BARE_STATUSES.has(bare(error));
}

/** "N/A", "failed", or only a number. */
export function isBareHint(hint: string): boolean {
  return isBareStatus(hint) || BARE_HINTS.has(bare(hint));
}

export function saysTheSame({ error, retry_hint }: Words): boolean {
  return bare(error) === bare(retry_hint);
}

const bare = remembering((text): string => {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return words.filter((word) => !/^(?:the|http|code|e\d+)$/.test(word) || words.length === 1).join(' ');
});
