/** The summary of a server changed. */
import { changed } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const serverSummary = changeKind({
  id: 'server/summary',
  scope: 'server',
  axis: 'model',
  level: 'risky',
  says: 'The summary of a server changed.',
  why: 'The model gets it as instructions for the whole server, and may now prefer its tools more or less than before.',
  next: 'Run the evals of server "<server>" again and record the results with "haft evals record".',
  example: {
    before: 'summary: Finds books in a library.',
    after: 'summary: Finds books and journals in the library of the town.',
  },
  mirror: 'server/summary',
  detect(pair, found) {
    changed(pair, found, ['summary'], ({ summary }) => summary);
  },
});
