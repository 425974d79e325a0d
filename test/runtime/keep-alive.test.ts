/** A stream of events is never silent for long while a call is open, and plain JSON has nothing but the response; the clock is the test's own. */
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetchHandler } from '../../runtime/transport/fetch.ts';
import { descriptorOf } from './support/descriptor.ts';
import { openInProcess } from './support/open-web.ts';

const COMMENT = ': alive\n\n';
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_x', _meta: { progressToken: 1 } } };
const headers = (accept: string) => ({ 'content-type': 'application/json', accept });
const EVENTS = 'application/json, text/event-stream';

/** A handler that reports progress where `tells`, and ends when the test says so. */
function heldHandler(tells: boolean) {
  let end: (data: object) => void = () => {};
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const run = (_args: object, call: { progress: (done: number) => void }): Promise<object> => {
    if (tells) call.progress(1);
    begin();
    return new Promise((resolve) => (end = resolve));
  };
  return { run: run as never, begun, end: () => end({}) };
}

/** What has come so far, and a wait for more. */
interface Received {
  readonly until: (isThere: (text: string) => boolean) => Promise<string>;
  readonly whole: Promise<string>;
}

function receive(chunks: AsyncIterable<Uint8Array>): Received {
  let text = '';
  let wake = (): void => {};
  const whole = (async () => {
    for await (const chunk of chunks) {
      text += Buffer.from(chunk).toString();
      wake();
    }
    return text;
  })();
  const until: Received['until'] = async (isThere) => {
    while (!isThere(text)) await new Promise<void>((resolve) => (wake = resolve));
    return text;
  };
  return { until, whole };
}

async function overNode(run: never, accept: string): Promise<Received> {
  const { port } = await openInProcess(run);
  const response = await new Promise<IncomingMessage>((resolve) => {
    request({ port, path: '/mcp', method: 'POST', headers: headers(accept) }, resolve).end(JSON.stringify(CALL));
  });
  return receive(response);
}

async function overFetch(run: never, accept: string): Promise<Received> {
  const handle = createFetchHandler(descriptorOf({ transports: ['http'] }), { run });
  const body = JSON.stringify(CALL);
  const response = await handle(
    new Request('http://127.0.0.1/mcp', { method: 'POST', headers: headers(accept), body }),
  );
  return receive(response.body as unknown as AsyncIterable<Uint8Array>);
}

describe.each([
  ['node:http', overNode],
  ['fetch', overFetch],
])('%s', (_name, open) => {
  function fakeIntervals(): void {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  }

  test('every 15 seconds of an open stream there is a comment, and none after the response', async () => {
    fakeIntervals();
    const { run, end } = heldHandler(true);
    const received = await open(run, EVENTS);
    expect(await received.until((text) => text.includes('progress'))).not.toContain(COMMENT);
    for (let round = 1; round <= 3; round += 1) {
      vi.advanceTimersByTime(15_000);
      await received.until((text) => text.split(COMMENT).length === round + 1);
    }
    end();
    const text = await received.whole;
    expect(text.split(COMMENT)).toHaveLength(4);
    expect(text).toMatch(/"id":1,"result".*\n\n$/);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['of a client that takes no events', 'application/json', true],
    ['of a call that reports nothing', EVENTS, false],
  ])('a response %s is JSON alone', async (_what, accept, tells) => {
    fakeIntervals();
    const { run, begun, end } = heldHandler(tells);
    const opening = open(run, accept);
    await begun;
    vi.advanceTimersByTime(60_000);
    end();
    expect(JSON.parse(await (await opening).whole)).toMatchObject({ id: 1, result: {} });
  });
});
