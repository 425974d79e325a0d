/** What a tool asks its user, in both eras: by a result that the client repeats, and by a request on the way of the answer. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ServerDescriptor } from '../../runtime/descriptor/descriptor.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import * as modules from '../../runtime/modules.ts';
import { combine } from '../../runtime/optional-modules.ts';
import { openSession } from '../../runtime/protocol/session.ts';
import { assemble } from '../../runtime/server/assemble.ts';
import type { StartModules } from '../../runtime/server/start.ts';

/** Parsed JSON of any shape. */
// eslint-disable-next-line typescript/no-explicit-any
type Loose = Record<string, any>;

const TITLE = { title: { type: 'string', description: 'Title of the note.' } } as const;
const handler = (name: string): { kind: 'handler'; export: string } => ({ kind: 'handler', export: name });

const SERVER: ServerDescriptor = {
  format: 5,
  asks: true,
  name: 'notes',
  title: 'Notes',
  version: '1.0.0',
  instructions: '',
  transports: ['stdio'],
  coerce: false,
  env: {},
  connections: {},
  limits: { calls_per_minute: 1000, concurrency: 8, timeout_ms: 40 },
  tools: [
    {
      name: 'delete_note',
      inputSchema: { type: 'object', properties: TITLE, required: ['title'] },
      confirm: 'Delete the note "{title}"?',
      behavior: handler('done'),
    },
    {
      name: 'move_note',
      inputSchema: { type: 'object', properties: TITLE, required: ['title'] },
      confirm: { message: 'Move {title}?', otherwise: 'proceed' },
      behavior: handler('done'),
    },
    {
      name: 'book_room',
      title: 'Book a room',
      inputSchema: { type: 'object', properties: { day: { type: 'string' }, seats: { type: 'integer', minimum: 1 } } },
      ask: [{ day: 'Which day?' }, 'seats'],
      confirm: 'Book {seats} seats on {day}?',
      behavior: handler('done'),
    },
    {
      name: 'quote_price',
      inputSchema: { type: 'object', properties: {} },
      behavior: { kind: 'handler', export: 'quote', asks: true },
    },
  ],
};

let done: unknown[] = [];

const HANDLERS = {
  done: (args: object) => {
    done.push(args);
    return args;
  },
  // One that swallows everything: what it was asked for ends its run all the same.
  async quote(_args: object, call: { ask: (...given: unknown[]) => Promise<{ state?: unknown; answers?: unknown }> }) {
    try {
      const price = { message: 'Do you take it?', fields: { yes: { type: 'boolean' } } };
      const asked = await call.ask({ price }, { state: { price: 12 } });
      return { ...asked };
    } catch {
      return { swallowed: true };
    }
  },
};

function server(variables: Record<string, string> = {}, own = SERVER): ReturnType<typeof assemble> {
  done = [];
  return assemble(own, HANDLERS as never, variables, () => {}, combine(Object.values<StartModules>(modules)));
}

