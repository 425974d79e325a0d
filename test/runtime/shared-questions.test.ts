/** Questions of a program while several requests of one client wait for it: none is lost or withdrawn because another request ended. */
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
import type { RpcOptions } from '../../runtime/upstream/rpc.ts';
import { descriptorOf } from './support/descriptor.ts';

type Passing = NonNullable<ReturnType<typeof createPassing>>;
const yes = { action: 'accept', content: { gift: true } };
const form = (message: string, name: string): FormParams => ({
  mode: 'form',
  message,
  requestedSchema: { type: 'object', properties: { [name]: { type: 'boolean' } }, required: [] },
});

const UPSTREAM: UpstreamDescriptor = { timeout_ms: 1, on_drift: 'log', pass: ['elicitation'] };
const compile: CompileSchema = (schema, root) => compileSchemaWith(schema, root, undefined);

const asking = createAsking({
  server: descriptorOf({ format: 5, asks: true }),
  redact: createRedact({}, {}),
  compile,
  variables: {},
});

/** What it hears while these requests wait. */
async function hears(question: FormParams, ...waiting: readonly RpcOptions[]): Promise<JsonObject> {
  const request = { id: 7, method: 'elicitation/create', params: question };
  const reply = await answerQuestion(request, new Map(waiting.entries()), undefined);
  if (reply?.['result'] === undefined) throw new Error(JSON.stringify(reply?.['error']));
  return reply['result'] as JsonObject;
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

function passingOf(): Passing {
  const passing = createPassing(UPSTREAM);
  if (!passing) throw new Error('nothing is passed on');
  return passing;
}

describe('a question that comes without the request that it is for', () => {
  const waits = (client: object, answered: string): RpcOptions => ({
    client,
    onQuestion: ({ answer }) => answer({ answered }),
  });
  const question = { id: 7, method: 'elicitation/create', params: form('A gift?', 'gift') };

  test('goes to the only client, and to nobody where there are two', async () => {
    const [one, other] = [{}, {}];
    const both = new Map([
      [1, waits(one, 'one')],
      [2, waits(other, 'other')],
      [3, {}],
    ]);
    const nobody = { error: { message: expect.stringMatching(/^Several clients/) } };
    expect(await answerQuestion(question, both, undefined)).toMatchObject(nobody);
    expect(await answerQuestion(question, both, 2)).toMatchObject({ id: 7, result: { answered: 'other' } });
    expect(answerQuestion(question, both, 3)).toBeUndefined();
    both.set(2, waits(one, 'one'));
    const listFirst = new Map([[0, { client: one }], ...both]);
    expect(await answerQuestion(question, listFirst, undefined)).toMatchObject({ result: { answered: 'one' } });
    // A prompt that another client gets, and no call: it cannot ask, but the question may be its own.
    both.set(2, { client: other });
    expect(await answerQuestion(question, both, undefined)).toMatchObject(nobody);
  });
});

/** A call of a client, and its request to the other server, which ends when the test says so. */
interface Started {
  readonly own: () => RpcOptions;
  readonly open: OpenCall;
  readonly end: (result: JsonObject) => void;
  readonly outcome: Promise<unknown>;
}

describe('while several requests of one client wait for a program', () => {
  const [A, B, C] = ['A', 'B', 'C'].map((name) => form(name, 'gift')) as [FormParams, FormParams, FormParams];

  function starting(passing: Passing, attachTo: (open: OpenCall) => void, client: object): Started {
    const open = new OpenCall(() => {}, { allowance: () => 0 });
    attachTo(open);
    if (open.passOn) open.passOn = { ...open.passOn, client };
    let own: RpcOptions = {};
    let end: Started['end'] = () => {};
    const send: SendAsking = (options) => {
      own = options;
      const cancelled = new Promise<never>((_resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new Error('cancelled')));
      });
      return Promise.race([new Promise<JsonObject>((resolve) => (end = resolve)), cancelled]);
    };
    const outcome = passing(send, open).catch((thrown: unknown) => insteadOf(thrown) ?? thrown);
    return { own: () => own, open, end: (result) => end(result), outcome };
  }

  /** A user who is shown forms and answers them when the test says so. */
  function liveUser() {
    const shown = new Map<string, { readonly signal: AbortSignal; readonly say: (said: JsonObject) => void }>();
    const put: PutForm = ({ message }, signal) =>
      new Promise((say) => {
        shown.set(message, { signal, say });
        signal.addEventListener('abort', () => say({ action: 'cancel' }));
      });
    return { shown, attachTo: attach(liveDialog(put, {}, compile)) };
  }

  const three = async () => {
    const { shown, attachTo } = liveUser();
    const [passing, client] = [passingOf(), {}];
    const calls = [1, 2, 3].map(() => starting(passing, attachTo, client)) as [Started, Started, Started];
    await vi.waitFor(() => expect(calls.every(({ own }) => own().onQuestion)).toBe(true));
    return { shown, calls, waiting: calls.map(({ own }) => own()) };
  };

  test('each question is asked at once, and each gets its own answer, in any order', async () => {
    const { shown, waiting } = await three();
    const heard = [A, B, C].map((one) => hears(one, ...waiting));
    await vi.waitFor(() => expect([...shown.keys()]).toEqual(['A', 'B', 'C']));
    for (const name of ['C', 'A', 'B']) shown.get(name)?.say({ action: name === 'B' ? 'decline' : 'cancel' });
    expect(await Promise.all(heard)).toEqual([{ action: 'cancel' }, { action: 'decline' }, { action: 'cancel' }]);
  });

  test.each([0, 1, 2])('a question outlives each request but the last: %s ends last', async (last) => {
    const { shown, calls, waiting } = await three();
    const heard = hears(A, ...waiting);
    await vi.waitFor(() => expect([...shown.keys()]).toEqual(['A']));
    const [first, second] = calls.filter((_call, index) => index !== last) as [Started, Started];
    first.end({ done: true });
    expect(await first.outcome).toEqual({ done: true });
    second.open.abort('cancelled');
    expect(await second.outcome).toMatchObject({ message: 'cancelled' });
    expect(shown.get('A')?.signal.aborted).toBe(false);
    shown.get('A')?.say(yes);
    expect(await heard).toEqual(yes);
  });

  test('it is withdrawn once all are over, also where it was not asked yet', async () => {
    const { shown, calls, waiting } = await three();
    const heard = [A, B, C, form('D', 'gift')].map((one) => hears(one, ...waiting).catch(String));
    await vi.waitFor(() => expect(shown.size).toBe(3));
    for (const { end } of calls) end({});
    expect((await Promise.all(heard)).map((one) => typeof one)).toEqual(Array(4).fill('string'));
    expect([...shown.values()].every(({ signal }) => signal.aborted)).toBe(true);
  });

  test('the deadlines of all are held meanwhile', async () => {
    const { shown, calls, waiting } = await three();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    for (const { open } of calls) open.until(() => setTimeout(() => open.abort('timeout'), 40));
    const heard = hears(A, ...waiting);
    await turn();
    expect(vi.getTimerCount()).toBe(0);
    shown.get('A')?.say(yes);
    await heard;
    await turn();
    expect(vi.getTimerCount()).toBe(3);
  });

  test('in 2026-07-28 a call that was left with its question open takes no question of another', async () => {
    const asked: Request = { kind: 'request', id: 1, method: 'tools/call', params: { name: 'order', _meta: META } };
    const attachTo = asking.dialogFor(asked, { outlet: { send: () => {} } }, true);
    if (typeof attachTo !== 'function') throw new Error('nobody can be asked');
    const [passing, client] = [passingOf(), {}];
    const calls = [1, 2, 3].map(() => starting(passing, attachTo, client));
    await vi.waitFor(() => expect(calls.every(({ own }) => own().onQuestion)).toBe(true));
    const waiting = calls.map(({ own }) => own());
    for (const one of [A, B, C]) void hears(one, ...waiting);
    const outcomes = await Promise.all(calls.map(({ outcome }) => outcome));
    expect(outcomes.map((one) => /"message":"(\w)"/.exec(String(Object(one).result))?.[1])).toEqual(['A', 'B', 'C']);
  });
});
