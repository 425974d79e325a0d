/** Questions of another server on their way to a user and back, with both ends in this process: every answer arrives as it was given, and no other. */
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAsking } from '../../runtime/asking/dialog.ts';
import { type PutForm, attach, liveDialog } from '../../runtime/asking/live.ts';
import type { FormParams } from '../../runtime/asking/question.ts';
import type { UpstreamDescriptor } from '../../runtime/descriptor/descriptor.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { type CompileSchema, compileSchemaWith } from '../../runtime/language/validate.ts';
import type { Request } from '../../runtime/protocol/message.ts';
import { createRedact } from '../../runtime/redaction/secret-search.ts';
import { OpenCall } from '../../runtime/server/context.ts';
import { insteadOf } from '../../runtime/server/instead.ts';
import { type SendAsking, answerQuestion, createPassing } from '../../runtime/upstream/questions.ts';
import { type RpcOptions, Unfinished } from '../../runtime/upstream/rpc.ts';
import { systemClock } from '../../runtime/server/clock.ts';
import { createLimiter } from '../../runtime/server/limits.ts';
import { extendByUpstreams } from '../../runtime/upstream/pass-through/extend.ts';
import { descriptorOf } from './support/descriptor.ts';
import { runs } from '../support/runs.ts';

const UPSTREAM: UpstreamDescriptor = { timeout_ms: 1, on_drift: 'log', pass: ['elicitation'] };
const compile: CompileSchema = (schema, root) => compileSchemaWith(schema, root, undefined);

const asking = createAsking({
  server: descriptorOf({ format: 5, asks: true }),
  redact: createRedact({}, {}),
  compile,
  variables: {},
});

const FIELDS = {
  name: { type: 'string', default: 'nobody' },
  size: { type: 'string', enum: ['small', 'large'] },
  count: { type: 'integer', minimum: 1, maximum: 9, default: 4 },
  gift: { type: 'boolean' },
};
const form = (message: string, ...names: (keyof typeof FIELDS)[]): FormParams => ({
  mode: 'form',
  message,
  requestedSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, FIELDS[name]])),
    required: [],
  },
});

/** The other server, which asks these one after the other; its result is what it heard. */
type Upstream = (forms: readonly FormParams[]) => SendAsking;

/** What it hears while these requests wait. */
async function hears(question: FormParams, ...waiting: readonly RpcOptions[]): Promise<JsonObject> {
  const request = { id: 7, method: 'elicitation/create', params: question };
  const reply = await answerQuestion(request, new Map(waiting.entries()), undefined);
  if (reply?.['result'] === undefined) throw new Error(JSON.stringify(reply?.['error']));
  return reply['result'] as JsonObject;
}

const legacyUpstream: Upstream = (forms) => async (own) => {
  const heard: JsonObject[] = [];
  for (const one of forms) heard.push(await hears(one, own));
  return { heard };
};

const modernUpstream: Upstream =
  (forms) =>
  ({ params }) => {
    const { inputResponses = {}, requestState = '[]' } = (params ?? {}) as {
      inputResponses?: Record<string, JsonObject>;
      requestState?: string;
    };
    const heard = [...(JSON.parse(requestState) as JsonObject[]), ...Object.values(inputResponses)];
    const next = forms[heard.length];
    if (!next) return Promise.resolve({ heard });
    const inputRequests = { confirm: { method: 'elicitation/create', params: next } };
    return Promise.reject(new Unfinished('input_required', { inputRequests, requestState: JSON.stringify(heard) }));
  };

/** What the user does with a form. */
type Person = (form: FormParams) => JsonObject;
type Passing = NonNullable<ReturnType<typeof createPassing>>;
type Client = (passing: Passing, send: SendAsking, person: Person, name?: string) => Promise<unknown>;

const legacyClient: Client = (passing, send, person) => {
  const put: PutForm = (shown) => Promise.resolve(person(shown));
  const open = new OpenCall(() => {}, { allowance: () => 0 });
  attach(liveDialog(put, {}, compile))(open);
  return passing(send, open);
};

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