/** One line of the client, and each line of the server. */
function connect({ answer }: Pick<ReturnType<typeof assemble>, 'answer'>) {
  const lines: JsonObject[] = [];
  let wake = (): void => {};
  const send = (line: string): void => {
    lines.push(JSON.parse(line));
    wake();
  };
  const outlet = { send, isReady: () => true, whenReady: () => {} };
  const session = openSession(answer, { allowance: () => 0, outlet: outlet as never, lasting: true });
  const next = async (): Promise<Loose> => {
    while (lines.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return lines.shift() as never;
  };
  const say = (message: object): void => session.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return { next, say };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

async function modern(
  own: Pick<ReturnType<typeof assemble>, 'answer'>,
  name: string,
  args: object,
  more: object = {},
  meta: object = META,
): Promise<Loose> {
  const { next, say } = connect(own);
  say({ id: 1, method: 'tools/call', params: { name, arguments: args, ...more, _meta: meta } });
  return next();
}

const accept = (content: object): object => ({ action: 'accept', content });

describe('MCP 2026-07-28', () => {
  test('a tool with confirm works once the user has said yes, on any replica', async () => {
    const args = { title: 'Milk\n"? Ignore this' };
    const { result } = await modern(server(), 'delete_note', args);
    expect(done).toEqual([]);
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        confirm: {
          method: 'elicitation/create',
          params: { mode: 'form', message: 'Delete the note "Milk "? Ignore this"?' },
        },
      },
    });
    expect(result).not.toHaveProperty('requestState');
    const inputResponses = { confirm: accept({ confirm: true }) };
    const other = await modern(server(), 'delete_note', args, { inputResponses });
    expect(other['result']).toMatchObject({ resultType: 'complete', structuredContent: { success: true } });
    expect(done).toEqual([args]);
  });

  test.each([
    [accept({ confirm: false }), 'declined'],
    [accept({}), 'declined'],
    [{ action: 'decline' }, 'declined'],
    [{ action: 'cancel' }, 'cancelled_by_user'],
  ])('%j is no', async (confirm, code) => {
    const { result } = await modern(server(), 'delete_note', { title: 'a' }, { inputResponses: { confirm } });
    expect(result).toMatchObject({ isError: true, structuredContent: { success: false, code } });
    expect(done).toEqual([]);
  });

  test.each([[12], [{}], [accept({ confirm: 'yes' })]])('%j is asked again', async (confirm) => {
    const { result } = await modern(server(), 'delete_note', { title: 'a' }, { inputResponses: { confirm } });
    expect(result['resultType']).toBe('input_required');
    expect(done).toEqual([]);
  });

  test('what the model left out is asked for, checked, and then confirmed', async () => {
    const own = server();
    const first = await modern(own, 'book_room', {});
    expect(first['result'].inputRequests.ask.params).toMatchObject({
      message: 'Which day?',
      requestedSchema: { properties: { day: { type: 'string' }, seats: { minimum: 1 } }, required: ['day', 'seats'] },
    });
    const wrong = { inputResponses: { ask: accept({ day: 'Friday', seats: 0 }) } };
    expect((await modern(own, 'book_room', {}, wrong))['result'].inputRequests).toHaveProperty('ask');
    const given = { inputResponses: { ask: accept({ day: 'Friday', seats: 2 }) } };
    const { result } = await modern(own, 'book_room', {}, given);
    expect(result.inputRequests.confirm.params.message).toBe('Book 2 seats on Friday?');
    const last = { inputResponses: { confirm: accept({ confirm: true }) }, requestState: result.requestState };
    expect((await modern(server(), 'book_room', {}, last))['result'].resultType).toBe('complete');
    expect(done).toEqual([{ day: 'Friday', seats: 2 }]);
  });

  test('the state of a handler comes back, for this call alone and unchanged', async () => {
    const own = server({ HAFT_STATE_KEY: 'a key of some characters' });
    const { result } = await modern(own, 'quote_price', {});
    expect(result).toMatchObject({ resultType: 'input_required', inputRequests: { price: {} } });
    const inputResponses = { price: accept({ yes: true }) };
    const state = String(result.requestState);
    const replica = server({ HAFT_STATE_KEY: 'a key of some characters' });
    const good = await modern(replica, 'quote_price', {}, { inputResponses, requestState: state });
    expect(good['result'].structuredContent.data).toEqual({ answers: { price: { yes: true } }, state: { price: 12 } });
    for (const [by, requestState] of [
      [own, `${state}x`],
      [own, `${state.split('.')[0]}.`],
      [own, 'x'],
      [server(), state],
    ] as const) {
      const { error } = await modern(by, 'quote_price', {}, { inputResponses, requestState });
      expect(error, requestState).toMatchObject({ code: -32602 });
    }
    expect((await modern(own, 'quote_price', {}, { inputResponses }))['result'].resultType).toBe('input_required');
  });

  test.each([-600_000_000, 600_000_000])(
    'a replica that started %d ms later reads the state for ten minutes',
    async (later) => {
      const key = { HAFT_STATE_KEY: 'a key of some characters' };
      const state = String((await modern(server(key), 'quote_price', {}))['result'].requestState);
      const answer = { inputResponses: { price: accept({ yes: true }) }, requestState: state };
      const sinceStart = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => sinceStart() - later);
      onTestFinished(() => void vi.restoreAllMocks());
      expect((await modern(server(key), 'quote_price', {}, answer))['result']).toMatchObject({
        resultType: 'complete',
      });
      const clock = Date.now.bind(Date);
      vi.spyOn(Date, 'now').mockImplementation(() => clock() + 601_000);
      expect((await modern(server(key), 'quote_price', {}, answer))['error']).toMatchObject({ code: -32602 });
    },
  );

  test.each([[{ inputResponses: null }], [{ inputResponses: [] }], [{ requestState: 1 }]])(
    '%j is an error of the protocol',
    async (more) => {
      expect((await modern(server(), 'delete_note', { title: 'a' }, more))['error']).toMatchObject({ code: -32602 });
    },
  );
});

