/**
 * The model tier before a real llama-server (Debian: package llama.cpp-tools). Skipped unless HAFT_LLAMA_SERVER names the
 * program or a script that starts it, and HAFT_LLAMA_MODELS a folder with models that answer in a fixed way:
 * `calls-once.gguf` calls one tool whatever is asked, `never-calls-on-auto.gguf` calls nothing.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { clockProject, clockSpec } from '../support/eval-project.ts';
import { writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';

const { HAFT_LLAMA_SERVER: program, HAFT_LLAMA_MODELS: folder } = process.env;
const isInstalled = program !== undefined && folder !== undefined;
if (!isInstalled)
  process.stdout.write(
    'llama-server: skipped; HAFT_LLAMA_SERVER and HAFT_LLAMA_MODELS name the program and its models.\n',
  );

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

const TIMEOUT = { timeout: 300_000 };

describe.runIf(isInstalled)('llama-server', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
  });

  async function startServer(model: string): Promise<string> {
    const port = await freePort();
    const args = [
      '-m',
      join(folder ?? '', `${model}.gguf`),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--alias',
      'tiny',
    ];
    const rest = ['--offline', '--no-webui', '-np', '1', '-t', '2', '-c', '8192', '--jinja'];
    child = spawn(program ?? '', [...args, ...rest], { stdio: 'ignore' });
    const health = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(health).toBe(true);
    return `http://127.0.0.1:${port}/v1`;
  }

  /** Strings that a random model would not end have a few values each. */
  function project(endpoint: string, api = 'openai'): string {
    const model = `{ model: tiny, endpoint: "${endpoint}", api: ${api}, max_tokens: 128 }`;
    const root = clockProject({}, `evals: { models: { tiny: ${model} }, limits: { lanes: 1 } }\n`);
    const spec = clockSpec().replaceAll('default: Oslo }', 'default: Oslo, enum: [Oslo, Lima, Rome] }');
    writeFiles(root, { 'specs/clock.yaml': spec });
    return root;
  }

  const evaluate = (root: string, ...args: readonly string[]): Ran =>
    haft(root, 'eval', 'clock', '--tier', 'model', ...args, '--today', '2026-11-20');

  test('that calls is judged, repeated by its seed, and compared', TIMEOUT, async () => {
    const endpoint = await startServer('calls-once');
    const root = project(endpoint);
    expect(haft(root, 'release', '--today', '2026-11-20').code).toBe(0);
    const first = evaluate(root, '--seeds', '1,2');
    process.stdout.write(first.stdout);
    // Whatever is asked, it calls one of the two tools.
    expect(first.stdout).toMatch(/server clock: 5 cases; right \d of 3 .*, needless calls 2 of 2/);
    expect(evaluate(root, '--seeds', '1,2', '--no-cache')).toEqual(first);
    // The same text twice is no difference.
    expect(evaluate(root, '--against', 'contract').stdout).toContain('no difference seen: 0 cases lost, 0 won of 5');
    expect(evaluate(project(endpoint, 'anthropic')).stdout).toMatch(/right \d of 3 .*, needless calls 2 of 2/);
  });

  test('that never calls makes the run void', TIMEOUT, async () => {
    const { code, stdout } = evaluate(project(await startServer('never-calls-on-auto')));
    expect({ code, stdout }).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('void, because nothing was ever called'),
    });
  });
});
