/** The code of handlers. */
import { changeKinds } from '../../kind.ts';

export const SERVER_HANDLERS = changeKinds('server', [
  {
    id: 'server/handler-code',
    axis: 'wire',
    level: 'risky',
    says: 'The code of a handler file changed.',
    why: 'The same calls run other code: results can differ although no spec changed.',
    next: 'Call the tools of this file with real arguments before and after the change, and compare the results.',
    example: {
      before: 'coerce: false\n# handlers.ts: export const searchBooks = () => ({ total: 1 });',
      after: 'coerce: false\n# handlers.ts: export const searchBooks = () => ({ total: 2 });',
    },
    detect({ before, after }, found) {
      const known = new Set(Object.values(before?.handlers ?? {}));
      // A contract of an older Haft has no hashes, and a file that moved is the same code.
      for (const [file, hash] of Object.entries(after?.handlers ?? {})) {
        const old = before?.handlers?.[file];
        if (old !== undefined && !known.has(hash)) found({ path: ['handlers', file], before: old, after: hash });
      }
    },
  },
]);
