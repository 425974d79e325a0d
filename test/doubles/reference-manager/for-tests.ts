/** A double for the tests of one file: what it was asked and does not know fails them, and they stop it. */
import { afterAll, expect } from 'vitest';
import { READ_KEY, WRITE_KEY } from './constants.ts';
import { ask } from '../raw.ts';
import type { Answer } from '../raw.ts';
import { startReferenceManager } from './start.ts';
import type { ReferenceManager } from './start.ts';

export async function startForTests(...how: Parameters<typeof startReferenceManager>): Promise<ReferenceManager> {
  const double = await startReferenceManager(...how);
  afterAll(async () => {
    await double.settle();
    expect(double.unknown).toEqual([]);
    await double.stop();
  });
  return double;
}

export const write = { 'Zotero-API-Key': WRITE_KEY };
export const read = { 'Zotero-API-Key': READ_KEY };

type Headers = Readonly<Record<string, string>>;

/** Requests to the web interface; they may read, or write, where no other headers are given. */
export function webRequests({ port }: ReferenceManager) {
  return {
    get: (path: string, headers: Headers = read): Promise<Answer> => ask(port, path, { headers }),
    send: (method: string, path: string, body: unknown, headers: Headers = write): Promise<Answer> => {
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      return ask(port, path, { method, headers, ...(body === undefined ? {} : { body: content }) });
    },
  };
}
