/** Every way in which the notebook service or the program before it fails, through the shipped server, as a model reads it. */
// In depth: one shipped spec beyond the way through it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { savePath } from '../doubles/notebook/commands.ts';
import {
  LOGIN_FILE,
  NOTEBOOK,
  QUESTION,
  TASK,
  TEXT,
  TEXT_TITLE,
  TITLE,
  WEB_PAGE,
} from '../doubles/notebook/constants.ts';
import type { Failure } from '../doubles/notebook/failures.ts';
import type { Profile } from '../doubles/notebook/profiles.ts';
import type { Notebook } from '../doubles/notebook/start.ts';
import { startNotebook } from '../doubles/notebook/start.ts';
import { isAlive } from '../runtime/support/family.ts';
import { temporaryFolder } from '../support/folder.ts';
import { lonelyServer } from '../support/shipped-server.ts';
import { callerOf, startBridge } from '../doubles/notebook/bridge.ts';
import type { Bridge } from '../doubles/notebook/bridge.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const notebook_id = NOTEBOOK;

const SYMPTOMS: readonly (readonly [Failure, string, RegExp, RegExp])[] = [
  ['loggedOut', 'login_required', /logged in/, /"notebooklm login".*check_login/],
  ['expired', 'login_expired', /expired/, /"notebooklm login".*upgrade/],
  ['pageChanged', 'interface_changed', /service has changed/, /check_login.*upgrade/],
  ['rpcChanged', 'interface_changed', /vendor/, /check_login.*upgrade/],
  ['unparsable', 'interface_changed', /broke down/, /check_login.*upgrade/],
  ['rateLimited', 'rate_limited', /Retry after 30s/, /Wait/],
  ['notebookLimit', 'notebook_limit', /100 of 100/, /list_notebooks/],
  ['notFound', 'not_found', /Notebook not found/, /list_notebooks/],
  ['notAccepted', 'not_accepted', /Not a regular file/, /Correct/],
  ['offline', 'unreachable', /cannot be reached/, /connection/],
  ['misconfigured', 'bad_configuration', /settings/, /auth check/],
  ['notGenerated', 'generation_failed', /refused/, /list_sources/],
  ['otherFailure', 'failed', /UserDisplayableError/, /check_login/],
  ['interrupted', 'interrupted', /interrupted/, /Ask the user/],
  ['outdated', 'version_mismatch', /version/, /upgrade/],
  ['crashed', 'failed', /reported a failure/, /check_login/],
  ['brokenJson', 'bad_response', /not in the expected format/, /changed/],
  ['otherShape', 'bad_result', /./, /./],
  ['flooding', 'bad_response', /exceeds `max_bytes`/, /less/],
];

const LOGINS = [
  ['none', 'login_required'],
  ['expired', 'login_expired'],
  ['incomplete', 'login_required'],
] as const;

const DOWNLOADS = [
  [{ download: 'fileExists' }, 'file_exists'],
  [{ download: 'notReady' }, 'not_ready'],
  [{ download: 'noArtifact' }, 'not_found'],
  [{ download: 'notSaved' }, 'not_saved'],
  // While nobody is logged in it is no missing artifact.
  [{ all: 'loggedOut' }, 'login_required'],
] as const;

