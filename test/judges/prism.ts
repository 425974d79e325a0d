/** Prism, a mock that judges requests by the document of the service: is a call of an imported tool one that the service takes? */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

export interface Prism {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Without `--errors`: its own responses often break the document. */
export async function startPrism(program: string, document: string): Promise<Prism> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'mock', '-h', '127.0.0.1', '-p', String(port), document], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text = `${text}${String(chunk)}`.slice(-4000);
      if (text.includes('Prism is listening')) resolve();
    });
    child.once('exit', () => reject(new Error(`Prism ended: ${text.slice(-400)}`)));
  });
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
