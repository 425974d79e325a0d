/** `outputs: [in-process]`: the compiled module, opened by a program in a process of its own. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { inProcessProject } from '../support/in-process-project.ts';

const KEY = 'sesame-opens-it';

const PROGRAM = `
import * as haft from '../generated/servers/notes/in-process.mjs';
const lines = [];
const { tools, unlisted, close } = await haft.open({ env: { NOTES_KEY: '${KEY}', HAFT_LOG: 'debug' }, log: (line) => lines.push(JSON.parse(line).message) });
const aborted = async (options, act) => {
  const call = tools.wait_for_note.call({}, options);
  act?.();
  return call.then(() => 'settled', (reason) => String(reason));
};
const [before, during] = [AbortSignal.abort('before'), new AbortController()];
const shown = {
  found: await tools.search_notes.call({ query: 'tides' }),
  bad: await tools.search_notes.call({ query: 3, limit: 99 }),
  none: await tools.search_notes.call(undefined),
  failed: await tools.search_notes.call({ query: 'nothing' }, { signal: during.signal }),
  secret: await tools.search_notes.call({ query: 'key' }),
  image: await tools.draw_notes.call({}),
  before: await aborted({ signal: before }),
  during: await aborted({ signal: during.signal }, () => during.abort('during')),
  names: Object.keys(tools),
  unlisted: Object.keys(unlisted),
  destroys: Object.values(tools).filter((tool) => tool.destroys).map((tool) => tool.name),
  data: await haft.toFunctions(tools).search_notes({ query: 'tides' }),
  lines,
};
const few = await haft.open({ limits: { calls_per_minute: 1 } });
await few.tools.draw_notes.call({});
shown.limited = (await few.tools.draw_notes.call({})).code;
shown.drawn = await haft.toFunctions(tools).draw_notes({});
shown.rejected = [];
for (const limits of [{ concurrency: 0 }, { concurrency: NaN }, { calls_per_minute: -1 }, { calls_per_minute: 1.5 }, { concurrency: '2' }])
  await haft.open({ limits }).then(() => {}, ({ message }) => shown.rejected.push(message));
const deaf = await haft.open({ env: { HAFT_LOG: 'debug' }, limits: { concurrency: undefined }, log: () => { throw new Error('full'); } });
shown.unlogged = (await deaf.tools.search_notes.call({ query: 3 })).code;
await deaf.close();
await Promise.all([close(), few.close()]);
console.log(JSON.stringify(shown));
`;

test('a program calls: results, bad arguments, failures, images, limits, secrets, an abort, a log that throws', () => {
  const folder = inProcessProject('outputs: [in-process]\n', { 'app/main.mjs': PROGRAM });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['app/main.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
  });
  // The program ends by itself, before the deadline of the aborted call.
  expect([status, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual({
    found: { success: true, data: { notes: ['tides'], limit: 10 } },
    bad: {
      success: false,
      error: '/query must be a string, got the number 3. /limit must be an integer from 1 to 50, got the number 99.',
      code: 'invalid_arguments',
      retry_hint: 'Fix the arguments and call the tool again.',
    },
    none: expect.objectContaining({ code: 'invalid_arguments' }),
    failed: { success: false, error: 'No note has these words.', code: 'not_found', retry_hint: 'Try other words.' },
    secret: { success: true, data: { notes: ['[redacted]'], limit: 10 } },
    image: { success: true, data: {}, content: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }] },
    before: 'before',
    during: 'during',
    names: ['delete_note', 'draw_notes', 'search_notes', 'wait_for_note'],
    unlisted: [],
    destroys: ['delete_note'],
    data: { notes: ['tides'], limit: 10 },
    lines: ['failed: invalid_arguments', 'failed: invalid_arguments', 'failed: not_found', 'waiting', 'told to stop'],
    limited: 'rate_limited',
    drawn: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }],
    rejected: [
      'limits: /concurrency must be an integer from 1 to 10000, got the number 0.',
      'limits: /concurrency must be an integer from 1 to 10000, got the number NaN.',
      'limits: /calls_per_minute must be an integer from 1 to 1000000, got the number -1.',
      'limits: /calls_per_minute must be an integer from 1 to 1000000, got the number 1.5.',
      'limits: /concurrency must be an integer from 1 to 10000, got the string "2".',
    ],
    unlogged: 'invalid_arguments',
  });
});

test('docs/agents-of-your-own.md: its project compiles, and its program prints what it shows', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/agents-of-your-own.md'), 'utf8');
  const block = (language: string): string =>
    new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';
  const folder = inProcessProject(block('yaml'), { 'app/main.mjs': block('js') });
  const { stdout, stderr } = spawnSync(process.execPath, ['app/main.mjs'], { cwd: folder, encoding: 'utf8' });
  expect([`$ node app/main.mjs\n${stdout}`, stderr]).toEqual([block('console'), '']);
});

/** Two turns of a model: one that calls what destroys, and one of text alone; each API rejects a call without its result, and an empty message. */
const LOOPS = `
import { step as claude } from './anthropic.mjs';
import { step as gemini } from './gemini.mjs';
const deny = async () => false;
const args = { title: 'a' };
const ofClaude = [[{ type: 'tool_use', id: 't1', name: 'delete_note', input: args }], [{ type: 'text', text: 'Done.' }]];
const messages = [];
const create = async () => ({ content: ofClaude.shift() });
await claude({ messages: { create } }, messages, deny);
await claude({ messages: { create } }, messages, deny);
const call = { id: 'g1', name: 'delete_note', args };
const ofGemini = [{ functionCalls: [call], parts: [{ functionCall: call }] }, { parts: [{ text: 'Done.' }] }];
const contents = [];
const generateContent = async () => {
  const { functionCalls, parts } = ofGemini.shift();
  return { functionCalls, candidates: [{ content: { role: 'model', parts } }] };
};
await gemini({ models: { generateContent } }, contents, deny);
await gemini({ models: { generateContent } }, contents, deny);
console.log(JSON.stringify({ messages, contents }));
`;

test('docs/agents-of-your-own.md: its loops answer each call, also a denied one, and add no empty message', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/agents-of-your-own.md'), 'utf8');
  const programs = [...page.matchAll(/^```ts\n\/\/ (anthropic|gemini)\.mts\n([^]*?)^```$/gm)].map(
    ([, name, text = '']) => [`generated/servers/notes/${name}.mjs`, transformSync(text, { loader: 'ts' }).code],
  );
  const loops = 'generated/servers/notes/loops.mjs';
  const folder = inProcessProject('outputs: [in-process]\n', { ...Object.fromEntries(programs), [loops]: LOOPS });
  const { stdout, stderr } = spawnSync(process.execPath, [loops], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  const { messages, contents } = JSON.parse(stdout);
  expect(messages).toEqual([
    { role: 'assistant', content: [expect.objectContaining({ type: 'tool_use' })] },
    { role: 'user', content: [expect.objectContaining({ type: 'tool_result', tool_use_id: 't1', is_error: true })] },
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  ]);
  expect(contents).toEqual([
    { role: 'model', parts: [expect.objectContaining({ functionCall: expect.anything() })] },
    { role: 'user', parts: [{ functionResponse: expect.objectContaining({ id: 'g1', name: 'delete_note' }) }] },
    { role: 'model', parts: [{ text: 'Done.' }] },
  ]);
});
