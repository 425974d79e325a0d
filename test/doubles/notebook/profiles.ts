/** A profile of the double → every run that it knows. */
import { PASSED, checkLogin, commands, task } from './commands.ts';
import type { DownloadFailure, Failure } from './failures.ts';
import { DOWNLOAD_FAILURES, FAILURES } from './failures.ts';
import type { Ending, Row } from './row.ts';

/** `sources` of a notebook, or one thing that is wrong with every command. */
export type Profile =
  | { readonly sources: number }
  | { readonly all: Failure }
  | { readonly download: DownloadFailure }
  | { readonly artifact: 'completed' | 'failed' }
  | { readonly login: 'none' | 'expired' | 'incomplete' };

const NOTHING = {
  storage_exists: false,
  json_valid: false,
  cookies_present: false,
  sid_cookie: false,
  token_fetch: null,
};

const LOGINS = {
  none: checkLogin(NOTHING, 'Storage file not found', 1),
  expired: checkLogin({ ...PASSED, token_fetch: false }, 'Token fetch failed: Authentication expired.', 1),
  incomplete: checkLogin({ ...PASSED, sid_cookie: false }, null, 1),
} as const;

export function rowsOf(profile: Profile, folder: string): Row[] {
  if ('sources' in profile) return commands(folder, profile.sources);
  const rows = commands(folder);
  if ('all' in profile) return rows.map(({ argv }) => ({ argv, ...FAILURES[profile.all] }));
  if ('login' in profile) return [LOGINS[profile.login]];
  if ('artifact' in profile)
    return ending(
      rows,
      'poll',
      task(profile.artifact, profile.artifact === 'failed' ? 'No audio for this text.' : null),
    );
  return ending(rows, 'download', DOWNLOAD_FAILURES[profile.download]);
}

function ending(rows: readonly Row[], word: string, end: Ending): Row[] {
  return rows.flatMap(({ argv }) => (argv.includes(word) ? [{ argv, ...end }] : []));
}
