/** How the program ends when something is wrong: codes and exit codes of its convention, words of its own. */
import { LOGIN_FILE } from './constants.ts';
import type { Ending } from './row.ts';
import { printed } from './row.ts';

/** Failures under `--json` are one document on standard output. */
function told(code: string, message: string, more: Record<string, number | string> = {}, exit = 1): Ending {
  return printed({ error: true, code, message, ...more }, exit);
}

export const FAILURES = {
  loggedOut: told('AUTH_REQUIRED', "Auth not found. Run 'notebooklm login' first.", { help: LOGIN_FILE }),
  expired: told(
    'AUTH_ERROR',
    "Authentication error: Authentication expired. Run 'notebooklm login' to re-authenticate.",
  ),
  pageChanged: told(
    'AUTH_ERROR',
    'Authentication error: Failed to extract CSRF token (SNlM0e). Page structure may have changed or authentication expired.',
  ),
  rateLimited: told('RATE_LIMITED', 'Error: Rate limited. Retry after 30s.', { retry_after: 30 }),
  notebookLimit: told('NOTEBOOK_LIMIT', 'Notebook limit reached: 100 of 100.', { limit: 100 }),
  notFound: told('NOT_FOUND', 'Error: Notebook not found', { id: 'x' }),
  notAccepted: told('VALIDATION_ERROR', 'Validation error: Not a regular file: reefs.pdf'),
  offline: told('NETWORK_ERROR', 'Network error: All connection attempts failed'),
  misconfigured: told('CONFIG_ERROR', `Configuration error: Profile 'work' not found in ${LOGIN_FILE}`),
  notGenerated: told('GENERATION_FAILED', 'Audio generation failed'),
  rpcChanged: told('NOTEBOOKLM_ERROR', 'Error: No result found for RPC ID: wXbhsf'),
  otherFailure: told('NOTEBOOKLM_ERROR', 'Error: [3] UserDisplayableError'),
  unparsable: told('UNEXPECTED_ERROR', 'Unexpected error: list index out of range', {}, 2),
  interrupted: told('CANCELLED', 'Cancelled by user', {}, 130),
  outdated: {
    stdout: '',
    stderr:
      "Usage: notebooklm [OPTIONS] COMMAND [ARGS]...\nTry 'notebooklm --help' for help.\n\nError: No such option: --json\n",
    exit: 2,
  },
  brokenJson: { stdout: '{\n  "notebooks": [\n', stderr: '', exit: 0 },
  otherShape: printed({ items: [], total: 0 }),
  hanging: { stdout: '', stderr: '', exit: 0, manner: 'hang' },
  flooding: { stdout: '', stderr: '', exit: 0, manner: 'flood' },
  crashed: { stdout: '', stderr: 'Traceback (most recent call last):\nImportError: rich\n', exit: 1 },
} as const satisfies Record<string, Ending>;

export type Failure = keyof typeof FAILURES;

/** `download` tells its own failures in its own form: a text under "error". */
export const DOWNLOAD_FAILURES = {
  fileExists: printed(
    {
      error: 'File exists: /home/ada/podcast.mp4',
      artifact: { id: 'x', title: 'Reefs' },
      suggestion: 'Use --force to overwrite or choose a different path',
    },
    1,
  ),
  notReady: printed(
    { error: 'No completed audio artifacts found', suggestion: 'Generate one with: notebooklm generate audio' },
    1,
  ),
  noArtifact: printed({ error: 'Artifact 2f8e6d1c not found' }, 1),
  notSaved: printed({ error: "[Errno 2] No such file or directory: '/nowhere'", artifact: { id: 'x', title: 'R' } }, 1),
} as const satisfies Record<string, Ending>;

export type DownloadFailure = keyof typeof DOWNLOAD_FAILURES;