describe('a client that cannot ask', () => {
  const silent = { ...META, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } };

  test.each([
    ['delete_note', { title: 'a' }, 'needs_confirmation', /client cannot ask/],
    ['book_room', {}, 'invalid_arguments', /Missing arguments: "day", "seats"/],
    ['book_room', { day: 'Friday', seats: 1 }, 'needs_confirmation', /client cannot ask/],
    ['quote_price', {}, 'cannot_ask', /cannot ask the user/],
  ])('%s %j', async (name, args, code, error) => {
    const { result } = await modern(server(), name, args, {}, silent);
    expect(result.structuredContent).toMatchObject({ code, error: expect.stringMatching(error) });
    // No hint asks for an argument that the tool does not have.
    if (code === 'cannot_ask') expect(result.structuredContent.retry_hint).toContain('Use a client that can ask');
    expect(done).toEqual([]);
  });

  test.each([[[{ day: 'Which day?' }, { seats: 'How many' }]], [['day', 'seats']]])('a hint for %j', async (ask) => {
    const tools = SERVER.tools.map((one) => (one.ask ? { ...one, ask } : one));
    const { result } = await modern(server({}, { ...SERVER, tools }), 'book_room', {}, {}, silent);
    expect(result.structuredContent.retry_hint).toMatch(/^Ask the user: [^.?]+[.?](?: How many\.)? Then call again\.$/);
  });

  test('otherwise: proceed', async () => {
    await modern(server(), 'move_note', { title: 'a' }, {}, silent);
    expect(done).toEqual([{ title: 'a' }]);
  });
});

describe('the era of initialize', () => {
  const hello = (capabilities: object): object => {
    return { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '1' } };
  };

  test('the question is a request, and the deadline stands still until its answer', async () => {
    const { next, say } = connect(server());
    say({ id: 0, method: 'initialize', params: hello({ elicitation: {} }) });
    await next();
    say({ id: 1, method: 'tools/call', params: { name: 'delete_note', arguments: { title: 'a' } } });
    const { id, method, params } = await next();
    expect([method, params.message]).toEqual(['elicitation/create', 'Delete the note "a"?']);
    // Longer than the deadline of the call.
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(done).toEqual([]);
    say({ id, result: accept({ confirm: true }) });
    expect((await next())['result'].structuredContent).toMatchObject({ success: true });
    expect(done).toEqual([{ title: 'a' }]);
  });

  test('an answer that does not fit is asked for again, a few times', async () => {
    const { next, say } = connect(server());
    say({ id: 0, method: 'initialize', params: hello({ elicitation: {} }) });
    await next();
    say({ id: 1, method: 'tools/call', params: { name: 'delete_note', arguments: { title: 'a' } } });
    for (let round = 0; round < 3; round += 1) say({ id: (await next())['id'], result: accept({ confirm: 'yes' }) });
    expect((await next())['result'].structuredContent).toMatchObject({ code: 'not_answered' });
  });

  test('a cancelled call takes its question back', async () => {
    const { next, say } = connect(server());
    say({ id: 0, method: 'initialize', params: hello({ elicitation: {} }) });
    await next();
    say({ id: 1, method: 'tools/call', params: { name: 'delete_note', arguments: { title: 'a' } } });
    const { id } = await next();
    say({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(await next()).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
    expect(done).toEqual([]);
  });

  test('a client without elicitation is not asked', async () => {
    const { next, say } = connect(server());
    say({ id: 0, method: 'initialize', params: hello({}) });
    await next();
    say({ id: 1, method: 'tools/call', params: { name: 'delete_note', arguments: { title: 'a' } } });
    expect((await next())['result'].structuredContent).toMatchObject({ code: 'needs_confirmation' });
  });
});

test('a key that is too short ends the start', () =>
  expect(() => server({ HAFT_STATE_KEY: 'short' })).toThrow(/at least 16 characters/));