/** One request of 2026-07-28: its result, or the questions. */
async function request(passing: Passing, send: SendAsking, more: object, name = 'order'): Promise<JsonObject> {
  const params = { name, arguments: {}, ...more, _meta: META };
  const asked: Request = { kind: 'request', id: 1, method: 'tools/call', params };
  const dialog = asking.dialogFor(asked, { outlet: { send: () => {} } }, true);
  const open = new OpenCall(() => {}, { allowance: () => 0 });
  if (typeof dialog === 'function') dialog(open);
  try {
    return (await passing(send, open)) as JsonObject;
  } catch (thrown) {
    const other = insteadOf(thrown);
    if (other?.kind !== 'paused') throw thrown;
    return JSON.parse(other.result) as JsonObject;
  }
}

interface Paused {
  readonly inputRequests: Readonly<Record<string, { readonly params: FormParams }>>;
  readonly requestState?: string;
}

const modernClient: Client = async (passing, send, person) => {
  let result = await request(passing, send, {});
  while (result['resultType'] === 'input_required') {
    const { inputRequests, requestState } = result as unknown as Paused;
    const answers = Object.entries(inputRequests).map(([key, { params }]) => [key, person(params)] as const);
    const more = { inputResponses: Object.fromEntries(answers), ...(requestState !== undefined && { requestState }) };
    result = await request(passing, send, more);
  }
  return result;
};

const UPSTREAMS = { legacy: legacyUpstream, modern: modernUpstream };
const CLIENTS = { legacy: legacyClient, modern: modernClient };
const PAIRS = Object.entries(UPSTREAMS).flatMap(([upstream, ask]) =>
  Object.entries(CLIENTS).map(([client, call]) => [upstream, client, ask, call] as const),
);

const content = fc.record(
  {
    name: fc.string(),
    size: fc.constantFrom('small', 'large'),
    count: fc.integer({ min: 1, max: 9 }),
    gift: fc.boolean(),
  },
  { requiredKeys: [] },
);
const answer = fc.oneof(
  content.map((given) => ({ action: 'accept', content: given })),
  fc.constantFrom({ action: 'decline' }, { action: 'cancel' }),
);
const rounds = fc.array(fc.tuple(fc.string(), answer), { maxLength: 5 });

describe.each(PAIRS)('a server of %s and a client of %s', (_upstream, _client, ask, call) => {
  test('every answer arrives as it was given, without a default that nobody chose', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        const forms = given.map(([message]) => form(message, 'name', 'size', 'count', 'gift'));
        const saw: string[] = [];
        const left = given.map(([, one]) => one);
        const person: Person = ({ message }) => {
          saw.push(message);
          return (left.shift() ?? { action: 'cancel' }) as JsonObject;
        };
        const passing = createPassing(UPSTREAM);
        if (!passing) throw new Error('nothing is passed on');
        expect(await call(passing, ask(forms), person)).toEqual({ heard: given.map(([, one]) => one) });
        expect(saw).toHaveLength(given.length);
      }),
      { numRuns: runs(2000, 20) },
    );
  });
});

function passingOf(): Passing {
  const passing = createPassing(UPSTREAM);
  if (!passing) throw new Error('nothing is passed on');
  return passing;
}

const paused = async (passing: Passing, send: SendAsking): Promise<{ key: string; requestState: string }> => {
  const { inputRequests, requestState = '' } = (await request(passing, send, {})) as unknown as Paused;
  return { key: Object.keys(inputRequests)[0] ?? '', requestState };
};

const yes = { action: 'accept', content: { gift: true } };

