/** What a tool asks the user before its work. */
import { reportChanged } from '../../compare/changed.ts';
import { changeKinds } from '../../kind.ts';

const TITLE = 'parameters: { title: { type: string, description: Exact title. } }\n';

export const TOOL_ASKING = changeKinds('tool', [
  {
    id: 'tool/confirm-added',
    axis: 'wire',
    level: 'risky',
    says: 'A tool now asks the user to confirm, or asks in other words.',
    why: 'Calls of clients that cannot ask are rejected, and programs wait for an answer.',
    next: 'Write `otherwise: proceed` for clients that cannot ask, or tell the users of such clients.',
    example: { before: TITLE, after: `${TITLE}confirm: 'Search for {title}?'` },
    mirror: 'tool/confirm-removed',
    detect(pair, report) {
      if (pair.after?.confirm !== undefined) reportChanged(pair, report, ['confirm'], ({ confirm }) => confirm);
    },
  },
  {
    id: 'tool/confirm-removed',
    axis: 'wire',
    level: 'risky',
    says: 'A tool no longer asks the user to confirm.',
    why: 'What users were asked about now happens at once.',
    next: 'Keep `confirm` where the tool destroys.',
    mirror: 'tool/confirm-added',
    detect(pair, report) {
      if (pair.after && pair.after.confirm === undefined)
        reportChanged(pair, report, ['confirm'], ({ confirm }) => confirm);
    },
  },
  {
    id: 'tool/ask',
    axis: 'wire',
    level: 'risky',
    says: 'The parameters that a tool asks the user for changed.',
    why: 'A call without one of them is now asked about, or no longer.',
    next: 'Call the tool without them, in a client that can ask and in one that cannot.',
    example: { before: TITLE, after: `${TITLE}ask: [{ title: Which book? }]` },
    detect: (pair, report) => reportChanged(pair, report, ['ask'], ({ ask }) => ask),
  },
]);
