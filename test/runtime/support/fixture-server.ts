/** A server for the protocol tests; bundled as the compiler bundles servers with handlers. */
import '../../../runtime/guard.ts';
import { loaded } from './noisy.ts';
import { FAMILY } from './family.ts';
import type { Behavior, Call, Handler, ObjectSchema, Schema, ToolDescriptor } from '../../../runtime/index.ts';
import { serve } from '../../../runtime/index.ts';

let release: () => void = () => {};
const never = (): Promise<never> => new Promise(() => {});

/** An interface without index signature, as the compiler prints it. */
interface FixtureHandlers {
  readonly addNumbers: Handler<{ a: number; b: number }, { sum: number }>;
  readonly crash: Handler;
  readonly wait: Handler;
  readonly steps: Handler;
  readonly release: Handler;
  readonly print: Handler;
  readonly stray: Handler;
  readonly later: Handler;
}

const handlers: FixtureHandlers = {
  addNumbers: ({ a, b }) => ({ sum: a + b }),
  crash() {
    throw new Error('the inside of the server');
  },
  wait(_args, call: Call) {
    call.signal.addEventListener('abort', () => call.log('aborted'));
    call.log('waiting');
    setInterval(() => {}, 1e6);
    return never();
  },
  async steps({ hold }, call) {
    for (const done of [1, 2, 2, 3]) call.progress(done, 3, `step ${done}`);
    if (hold === true) {
      call.log('holding');
      await new Promise<void>((resolve) => (release = resolve));
    }
    return { steps: 3 };
  },
  release() {
    release();
    return { released: true };
  },
  print() {
    console.log('printed by console.log');
    console.info('printed by console.info');
    console.debug('printed by console.debug');
    console.table([{ printed: 'by console.table' }]);
    process.stdout.write('printed by stdout.write\n');
    return { printed: loaded };
  },
  stray() {
    setImmediate(() => {
      throw new Error('a stray error');
    });
    void Promise.reject(new Error('a stray rejection'));
    return new Promise((resolve) => setTimeout(() => resolve({ alive: true }), 20));
  },
  later: async ({ text }) => ({ text: text ?? '' }),
};

function envelope(data: Schema): ObjectSchema {
  const text: Schema = { type: 'string' };
  return {
    type: 'object',
    properties: { success: { type: 'boolean' }, data, error: text, code: text, retry_hint: text },
    required: ['success'],
  };
}

function tool(
  name: string,
  run: string | Behavior,
  properties: Record<string, Schema>,
  required: readonly string[] = [],
): ToolDescriptor {
  return {
    name,
    title: name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    outputSchema: envelope({ type: 'object' }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    behavior: typeof run === 'string' ? { kind: 'handler', export: run } : run,
  };
}

/** A program that never ends by itself. */
const family: Behavior = {
  kind: 'command',
  argv: [process.execPath, '-e', FAMILY.replaceAll(/[{}]/g, '$&$&'), '--', '{port}'],
  stdout: 'text',
  max_bytes: 100,
};

const number: Schema = { type: 'number' };

serve(
  {
    format: 2,
    name: 'fixture',
    title: 'Fixture',
    version: '1.2.3',
    instructions: 'Use it for tests.',
    transports: ['stdio', 'http', 'sse'],
    coerce: false,
    env: { FIXTURE_KEY: { description: 'A key.', secret: true, optional: true } },
    connections: {},
    limits: { calls_per_minute: 1_000_000, concurrency: 100, timeout_ms: 60_000 },
    tools: [
      tool('add_numbers', 'addNumbers', { a: number, b: { ...number, default: 10 } }, ['a']),
      tool('crash_inside', 'crash', {}),
      tool('wait_forever', 'wait', {}),
      tool('report_steps', 'steps', { hold: { type: 'boolean', default: false } }),
      tool('release_steps', 'release', {}),
      tool('print_noise', 'print', {}),
      tool('survive_stray', 'stray', {}),
      tool('echo_later', 'later', { text: { type: 'string' } }),
      tool('start_family', family, { port: { type: 'string' } }, ['port']),
      tool('miss_handler', 'nowhere', {}),
    ],
  },
  handlers,
);
