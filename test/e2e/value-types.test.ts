/** Every value type of profile ext on a running server: right values arrive unchanged on every way, wrong ones get a message that says what to send. */
// In depth: every type on every way; value-types.test.ts has each type.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../runtime/language/index.ts';
import { writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { caller } from '../support/shipped-server.ts';
import type { Call, Envelope } from '../support/shipped-server.ts';
import { installTypeScript } from '../support/with-typescript.ts';
import { HANDLERS, SPEC } from '../value-types/project.ts';
import { ROWS } from '../value-types/rows.ts';

const ends: (() => Promise<void>)[] = [];
let folder: string;
let service: Server;
let call: Call;
/** What the service gives for `GET /values`. */
let values: { body: Json; points?: string } = { body: {} };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haft values '));
  writeFiles(folder, {
    'specs/server.yaml': SPEC,
    'specs/handlers.ts': HANDLERS,
    'haft.yaml': 'rules: { tool/evals-count: off }\n',
    'notes/2024-02-29.txt': 'A leap day.\n',
  });
  installTypeScript(folder);
  // Checked, compiled and, because TypeScript is there, type-checked.
  expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/values') {
        if (values.points !== undefined) response.setHeader('X-Points', values.points);
        return response.end(JSON.stringify(values.body));
      }
      const text = request.url === '/body' ? Buffer.concat(chunks).toString() : request.url;
      return response.end(JSON.stringify({ text }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const env = {
    VALUES_URL: `http://127.0.0.1:${port}`,
    VALUES_FOLDER: join(folder, 'notes'),
    PATH: process.env['PATH'] ?? '',
  };
  const server = join(folder, 'generated/servers/values/server.mjs');
  call = await caller(server, env, 'auto', (end) => ends.push(end));
});

afterAll(async () => {
  for (const end of ends) await end();
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function data(name: string, args: Record<string, unknown>): Promise<{ text?: string; items?: string[] }> {
  const { envelope } = await call(name, args);
  expect(envelope).toMatchObject({ success: true });
  return envelope.data as { text?: string; items?: string[] };
}

async function failure(name: string, args: Record<string, unknown>): Promise<Envelope> {
  const { envelope } = await call(name, args);
  expect(envelope).toMatchObject({ success: false, retry_hint: expect.any(String) });
  return envelope;
}

/** How a value is written in a query or as an argument; a list is several. */
function written(value: Json, none: string): string[] {
  if (value === null) return [none];
  if (Array.isArray(value)) return value.map((item: Json) => String(item));
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

describe.each(ROWS)('$name', ({ name, fits, rejected }) => {
  test('arrives unchanged in a body, a query, a form, an argument list and a handler', async () => {
    for (const value of fits) {
      const args = { [name]: value };
      expect(JSON.parse((await data('send_body', args)).text ?? '')).toEqual(args);
      const { text = '' } = await data('send_query', args);
      expect(new URLSearchParams(text.slice('/query'.length)).getAll(name)).toEqual(written(value, 'none'));
      const form = new URLSearchParams((await data('send_form', args)).text);
      expect(form.getAll(name)).toEqual(written(value, 'none'));
      const options = written(value, '--none').map((one) => `--${name}=${one}`);
      expect(await data('print_values', args)).toEqual({ items: options });
      const kept = JSON.parse((await data('keep_values', { contact: 'a@b.c', ...args })).text ?? '');
      expect(kept).toEqual({ contact: 'a@b.c', ...args });
    }
  });

  test('comes back unchanged from a handler and from a service', async () => {
    for (const value of fits) {
      expect(await data('return_values', { json: JSON.stringify({ [name]: value }) })).toEqual({ [name]: value });
      if (name === 'points') continue;
      values = { body: { [name]: value } };
      expect(await data('fetch_values', {})).toEqual({ [name]: value });
    }
  });

  test('of another form is rejected with what is expected', async () => {
    for (const [value, message] of rejected) {
      const args = { [name]: value };
      expect(await failure('send_body', args)).toEqual({
        success: false,
        error: message,
        code: 'invalid_arguments',
        retry_hint: 'Fix the arguments and call the tool again.',
      });
    }
  });
});

test('one value is the input of a program, or names a file', async () => {
  expect(await data('enter_price', { price: 12.25 })).toEqual({ text: '12.25' });
  expect(await data('read_note', { day: '2024-02-29' })).toMatchObject({ text: 'A leap day.\n' });
  expect(await failure('read_note', { day: '../2024' })).toMatchObject({
    error: '/day must be a string in the format date (such as "2026-01-31"), got the string "../2024".',
  });
});

test('at least one of several: a message names them, null counts as given', async () => {
  expect(await failure('keep_values', { price: 1 })).toMatchObject({
    code: 'invalid_arguments',
    error: 'At least one of "assignee" and "contact" is required.',
  });
  expect(await data('keep_values', { assignee: null })).toEqual({ text: '{"assignee":null}' });
});

test('texts of headers are numbers where a number or null is declared', async () => {
  values = { body: {}, points: '12' };
  expect(await data('fetch_values', {})).toEqual({ points: 12 });
});

test('a result of another form is a failure that blames no argument', async () => {
  for (const { name, rejected } of ROWS) {
    const value = rejected[0]?.[0];
    expect(await failure('return_values', { json: JSON.stringify({ [name]: value }) })).toMatchObject({
      code: 'bad_result',
    });
  }
});
