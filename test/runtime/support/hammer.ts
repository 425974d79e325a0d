/** A server that has more to say than a client reads, and the messages that make it talk. */
import { smallServer } from './small-server.ts';

export const STEPS = 40_000;

/** Everything that may wait for a client, with what the system's own buffers hold. */
export const MOST_WAITING = 16 * 1024 * 1024;

/** Tells 40 MB of progress or answers 1 MB; logs, without clocks, how much was sent while the client did not read. */
const RUN = `(() => {
  let release = () => {};
  let runs = 0;
  const later = (turns, act) => (turns === 0 ? act() : setImmediate(later, turns - 1, act));
  return ({ act }, call) => {
    if (act === 'release') { release(); return {}; }
    if (act === 'answer') {
      if (++runs === 1) later(200, () => call.log('runs: ' + runs));
      return { text: 'x'.repeat(1e6) };
    }
    return (async () => {
      for (let n = 1; n <= ${STEPS}; n++) {
        call.progress(n, ${STEPS}, 'x'.repeat(1000));
        if (act !== 'burst' && n % 100 === 0) await new Promise(setImmediate);
      }
      call.log('hammered');
      if (act === 'hold') await new Promise((resolve) => (release = resolve));
      return { hammered: true };
    })();
  };
})()`;

export function hammerServer(): Promise<string> {
  const limits = { calls_per_minute: 1_000_000, concurrency: 8, timeout_ms: 60_000 };
  return smallServer({ transports: ['stdio', 'http', 'sse'], limits }, RUN);
}

/** A call as text, with a token for progress. */
export function call(act: string, id: number): string {
  const params = { name: 'get_x', arguments: { act }, _meta: { progressToken: id } };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

/** The same as bytes on a connection of HTTP. */
export function request(act: string, id: number, path = '/mcp'): string {
  const body = call(act, id);
  const accept = 'Accept: application/json, text/event-stream';
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${accept}`;
  return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
