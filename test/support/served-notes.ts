/** The compiled server of notes as a process: its tools called one by one or together. */
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../runtime/language/json.ts';

/** The calls at once; `cancel` names those that the host ends when `after` has its answer. */
export function served(node: string, { server, notes }: { readonly server: string; readonly notes: string }) {
  const child = spawn(node, [server], { env: { NOTES: notes }, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = new Map<number, (envelope: JsonObject) => void>();
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += String(chunk);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const { id, result } = JSON.parse(text.slice(0, end)) as { id: number; result: JsonObject };
      text = text.slice(end + 1);
      waiting.get(id)?.(result['structuredContent'] as JsonObject);
    }
  });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  let last = 0;
  return {
    call(name: string, args: JsonObject = {}): Promise<JsonObject> {
      const id = (last += 1);
      send({ id, method: 'tools/call', params: { name, arguments: args } });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    cancelLast: (): void => send({ method: 'notifications/cancelled', params: { requestId: last } }),
    leave: (): void => void child.stdin.end(),
    pid: child.pid ?? 0,
  };
}
