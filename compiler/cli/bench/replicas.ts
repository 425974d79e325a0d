/** Processes of one compiled server, started and restarted one after the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../../edge/command-line/failure.ts';

/** One process that listens on a free port of this machine. */
export interface Replica {
  readonly port: number;
  /** Ends it as a service manager does, and resolves when it is gone. */
  readonly end: () => Promise<void>;
  readonly kill: () => void;
}

/** Milliseconds for which a process that ends goes on listening: several looks of the balancer. */
const DRAIN = 500;

/** Rejects where it ends before it listens. */
export async function startReplica(file: string, token: string): Promise<Replica> {
  const env = {
    ...process.env,
    HAFT_TOKEN: token,
    HAFT_TOKENS_FILE: '',
    HAFT_DRAIN_MS: String(DRAIN),
    HAFT_LOG: 'info',
  };
  const child = spawn(process.execPath, [file, '--http', '--host', '127.0.0.1', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  const exit = once(child, 'exit');
  return {
    port: await portOf(child),
    async end() {
      child.kill('SIGTERM');
      await exit;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function portOf(child: ChildProcess): Promise<number> {
  let log = '';
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec((log += text).slice(-4000))?.[1];
      if (port !== undefined) resolve(Number(port));
      if (port !== undefined || log.length > 65_536) log = '';
    });
    child.once('exit', () => {
      const line = log.trim().split('\n').at(-1) ?? '';
      reject(
        new Failure(`The server ended before it listened: ${line}`, 'Start it by hand: node <server.mjs> --http.'),
      );
    });
  });
}
