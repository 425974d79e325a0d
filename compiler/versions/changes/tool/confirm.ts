/** What a tool asks its user to confirm before it works, and what a call does in a client that cannot ask. */
import type { ToolPlan } from '../../../plan/model.ts';
import type { ChangeFacts, Detect, ToolPair } from '../../change.ts';
import { json } from '../../compare/changed.ts';
import { exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';

const { wire } = kindsOf('tool');

const TITLE = 'parameters: { title: { type: string, description: Exact title. } }\n*';
const QUESTION = "'Search for {title}?'";

/** What a call of a client that cannot ask does; absent where the tool does not ask. */
type Unasked = 'refuse' | 'proceed';

interface Confirmation {
  /** The text of the author. */
  readonly question: string;
  readonly unasked: Unasked;
}

/** A question alone is one without which no call works. */
function confirmationOf({ confirm }: ToolPlan): Confirmation | undefined {
  if (confirm === undefined) return undefined;
  const { message, otherwise = 'refuse' } = typeof confirm === 'string' ? { message: confirm } : confirm;
  return { question: message, unasked: otherwise };
}

/** Reports both forms where the earlier and the later confirmation are these. */
function confirmMoved(
  isMoved: (before: Confirmation | undefined, after: Confirmation | undefined) => boolean | Partial<ChangeFacts>,
): Detect<ToolPair> {
  return ({ before, after }, report) => {
    if (!before || !after) return;
    const moved = isMoved(confirmationOf(before), confirmationOf(after));
    if (moved === false) return;
    const facts = { path: ['confirm'], before: json(before.confirm), after: json(after.confirm) };
    report(moved === true ? facts : { ...facts, ...moved });
  };
}

/** In the form that calls of such clients get. */
const ASKED_WHERE_POSSIBLE = {
  why: 'Users are asked first where the client can ask, and can decline; calls of other clients work as before.',
  next: 'Check that the question says what is going to happen.',
} as const;

export const TOOL_CONFIRM = [
  wire.risky('tool/confirm-added', {
    says: 'A tool now asks the user to confirm.',
    why: 'Calls of clients that cannot ask are rejected, and programs wait for an answer.',
    next: 'Write `otherwise: proceed` for clients that cannot ask, or tell the users of such clients.',
    example: exampleOf(TITLE, '', `confirm: ${QUESTION}`),
    detect: confirmMoved((old, now) => {
      if (old || !now) return false;
      return now.unasked === 'proceed' ? ASKED_WHERE_POSSIBLE : true;
    }),
  }),
  wire.risky('tool/confirm-removed', {
    says: 'A tool no longer asks the user to confirm.',
    why: 'What users were asked about now happens at once.',
    next: 'Keep `confirm` where the tool destroys.',
    detect: confirmMoved((old, now) => old !== undefined && now === undefined),
  }),
  wire.risky('tool/confirm-loosened', {
    says: 'A call of a client that cannot ask the user now works without a confirmation.',
    why: 'What was rejected there now happens at once, and no user is asked.',
    next: 'Delete `otherwise: proceed` where the tool destroys.',
    example: exampleOf(TITLE, `confirm: ${QUESTION}`, `confirm: { message: ${QUESTION}, otherwise: proceed }`),
    detect: confirmMoved((old, now) => old?.unasked === 'refuse' && now?.unasked === 'proceed'),
  }),
  wire.risky('tool/confirm-tightened', {
    says: 'A call of a client that cannot ask the user to confirm is now rejected.',
    why: 'Calls of such clients worked before without a question.',
    next: 'Keep `otherwise: proceed`, or tell the users of such clients.',
    mirror: 'tool/confirm-loosened',
    detect: confirmMoved((old, now) => old?.unasked === 'proceed' && now?.unasked === 'refuse'),
  }),
  wire.safe('tool/confirm-question', {
    says: 'The question that a tool asks the user to confirm changed.',
    why: 'Users read another question; which calls ask, and what an answer does, is the same.',
    next: 'Check that the question says what is going to happen.',
    example: exampleOf(TITLE, `confirm: ${QUESTION}`, "confirm: 'Look for {title}?'"),
    detect: confirmMoved((old, now) => old !== undefined && now !== undefined && old.question !== now.question),
  }),
];
