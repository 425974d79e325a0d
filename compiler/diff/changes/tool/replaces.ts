/** A tool names another tool as the one that it replaces. */
import { changed } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolReplaces = changeKind({
  id: 'tool/replaces',
  scope: 'tool',
  axis: 'wire',
  level: 'safe',
  says: 'A tool names another tool as the one that it replaces.',
  why: 'Nothing that a call does depends on it.',
  next: 'Check that the tool it replaces is marked deprecated with "use: <tool>".',
  example: {
    before: 'name: search_books',
    after: `name: search_books
replaces: look_up_books`,
  },
  mirror: 'tool/replaces',
  detect(pair, found) {
    changed(pair, found, ['replaces'], ({ replaces }) => replaces);
  },
});
