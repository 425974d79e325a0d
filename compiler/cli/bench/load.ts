/** Clients that call a server one request after the other, and sometimes leave in the middle of one. */
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { isObject } from '@haft/runtime/language';

/** How many requests ended in which way. */
interface Tally {
  sent: number;
  answered: number;
  /** Cut off by their own client. */
  killed: number;
  /** By what was wrong, how many. */
  readonly lost: Map<string, number>;
  /** Codes of failures among the answers. */
  readonly codes: Map<string, number>;
  /** Milliseconds of each answered request. */
  readonly times: number[];
}

interface Load {
  readonly port: number;
  readonly token: string;
  readonly clients: number;
  readonly method: string;
  readonly params: object;
  /** Of so many requests, one client leaves in the middle. */
  readonly killEvery: number;
}

/** Sends until `until` is aborted, and resolves when each request has its end. */
export async function sendLoad(load: Load, until: AbortSignal): Promise<Tally> {
  const tally: Tally = { sent: 0, answered: 0, killed: 0, lost: new Map(), codes: new Map(), times: [] };
  const client = async (): Promise<void> => {
    let agent = new Agent({ keepAlive: true });
    while (!until.aborted) {
      tally.sent += 1;
      const leaves = tally.sent % load.killEvery === 0;
      await sendOne(load, agent, leaves, tally);
      if (!leaves) continue;
      agent.destroy();
      agent = new Agent({ keepAlive: true });
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: load.clients }, client));
  return tally;
}

function sendOne({ port, token, method, params }: Load, agent: Agent, leaves: boolean, tally: Tally): Promise<void> {
  const id = randomInt(2 ** 47);
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
  };
  const begin = performance.now();
  return new Promise((resolve) => {
    let ended = false;
    const end = (wrong?: string): void => {
      if (ended) return;
      ended = true;
      if (leaves) tally.killed += 1;
      else if (wrong === undefined) tally.answered += 1;
      else count(tally.lost, wrong);
      resolve();
    };
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      reply.on('error', (error) => end(error.message));
      reply.on('end', () => {
        const wrong = reply.statusCode === 200 ? readAnswer(text, id, tally) : `status ${reply.statusCode}`;
        if (wrong === undefined && !leaves) tally.times.push(performance.now() - begin);
        end(wrong);
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    sent.on('close', () => end('no answer'));
    sent.end(body, () => leaves && sent.destroy());
  });
}

/** What is wrong with an answer; a failure of the tool is one, too. */
function readAnswer(text: string, id: number, { codes }: Tally): string | undefined {
  try {
    const message: unknown = JSON.parse(text);
    if (!isObject(message) || message['id'] !== id) return 'the answer to another request';
    const { result, error } = message;
    if (isObject(error)) count(codes, String(error['code']));
    const data = isObject(result) ? result['structuredContent'] : undefined;
    if (isObject(data) && data['success'] === false) count(codes, String(data['code']));
    return undefined;
  } catch {
    return 'an answer that is not whole';
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