describe.skipIf(ON_WINDOWS)('the symptoms of EXT §7', () => {
  const ends: (() => Promise<void>)[] = [];
  let bridge: Bridge | undefined;
  beforeAll(async () => {
    bridge = await startBridge(undefined, undefined, {}, (end) => ends.unshift(end));
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  /** One server for all rows; the program does as this profile says. */
  const bridgeWith = (profile: Profile): Bridge => {
    if (bridge === undefined) throw new Error('The server did not start.');
    bridge.double.becomes(profile);
    return bridge;
  };

  test.each(SYMPTOMS)('%s is %s', async (all, code, error, hint) => {
    const { call, double } = bridgeWith({ all });
    const envelope = await call('list_notebooks');
    expect(envelope).toEqual({
      success: false,
      code,
      error: expect.stringMatching(error),
      retry_hint: expect.stringMatching(hint),
    });
    expect(JSON.stringify(envelope)).not.toContain(LOGIN_FILE);
    expect(double.unknown()).toEqual([]);
  });

  test.each(LOGINS)('the login check with the login %s: %s', async (login, code) => {
    const { call } = bridgeWith({ login });
    const retry_hint: unknown = expect.stringContaining('notebooklm login');
    expect(await call('check_login')).toMatchObject({ code, retry_hint });
  });

  test.each(DOWNLOADS)('a download with %j: %s', async (profile, code) => {
    const { call, double } = bridgeWith(profile);
    const args = { notebook_id, task_id: TASK, kind: 'audio', path: savePath(double.folder) };
    expect(await call('download_artifact', args)).toMatchObject({ success: false, code });
  });

  test('one symptom has the same text in every tool', async () => {
    const { call } = await startBridge({ all: 'expired' });
    const told = [
      await call('create_notebook', { title: TITLE }),
      await call('ask_notebook', { notebook_id, question: QUESTION }),
      await call('add_text_source', { notebook_id, title: TEXT_TITLE, text: TEXT }),
      await call('check_artifact', { notebook_id, task_id: TASK }),
      await call('start_artifact', { notebook_id, kind: 'slide-deck' }),
    ];
    for (const envelope of told) expect(envelope).toEqual(told[0]);
    expect(told[0]).toMatchObject({ code: 'login_expired' });
  });

  test('an artefact that failed, and one that is done', async () => {
    const { call, double } = await startBridge({ artifact: 'failed' });
    expect(await call('check_artifact', { notebook_id, task_id: TASK })).toMatchObject({
      code: 'generation_failed',
      error: expect.stringContaining('No audio for this text.'),
    });
    double.becomes({ artifact: 'completed' });
    expect(await call('check_artifact', { notebook_id, task_id: TASK })).toMatchObject({
      data: { status: 'completed' },
    });
  });

  test('the program is not installed, or only under another name', async () => {
    const server = lonelyServer('notebook');
    const call = await callerOf(server, { PATH: temporaryFolder() });
    const expected = { code: 'not_installed', retry_hint: expect.stringContaining('NOTEBOOKLM_COMMAND') };
    expect(await call('check_login')).toMatchObject(expected);
    expect(await call('add_web_source', { notebook_id, url: WEB_PAGE })).toMatchObject(expected);
    const { program } = startNotebook();
    const named = await callerOf(server, { PATH: temporaryFolder(), NOTEBOOKLM_COMMAND: program });
    expect(await named('check_login')).toMatchObject({ success: true });
  });
});

test.skipIf(ON_WINDOWS)('the program gets its own variables and no others, and the login is never shown', async () => {
  const login = '{"cookies":[{"name":"SID","value":"s3cret"}]}';
  const env = { NOTEBOOKLM_AUTH_JSON: login, NOTEBOOKLM_PROFILE: 'work', OTHER_KEY: 'k' };
  const { call, double } = await startBridge(undefined, undefined, env);
  await call('list_sources', { notebook_id });
  // The locale and the time zone are no secrets, and programs need them.
  const own = Object.entries(double.calls()[0]?.env ?? {}).filter(
    ([name]) => !/^(?:LANG|LC_\w+|TZ|TMPDIR)$/.test(name),
  );
  expect(Object.fromEntries(own)).toEqual({ NOTEBOOKLM_AUTH_JSON: login, NOTEBOOKLM_PROFILE: 'work' });
});

describe.skipIf(ON_WINDOWS)('calls that end early', () => {
  const isTold = (file: string): boolean => existsSync(file) && readFileSync(file, 'utf8').includes(' ');

  async function alive({ folder }: Notebook): Promise<number[]> {
    const file = join(folder, 'alive');
    await expect.poll(() => isTold(file)).toBe(true);
    return readFileSync(file, 'utf8').split(' ').map(Number);
  }

  test.skipIf(process.platform !== 'linux')('a cancelled call leaves no process behind', async () => {
    const { call, double } = await startBridge({ all: 'hanging' });
    const controller = new AbortController();
    const asked = call('ask_notebook', { notebook_id, question: QUESTION }, controller.signal);
    const ids = await alive(double);
    expect(ids.filter(isAlive)).toEqual(ids);
    controller.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => ids.filter(isAlive)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('a call that timed out leaves no process behind either', async () => {
    const double = startNotebook({ all: 'hanging' });
    const server = lonelyServer('notebook');
    const text = readFileSync(server, 'utf8');
    expect(text.match(/"timeout_ms":60000\b/g)).toHaveLength(1);
    writeFileSync(server, text.replace('"timeout_ms":60000', '"timeout_ms":2000'));
    const call = await callerOf(server, { PATH: double.path });
    // On a busy machine the time may be over before the program has begun: then it is asked again.
    do expect(await call('list_notebooks')).toMatchObject({ success: false, code: 'timeout' });
    while (!isTold(join(double.folder, 'alive')));
    const ids = await alive(double);
    await expect.poll(() => ids.filter(isAlive)).toEqual([]);
  });
});