describe('the request to a server of earlier revisions stays open', () => {
  test('for the same call alone, on the same replica, and for one answer', async () => {
    const [passing, send] = [passingOf(), legacyUpstream([form('A gift?', 'gift')])];
    const { key, requestState } = await paused(passing, send);
    const more = { inputResponses: { [key]: yes }, requestState };
    const expired = { code: 'question_expired' };
    expect(await request(passingOf(), send, more)).toMatchObject(expired);
    expect(await request(passing, send, more, 'order_all')).toMatchObject(expired);
    expect(await request(passing, send, more)).toEqual({ heard: [yes] });
    expect(await request(passing, send, more)).toMatchObject(expired);
  });

  test('an answer that does not fit is asked for again', async () => {
    const [passing, send] = [passingOf(), legacyUpstream([form('How many?', 'count')])];
    const { key, requestState } = await paused(passing, send);
    const inputResponses = { [key]: { action: 'accept', content: { count: 99 } } };
    const again = (await request(passing, send, { inputResponses, requestState })) as unknown as Paused;
    expect(again.inputRequests[key]?.params.message).toBe('How many?');
  });

  test('ten minutes, and is cancelled then', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const signals: AbortSignal[] = [];
    const ask = legacyUpstream([form('A gift?', 'gift')]);
    const send: SendAsking = (options) => {
      signals.push(options.signal);
      return ask(options);
    };
    await paused(passingOf(), send);
    vi.advanceTimersByTime(599_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    vi.advanceTimersByTime(2000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

/** Answers after an hour. */
const thinksLong: PutForm = () => {
  vi.advanceTimersByTime(3_600_000);
  return Promise.resolve(yes);
};

test('the deadline of a call is held while the user thinks', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const open = new OpenCall(() => {}, { allowance: () => 0 });
  attach(liveDialog(thinksLong, {}, compile))(open);
  open.until(() => setTimeout(() => open.abort('timeout'), 40));
  expect(await passingOf()(legacyUpstream([form('A gift?', 'gift')]), open)).toEqual({ heard: [yes] });
  expect(vi.getTimerCount()).toBe(1);
});

test.each([
  ['a page to open', { mode: 'url', message: 'Log in.', url: 'https://login.example' }],
  ['no schema', { message: 'Who?' }],
  [
    'a list of objects',
    { message: 'Who?', requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } },
  ],
  ['too long a text', { message: 'x'.repeat(70_000), requestedSchema: { type: 'object', properties: {} } }],
])('what is no form that a person can be shown is refused: %s', async (_what, params) => {
  const person: Person = () => yes;
  const send = (ask: Upstream): SendAsking => ask([params as unknown as FormParams]);
  await expect(legacyClient(passingOf(), send(legacyUpstream), person)).rejects.toThrow('Only forms are passed on.');
  await expect(legacyClient(passingOf(), send(modernUpstream), person)).rejects.toThrow('input_required');
});

test('a prompt that is passed on asks as a tool does: of its own client, with its deadline held meanwhile', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked: RpcOptions[] = [];
  const session = {
    async request(_method: string, _params: JsonObject, own: RpcOptions) {
      asked.push(own);
      const { content: said = null } = await hears(form('A gift?', 'gift'), own);
      return { messages: [{ role: 'user', content: { said } }] };
    },
  };
  const upstream: UpstreamDescriptor = { ...UPSTREAM, url: 'https://desk.example', pass: ['prompts', 'elicitation'] };
  const server = descriptorOf({ upstreams: { desk: upstream } });
  const upstreams = { open: () => Promise.resolve(session), listen: () => {} };
  const gate = createLimiter(server.limits, systemClock);
  const context = { upstreams, env: {}, log: () => {}, gate, createPassing } as never;
  const prompts = extendByUpstreams(server, createRedact({}, {}), context)?.methods ?? {};
  const client = {};
  const origin = { allowance: () => 0, attach: attach(liveDialog(thinksLong, client, compile)) };
  const ask = async (method: string): Promise<unknown> => {
    const work = prompts[method]?.({ name: 'greet' });
    return typeof work === 'function' && (await work(origin).outcome);
  };
  expect(await ask('prompts/get')).toContain('{"said":{"gift":true}}');
  await ask('prompts/list');
  expect(asked.map((one) => one.client === client)).toEqual([true, true]);
  expect(asked.map(({ onQuestion }) => typeof onQuestion)).toEqual(['function', 'undefined']);
  expect(vi.getTimerCount()).toBe(0);
});
