/** The exit codes of a server's program. */
import { type FailureExit, declaredExitCodes } from '@haft/runtime/language';
import { changeKinds } from '../../kind.ts';

const ERRORS = (status: number): string =>
  `connections: { catalogue: { base_url: "https://books.example.org", errors: { ${status}: { error: The catalogue is closed., retry_hint: Try again tomorrow., code: closed } } } }`;

export const SERVER_EXIT_CODES = changeKinds('server', [
  {
    id: 'server/exit-code',
    axis: 'wire',
    level: 'risky',
    output: 'cli',
    says: 'A failure of the server has another exit code in its program.',
    why: 'Scripts that run the program look at its exit code, and do something else now.',
    next: 'Leave the code at the status or place where it was, or give the failure a new code.',
    example: { before: ERRORS(404), after: ERRORS(503) },
    detect({ before, after }, found) {
      if (!before || !after) return;
      const exits = declaredExitCodes(after);
      for (const [code, exit] of declaredExitCodes(before)) {
        const now: FailureExit | undefined = exits.get(code);
        if (now !== undefined && now !== exit) found({ path: ['exit_codes', code], before: exit, after: now });
      }
    },
  },
]);
