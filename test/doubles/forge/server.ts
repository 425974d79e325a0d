/** Reads a request whole, reports it, lets the routes answer it, and writes the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeJournal } from '../journal.ts';
import type { Asked } from './answer.ts';
import { route } from './routes.ts';
import { createState } from './state.ts';

export function startForge(): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const state = createState();
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { method = '', url: target = '/', headers } = request;
    const body = bytes.toString('latin1');
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const url = new URL(target, `http://${headers.host}`);
    const wire = { method, target, path: url.pathname, query: url.searchParams, headers: texts, body };
    pipeJournal.request(wire);
    const asked: Asked = { method, url, headers: texts, bytes };
    const answer = await route(asked, state);
    if (answer === undefined) pipeJournal.unknown(wire, 'no such address');
    const { status = 200, headers: more = {}, body: out = '' } = answer ?? { status: 404 };
    const json = typeof out === 'string' || Buffer.isBuffer(out) ? out : JSON.stringify(out);
    const type = typeof out === 'string' || Buffer.isBuffer(out) ? {} : { 'Content-Type': 'application/json' };
    response.writeHead(status, { ...type, ...more }).end(method === 'HEAD' ? '' : json);
  };
}
