/** Starts the double in its own process. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.mjs', import.meta.url));

/** `rules` and `lapses`: see `main.mjs`. `requests`: a file for the bodies of all requests. */
export async function startAgentApi(
  rules: Readonly<Record<string, string>>,
  lapses: Readonly<Record<string, readonly number[]>> = {},
  requests?: string,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const args = [MAIN, JSON.stringify(rules), JSON.stringify(lapses), ...(requests === undefined ? [] : [requests])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('The double did not start.')));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}
