/** The double of the local API of version 10: writes, and the authorization dialog. */
import { describe, expect, it } from 'vitest';

import { KEYS, MISSING, SERVER_ID } from './constants.ts';
import { ask, exchange, rawRequest } from '../raw.ts';
import type { Answer } from '../raw.ts';
import { startForTests } from './for-tests.ts';
import { startReferenceManager } from './start.ts';

const double = await startForTests('zotero10', { dialog: 'always' });

const ITEMS = '/api/users/0/items';

function send(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  port = double.port,
): Promise<Answer> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return ask(port, path, { method, headers: { 'Content-Type': 'application/json', ...headers }, ...content });
}

async function authorize(port: number): Promise<Answer> {
  return send('POST', '/api/local/authorize', { appName: 'Test' }, { 'Zotero-Server-ID': SERVER_ID }, port);
}

const granted = (await authorize(double.port)).json() as { key: string; remember: boolean };

const trusted = () => ({ 'Zotero-Server-ID': SERVER_ID, 'Zotero-API-Key': granted.key });

describe('Zotero 10', () => {
  it('gives a key to who is authorized', () => {
    expect(granted).toEqual({ key: expect.stringMatching(/^.{32}$/), remember: true });
  });

  it('names its database on every answer, and rejects requests for another one', async () => {
    expect((await ask(double.port, '/api/')).headers.get('zotero-server-id')).toBe(SERVER_ID);
    const other = await ask(double.port, ITEMS, { headers: { 'Zotero-Server-ID': 'AnotherOne12' } });
    expect(other).toMatchObject({ status: 412, text: 'Zotero-Server-ID does not match this server' });
  });

  it('sends reason phrases it does not know as "undefined"', async () => {
    const bytes = await exchange(double.port, rawRequest(`DELETE ${ITEMS}/${KEYS.book}`));
    expect(bytes).toMatch(/^HTTP\/1\.0 428 undefined\r\n/);
  });

  const server = { 'Zotero-Server-ID': SERVER_ID };
  const needKey = 'API key required -- POST /api/local/authorize to obtain one';
  it.each([
    ['no server id', 'POST', ITEMS, {}, 428, 'Zotero-Server-ID not provided'],
    ['no key', 'POST', ITEMS, server, 401, needKey],
    ['a wrong key', 'POST', ITEMS, { ...server, 'Zotero-API-Key': 'nope' }, 401, 'Invalid or expired API key'],
    ['a path that cannot be written', 'POST', `${ITEMS}/top`, server, 405, 'Method not allowed'],
  ])('rejects a write with %s', async (_what, method, path, headers, status, text) => {
    expect(await send(method, path, [], headers)).toMatchObject({ status, text });
  });

  it.each([
    ['PATCH without a version', 'PATCH', KEYS.book, {}, {}, 428, 'If-Unmodified-Since-Version not provided'],
    [
      'PATCH with a stale version',
      'PATCH',
      KEYS.book,
      { version: 0 },
      {},
      412,
      /^item version mismatch: expected 0, found \d+$/,
    ],
    [
      'DELETE with a stale version',
      'DELETE',
      KEYS.book,
      undefined,
      { 'If-Unmodified-Since-Version': '1' },
      412,
      /^item has been modified since specified version \(expected 1, found \d+\)$/,
    ],
    [
      'DELETE of nothing',
      'DELETE',
      MISSING.item,
      undefined,
      { 'If-Unmodified-Since-Version': '1' },
      404,
      /^Not found$/,
    ],
    ['PATCH of nothing', 'PATCH', MISSING.item, { version: 1 }, {}, 400, 'itemType property not provided'],
  ])('answers %s', async (_what, method, item, body, headers, status, text) => {
    const answer = await send(method, `${ITEMS}/${item}`, body, { ...trusted(), ...headers });
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
  });

  it('writes items, one report for all, and then changes one', async () => {
    const headers = { ...trusted(), 'Zotero-Write-Token': 'token-1' };
    const made = await send('POST', ITEMS, [{ itemType: 'book', title: 'New' }, { itemType: 'banana' }], headers);
    const report = made.json() as { success: Record<string, string>; failed: unknown };
    expect(report).toMatchObject({ failed: { 1: { code: 400, message: "'banana' is not a valid itemType" } } });
    expect(await send('POST', ITEMS, [], headers)).toMatchObject({ status: 412, text: 'Write token already used' });
    const path = `${ITEMS}/${report.success['0']}`;
    const { version } = (await ask(double.port, path)).json() as { version: number };
    expect((await send('PATCH', path, { title: 'Newer', version }, trusted())).status).toBe(204);
    expect((await ask(double.port, path)).json()).toMatchObject({ data: { title: 'Newer', itemType: 'book' } });
    const many = await send('POST', ITEMS, Array.from({ length: 51 }), trusted());
    expect(many).toMatchObject({ status: 413, text: 'Cannot add more than 50 items at a time' });
  });
});

describe('the authorization dialog', () => {
  it('gives a key for one write when allowed once', async () => {
    const once = await startReferenceManager('zotero10');
    const { key: single, remember } = (await authorize(once.port)).json() as { key: string; remember: boolean };
    expect(remember).toBe(false);
    const headers = { 'Zotero-Server-ID': SERVER_ID, 'Zotero-API-Key': single };
    expect((await send('POST', ITEMS, [{ itemType: 'book' }], headers, once.port)).status).toBe(200);
    expect((await send('POST', ITEMS, [{ itemType: 'book' }], headers, once.port)).text).toBe(
      'Invalid or expired API key',
    );
    await once.stop();
  });

  it('can be denied, asked too often, and asked without a name', async () => {
    const strict = await startReferenceManager('zotero10', { dialog: 'deny' });
    const headers = { 'Zotero-Server-ID': SERVER_ID };
    expect((await send('POST', '/api/local/authorize', { appName: ' ' }, headers, strict.port)).status).toBe(400);
    for (let prompt = 0; prompt < 5; prompt += 1) {
      expect(await authorize(strict.port)).toMatchObject({ status: 403, text: '{"denied":true}' });
    }
    const sixth = await authorize(strict.port);
    expect(sixth).toMatchObject({ status: 429, text: 'Too many authorization requests' });
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(50);
    await strict.stop();
  });

  it('does not help with a library that cannot be edited', async () => {
    const closed = await startReferenceManager('zotero10', { dialog: 'always', readOnlyLibrary: true });
    const granted = (await authorize(closed.port)).json() as { key: string };
    const headers = { 'Zotero-Server-ID': SERVER_ID, 'Zotero-API-Key': granted.key };
    expect(await send('POST', ITEMS, [], headers, closed.port)).toMatchObject({
      status: 403,
      text: 'Write access denied',
    });
    await closed.stop();
  });
});
