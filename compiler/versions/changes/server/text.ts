/** Title, summary and instructions of a server. */
import { changeKinds } from '../../kind.ts';
import { memberChanged } from '../../compare/changed.ts';
import { titleChanged } from '../../compare/derived-title.ts';

export const SERVER_TEXT = changeKinds('server', [
  {
    id: 'server/title',
    axis: 'model',
    level: 'safe',
    says: 'The title of a server changed.',
    why: 'Hosts show it to people in lists; a model rarely reads it.',
    next: 'Check that people still recognize the server.',
    example: {
      before: 'title: Library',
      after: 'title: Town library',
    },
    detect: titleChanged,
  },
  {
    id: 'server/summary',
    axis: 'model',
    level: 'risky',
    says: 'The summary of a server changed.',
    why: 'The model receives it as instructions for the whole server, and may prefer its tools more or less than before.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft eval --tier model --record`.',
    example: {
      before: 'summary: Finds books in a library.',
      after: 'summary: Finds books and journals in the library of the town.',
    },
    detect: memberChanged('summary'),
  },
  {
    id: 'server/instructions',
    axis: 'model',
    level: 'risky',
    says: 'The instructions of a server changed.',
    why: 'The model receives them for the whole server, and may prefer its tools more or less than before.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft eval --tier model --record`.',
    example: {
      before: 'instructions: Search before you list.',
      after: 'instructions: List the shelves before you search.',
    },
    detect: memberChanged('instructions'),
  },
]);
