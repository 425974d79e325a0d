/** The same calls over HTTP: status and body, in both eras, and what headers and methods do. */
import type { OutgoingHttpHeaders } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../runtime/support/http-client.ts';
import { envelope, JSON_HEADERS, send, startHttp } from '../runtime/support/http-client.ts';
import { differences } from './support/differences.ts';
import type { Era } from './support/reasons.ts';
import { httpReasonsOf } from './support/reasons.ts';
import { CALLS, twins } from './support/twins.ts';

let files: readonly (readonly string[])[] = [];
beforeAll(async () => {
  files = await twins();
});

type Ask = (url: string, era: Era) => Promise<Reply>;

/** A call with the headers of its era, some of them otherwise; a header that is undefined is left out. */
function ask(asked: object | string, more: object = {}, method = 'POST'): Ask {
  return (url, era) => {
    const message = typeof asked === 'string' ? undefined : { jsonrpc: '2.0', id: 1, params: {}, ...asked };
    const all = { ...JSON_HEADERS, ...(era === 'modern' ? headersOf(message) : {}), ...more };
    const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const body = message === undefined ? String(asked) : JSON.stringify(inEra(message, era));
    return send(url, method, headers as OutgoingHttpHeaders, method === 'POST' ? body : undefined);
  };
}

function headersOf(message: object = {}): object {
  const { method, params } = { method: undefined, params: {}, ...message };
  const name = Object(params).name;
  return {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    'Mcp-Name': name === undefined ? undefined : String(name),
  };
}

function inEra(message: { readonly params: object }, era: Era): object {
  if (era === 'legacy' || Array.isArray(message.params)) return message;
  return { ...message, params: { ...message.params, _meta: envelope() } };
}

const good = CALLS['a good call'] ?? {};

const ASKS: Readonly<Record<string, Ask>> = {
  ...Object.fromEntries(Object.entries(CALLS).map(([name, asked]) => [name, ask(asked)])),
  'a notification': ask({ method: 'notifications/initialized', id: undefined }),
  GET: ask('', {}, 'GET'),
  DELETE: ask('', {}, 'DELETE'),
  'another type': ask(good, { 'Content-Type': 'text/plain' }),
  'no JSON accepted': ask(good, { Accept: 'text/html' }),
  'only JSON accepted': ask(good, { Accept: 'application/json' }),
  'no version': ask(good, { 'MCP-Protocol-Version': undefined }),
  'an unknown version': ask(good, { 'MCP-Protocol-Version': '1999-01-01' }),
  'another method in the header': ask(good, { 'Mcp-Method': 'tools/list' }),
  'no method in the header': ask(good, { 'Mcp-Method': undefined }),
  'another name in the header': ask(good, { 'Mcp-Name': 'crash_inside' }),
  'no name in the header': ask(good, { 'Mcp-Name': undefined }),
  'a name in base64': ask(good, { 'Mcp-Name': `=?base64?${btoa('add_numbers')}?=` }),
};

describe.each(['legacy', 'modern'] as const)('%s', (era) => {
  test('differs only where there is a reason', async () => {
    const [ours = '', theirs = ''] = await Promise.all(
      files.map(async ([file = '', ...args]) => (await startHttp(file, [...args, '--http'])).url),
    );
    const found: Record<string, readonly string[]> = {};
    for (const [name, asks] of Object.entries(ASKS)) {
      const [one, other] = await Promise.all([asks(ours, era), asks(theirs, era)]);
      found[name] = differences(told(one), told(other));
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(ASKS).map((name) => [name, httpReasonsOf(name, era)])));
  });
});

function told({ status, json }: Reply): object {
  return { status, ...json };
}
