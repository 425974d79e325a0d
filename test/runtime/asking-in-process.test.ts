/** Questions of a server that is opened in the process of the caller, and the calls that wait meanwhile. */
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import type { ToolDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { open } from '../../runtime/in-process/open.ts';
import * as modules from '../../runtime/modules.ts';
import type { StartModules } from '../../runtime/server/start.ts';
import { descriptorOf } from './support/descriptor.ts';

const handler = (name: string): { kind: 'handler'; export: string } => ({ kind: 'handler', export: name });
const ANY = { type: 'object' } as const;
const on_timeout = { error: 'The work goes on.', retry_hint: 'Look later.' };

const TOOLS: readonly ToolDescriptor[] = [
  { name: 'delete_note', inputSchema: ANY, confirm: 'Delete the note "{title}"?', behavior: handler('done') },
  { name: 'move_note', inputSchema: ANY, behavior: handler('done') },
  { name: 'add_note', inputSchema: ANY, on_timeout, behavior: handler('done') },
  { name: 'quote_price', inputSchema: ANY, behavior: { ...handler('quote'), asks: true } },
];
const LIMITS = { calls_per_minute: 1000, concurrency: 8, timeout_ms: 40 };
const SERVER = descriptorOf({ asks: true, limits: LIMITS, tools: TOOLS });

let done: unknown[] = [];
const HANDLERS: Record<string, Handler> = {
  done: (args) => (done.push(args), args),
  quote: async (_args, call) => ({ asked: await call.ask({ price: { message: 'Do you take it?', fields: {} } }) }),
};

describe('in the process of the caller', () => {
  const all = Object.values<StartModules>(modules);
  const CHANGED = /taken effect/;

  test.each([
    [
      'throws',
      () => {
        throw new Error('no window');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no window'))],
  ])('a function for questions that %s ends the call before its work', async (_name, ask) => {
    done = [];
    const lines: string[] = [];
    const { tools } = await open(SERVER, HANDLERS, all, {
      env: {},
      ask,
      log: (line) => void lines.push(line),
    });
    for (const tool of ['delete_note', 'quote_price']) {
      const outcome = await tools[tool]?.call({ title: 'a' } as never);
      expect(JSON.stringify(outcome)).toContain('The question could not be shown to the user.');
      expect(JSON.stringify(outcome)).not.toMatch(CHANGED);
    }
    expect([done, lines.join()]).toEqual([[], expect.stringContaining('no window')]);
  });

  test('a call whose deadline ends its wait for a place was not made, and says so', async () => {
    done = [];
    const on_timeout = { error: 'The work goes on.', retry_hint: 'Look later.' };
    const own = { ...SERVER, limits: { ...SERVER.limits, concurrency: 1 } };
    own.tools = [
      ...SERVER.tools,
      { name: 'add_note', inputSchema: { type: 'object' }, on_timeout, behavior: handler('done') },
    ];
    let answer = (_given: object): void => {};
    const ask = () => new Promise<never>((resolve) => (answer = resolve as typeof answer));
    const { tools } = await open(own, HANDLERS, all, { env: {}, ask });
    const asking = tools['delete_note']?.call({ title: 'a' } as never);
    for (const tool of ['add_note', 'move_note']) {
      const outcome = await tools[tool]?.call({ title: 'b' } as never);
      expect(outcome).toMatchObject({ success: false, code: 'busy', error: expect.stringContaining('was not made') });
      expect(JSON.stringify(outcome)).not.toMatch(CHANGED);
    }
    answer({ action: 'accept', content: { confirm: true } });
    expect(await asking).toMatchObject({ success: true });
    expect(done).toEqual([{ title: 'a' }]);
  });
});
