/** Sees programs come and go, by connections that their death closes. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FamilyGate {
  readonly port: string;
  /** Both programs of a family run. */
  readonly arrived: Promise<void>;
  /** None of them does any more. */
  readonly gone: Promise<void>;
}

/** Waits for one family. */
export async function familyGate(): Promise<FamilyGate> {
  let arrive: () => void = () => {};
  let leave: () => void = () => {};
  let came = 0;
  let left = 0;
  const server = createServer((socket) => {
    if ((came += 1) === 2) arrive();
    socket.on('error', () => {}).resume();
    socket.on('close', () => {
      if ((left += 1) === 2) leave();
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: String((server.address() as AddressInfo).port),
    arrived: new Promise((resolve) => (arrive = resolve)),
    gone: new Promise((resolve) => (leave = resolve)),
  };
}
