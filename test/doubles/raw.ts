import { connect } from 'node:net';

/** Sends bytes, waits for the other side to close, and gives back every byte that came. */
export function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('end', () => {
      socket.end();
      resolve(received);
    });
    socket.on('error', reject);
  });
}

/** The bytes of a request with a good Host header, unless another one is given. */
export function rawRequest(line: string, headers: Record<string, string> = {}, body = ''): string {
  const all = { Host: 'localhost:23119', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** An answer in the shape the tables of the tests compare. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json(): unknown;
}

/** Fetches and reads the body at once. */
export async function ask(port: number, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as unknown };
}

/** The keys of a list answer, in order. */
export function keysOf(answer: Answer): string[] {
  return (answer.json() as { key: string }[]).map(({ key }) => key);
}
