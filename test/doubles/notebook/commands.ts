/** What each command prints when all is well (notebooklm-py 0.8, `--json`). */
import { join } from 'node:path';
import {
  ACCOUNT,
  CONVERSATION,
  FOLLOW_UP,
  INSTRUCTIONS,
  LOGIN_FILE,
  NEW_SOURCE,
  NOTEBOOK,
  QUESTION,
  SHARED_NOTEBOOK,
  SOURCE,
  TASK,
  TEXT,
  TEXT_TITLE,
  TITLE,
  WEB_PAGE,
} from './constants.ts';
import type { Row } from './row.ts';
import { printed } from './row.ts';
import { sourceList } from './sources.ts';

const CREATED = '2026-10-02T08:30:00+00:00';

/** A file to upload and the files to download, in the double's own folder. */
export const uploadPath = (folder: string): string => join(folder, 'reefs of 2026.pdf');
export const savePath = (folder: string): string => join(folder, 'podcast.mp4');

export function checkLogin(checks: Record<string, boolean | null>, error: string | null, exit = 0): Row {
  const details = { storage_path: LOGIN_FILE, auth_source: `file (${LOGIN_FILE})`, cookies_found: ['SID'], error };
  const account = { email: ACCOUNT, authuser: 0 };
  const status = exit === 0 ? 'ok' : 'error';
  const answer = { status, account, profile: null, storage_path: LOGIN_FILE, checks, details, notebook_count: 2 };
  return { argv: ['auth', 'check', '--test', '--json'], ...printed(answer, exit) };
}

export const PASSED = {
  storage_exists: true,
  json_valid: true,
  cookies_present: true,
  sid_cookie: true,
  token_fetch: true,
};

/** `sources` is how many the notebook has. */
export function commands(folder: string, sources = 3): Row[] {
  const on = ['-n', NOTEBOOK];
  return [
    checkLogin(PASSED, null),
    { argv: ['list', '--json'], ...printed(notebooks()) },
    {
      argv: ['create', '--json', '--', TITLE],
      ...printed({ notebook: { id: NOTEBOOK, title: TITLE, created_at: CREATED } }),
    },
    { argv: ['source', 'list', ...on, '--json'], ...printed(sourceList(sources)) },
    { argv: ['source', 'add', ...on, '--json', '--', WEB_PAGE], ...added('Reefs of the world', 'web_page', WEB_PAGE) },
    {
      argv: ['source', 'add', ...on, '--json', '--type', 'file', '--', uploadPath(folder)],
      ...added('reefs of 2026.pdf', 'pdf'),
    },
    {
      argv: ['source', 'add', ...on, '--json', '--type', 'text', `--title=${TEXT_TITLE}`, '--', TEXT],
      ...added(TEXT_TITLE, 'pasted_text'),
    },
    { argv: ['ask', ...on, '--json', '--', QUESTION], ...answer(1) },
    {
      argv: ['ask', ...on, '--json', `--source=${SOURCE}`, `--conversation-id=${CONVERSATION}`, '--', FOLLOW_UP],
      ...answer(2),
    },
    {
      argv: ['generate', 'audio', ...on, '--json', '--', INSTRUCTIONS],
      ...printed({ task_id: TASK, status: 'pending' }),
    },
    { argv: ['generate', 'slide-deck', ...on, '--json', '--'], ...printed({ task_id: TASK, status: 'pending' }) },
    { argv: ['artifact', 'poll', ...on, '--json', '--', TASK], ...task('in_progress') },
    {
      argv: ['download', 'audio', ...on, '-a', TASK, '--no-clobber', '--json', '--', savePath(folder)],
      ...printed(saved(folder)),
      writes: savePath(folder),
    },
  ];
}

export function task(status: string, error: string | null = null): Omit<Row, 'argv'> {
  return printed({ task_id: TASK, status, url: null, error, error_code: null, metadata: null });
}

function notebooks() {
  const own = { index: 1, id: NOTEBOOK, title: TITLE, is_owner: true, created_at: CREATED };
  const shared = { index: 2, id: SHARED_NOTEBOOK, title: 'Riffe — Übersicht', is_owner: false, created_at: null };
  return { notebooks: [own, shared], count: 2 };
}

function added(title: string, type: string, url: string | null = null) {
  return printed({ source: { id: NEW_SOURCE, title, type, url } });
}

function answer(turn: number) {
  const cited = { source_id: SOURCE, citation_number: 1, cited_text: 'Heat drives the algae out.', chunk_id: null };
  const bare = { source_id: NEW_SOURCE, citation_number: 2, cited_text: null, chunk_id: null };
  return printed({
    answer: 'Heat does [1], and so does light [2].',
    conversation_id: CONVERSATION,
    turn_number: turn,
    is_follow_up: turn > 1,
    references: [cited, bare],
  });
}

function saved(folder: string) {
  const artifact = { id: TASK, title: 'Reefs, a talk', selection_reason: `matched by ID: ${TASK}` };
  return { operation: 'download_single', artifact, output_path: savePath(folder), status: 'downloaded' };
}
