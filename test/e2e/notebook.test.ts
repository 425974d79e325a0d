/** The whole way: the shipped notebook server, called by the official client, over a copy of the program it runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { savePath, uploadPath } from '../doubles/notebook/commands.ts';
import {
  ACCOUNT,
  CONVERSATION,
  FOLLOW_UP,
  INSTRUCTIONS,
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
} from '../doubles/notebook/constants.ts';
import { SOME_MODES } from '../support/official-client.ts';
import { startBridge } from '../doubles/notebook/bridge.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth, IS_WHOLE } from '../support/runs.ts';

const notebook_id = NOTEBOOK;
const ON = ['-n', NOTEBOOK];
const COUNT = ['source', 'list', ...ON, '--json'];

describe.skipIf(ON_WINDOWS).each(SOME_MODES)('over %s', (_name, mode) => {
  test('notebooks are listed, asked and cited', async () => {
    const { call, double } = await startBridge(undefined, mode);
    expect(await call('list_notebooks')).toEqual({
      success: true,
      data: {
        total: 2,
        notebooks: [
          { notebook_id, title: TITLE, is_owner: true, created_at: expect.any(String) },
          { notebook_id: SHARED_NOTEBOOK, title: 'Riffe — Übersicht', is_owner: false },
        ],
      },
    });
    expect(await call('ask_notebook', { notebook_id, question: QUESTION })).toEqual({
      success: true,
      data: {
        answer: 'Heat does [1], and so does light [2].',
        conversation_id: CONVERSATION,
        citations: [
          { number: 1, source_id: SOURCE, cited_text: 'Heat drives the algae out.' },
          { number: 2, source_id: NEW_SOURCE },
        ],
      },
    });
    expect(double.unknown()).toEqual([]);
  });

  test('bad arguments start no program', async () => {
    const { call, double } = await startBridge(undefined, mode);
    const bad: [string, Record<string, unknown>, RegExp][] = [
      ['list_sources', { notebook_id: NOTEBOOK.slice(0, 8) }, /notebook_id must be/],
      ['list_sources', { notebook_id: `--profile=${NOTEBOOK}` }, /notebook_id must be/],
      ['add_web_source', { notebook_id, url: '/etc/passwd' }, /url must be/],
      ['add_file_source', { notebook_id, path: '/home/ada/.ssh/id_rsa' }, /path must be/],
      ['add_file_source', { notebook_id, path: 'reefs.pdf' }, /path must be/],
      ['download_artifact', { notebook_id, task_id: TASK, kind: 'audio', path: '/home/ada/.bashrc' }, /path must be/],
      ['start_artifact', { notebook_id, kind: 'podcast' }, /"audio".*"podcast"/],
      ['ask_notebook', { notebook_id, query: 'x' }, /question is required/],
    ];
    for (const [tool, args, error] of bad) {
      expect(await call(tool, args)).toMatchObject({
        success: false,
        code: 'invalid_arguments',
        error: expect.stringMatching(error),
      });
    }
    expect([...double.calls(), ...double.unknown()]).toEqual([]);
  });
});

test.skipIf(ON_WINDOWS || !IS_WHOLE)('the success case of every other tool (HAFT_RUNS=1)', async () => {
  const { call, double } = await startBridge();
  const { folder } = double;
  writeFileSync(uploadPath(folder), 'pdf');
  const added = { source_id: NEW_SOURCE, title: expect.any(String), kind: expect.any(String) };
  const way: [string, Record<string, unknown>, object][] = [
    ['check_login', {}, { logged_in: true, account: ACCOUNT }],
    ['create_notebook', { title: TITLE }, { notebook_id, title: TITLE }],
    ['add_web_source', { notebook_id, url: WEB_PAGE }, added],
    ['add_file_source', { notebook_id, path: uploadPath(folder) }, added],
    ['add_text_source', { notebook_id, title: TEXT_TITLE, text: TEXT }, added],
    [
      'ask_notebook',
      { notebook_id, question: FOLLOW_UP, source_id: SOURCE, conversation_id: CONVERSATION },
      { answer: expect.any(String), conversation_id: CONVERSATION, citations: expect.any(Array) },
    ],
    [
      'start_artifact',
      { notebook_id, kind: 'audio', instructions: INSTRUCTIONS },
      { task_id: TASK, status: 'pending' },
    ],
    ['start_artifact', { notebook_id, kind: 'slide-deck' }, { task_id: TASK, status: 'pending' }],
    ['check_artifact', { notebook_id, task_id: TASK }, { task_id: TASK, status: 'in_progress' }],
    [
      'download_artifact',
      { notebook_id, task_id: TASK, kind: 'audio', path: savePath(folder) },
      { path: savePath(folder), title: 'Reefs, a talk' },
    ],
  ];
  for (const [tool, args, data] of way) expect(await call(tool, args), tool).toEqual({ success: true, data });
  const listed = await call('list_sources', { notebook_id });
  expect(listed.data).toMatchObject({
    title: TITLE,
    total: 3,
    sources: [{ source_id: SOURCE, kind: 'pdf', status: 'ready' }, { status: 'processing' }, {}],
  });
  expect(readFileSync(savePath(folder), 'utf8')).toBe('sound');
  expect(double.unknown()).toEqual([]);
});

describe.skipIf(ON_WINDOWS)('fewer than 50 sources (EXT §8)', () => {
  const adding: [string, Record<string, unknown>][] = [
    ['add_web_source', { notebook_id, url: WEB_PAGE }],
    ['add_text_source', { notebook_id, title: TEXT_TITLE, text: TEXT }],
    ['add_file_source', { notebook_id, path: '/home/ada/reefs.pdf' }],
  ];

  test.each(everyNth(3, [49, 50, 300]))(
    'a notebook with %i sources gets no other, and nothing is sent',
    async (sources) => {
      const { call, double } = await startBridge({ sources });
      for (const [tool, args] of adding) {
        expect(await call(tool, args)).toMatchObject({
          success: false,
          code: 'too_many_sources',
          error: expect.stringContaining('fewer than 50'),
          retry_hint: expect.stringContaining('create_notebook'),
        });
      }
      expect(double.calls().map(({ argv }) => argv)).toEqual(adding.map(() => COUNT));
    },
  );

  test('a notebook with 48 sources gets its 49th', async () => {
    const { call, double } = await startBridge({ sources: 48 });
    expect(await call('add_web_source', { notebook_id, url: WEB_PAGE })).toMatchObject({ success: true });
    expect(double.calls().map(({ argv }) => argv.slice(0, 2))).toEqual([
      ['source', 'list'],
      ['source', 'add'],
    ]);
  });

  test.skipIf(!IS_WHOLE)('calls at the same time are counted one after the other (HAFT_RUNS=1)', async () => {
    const { call, double } = await startBridge({ sources: 3 });
    await Promise.all([1, 2, 3].map(() => call('add_web_source', { notebook_id, url: WEB_PAGE })));
    const words = double.calls().map(({ argv }) => argv[1]);
    expect(words).toEqual(['list', 'add', 'list', 'add', 'list', 'add']);
  });

  test('where the sources cannot be counted, none is added', async () => {
    for (const all of ['brokenJson', 'otherShape', 'offline'] as const) {
      const { call, double } = await startBridge({ all });
      expect(await call('add_web_source', { notebook_id, url: WEB_PAGE })).toMatchObject({ success: false });
      expect(double.calls().map(({ argv }) => argv)).toEqual([COUNT]);
    }
  });
});
