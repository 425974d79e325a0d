/** Finds errors in the earlier turns of a test case: they must be a conversation that can be sent to a model. */
import type { ToolEvalSpec } from '../../documents/eval.ts';

type Turns = NonNullable<ToolEvalSpec['after']>;

interface TurnIssue {
  /** The place of the turn, from 0. */
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

const KINDS = ['user', 'assistant', 'call'] as const;

export function turnIssues(turns: Turns): readonly TurnIssue[] {
  return turns.flatMap((turn, at) => {
    const [message, hint] = issueOf(turn, at) ?? [];
    return message === undefined || hint === undefined ? [] : [{ at, message, hint }];
  });
}

function issueOf(turn: Turns[number], at: number): readonly [message: string, hint: string] | undefined {
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
    return [`The call of "${turn.call}" has no result.`, 'Add `result:` with what the tool returned.'];
  return !isCall && (turn.result !== undefined || turn.arguments !== undefined)
    ? ['Only a call has arguments and a result.', 'Delete them, or name the tool with `call:`.']
    : undefined;
}
