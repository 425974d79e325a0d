/** The code of handlers. */
import { isUnbared, sameCode } from '../../../plan/handler-code.ts';
import { changeKinds } from '../../kind.ts';

/** An older Haft recorded one hash, of the text with its comments. */
const OLD = {
  why: 'The release was recorded by an older Haft: whether the code changed, or only its types and comments, is not known.',
} as const;

/** Of both hashes that of the code. */
function codeHash(hash: string): string {
  return hash.split(' ').at(-1) ?? hash;
}

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
      const known = Object.values(before?.handlers ?? {});
      // A contract of an older Haft has no hashes, and a file that moved is the same code.
      for (const [file, hash] of Object.entries(after?.handlers ?? {})) {
        const old = before?.handlers?.[file];
        if (old === undefined || known.some((one) => sameCode(one, hash))) continue;
        const [was, is] = [codeHash(old), codeHash(hash)];
        found({ path: ['handlers', file], before: was, after: is, ...(isUnbared(old) && OLD) });
      }
    },
  },
]);
