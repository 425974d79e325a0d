/** An MCP server behind a login, and its authorization server, as a process. */
import { join } from 'node:path';
import { startServer } from '../runtime/support/server-process.ts';

export interface Guarded {
  readonly url: string;
  readonly issuer: string;
  /** Changes what it does, and gives what it was asked before. */
  readonly command: (line: string) => Promise<readonly string[]>;
}

export async function guardedServer(env: Readonly<Record<string, string>> = {}): Promise<Guarded> {
  const started = startServer(join(import.meta.dirname, 'guarded-server.mjs'), [], env);
  const issuer = (await started.nextText()).replace('listening ', '');
  const command = async (line: string): Promise<readonly string[]> => {
    started.write(`${line}\n`);
    const asked: string[] = [];
    for (let next = await started.nextText(); !next.startsWith('done '); next = await started.nextText())
      asked.push(next);
    return asked;
  };
  return { url: `${issuer}/mcp`, issuer, command };
}
