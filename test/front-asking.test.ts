/** Questions through a front: another server asks during a call, a prompt or a resource, the user of the front's client answers; servers and client of the official SDK, in every revision and transport. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { modern, startHttp } from './runtime/support/http-client.ts';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { IS_WHOLE, everyNth } from './support/runs.ts';

const SHOP = join(import.meta.dirname, 'doubles/asking/server.mjs');

const ERAS = ['legacy', 'modern'] as const;
type Era = (typeof ERAS)[number];

const ends: (() => void)[] = [];
afterAll(() => ends.forEach((end) => end()));

const root = temporaryFolder({ 'haft.yaml': 'profiles: { specs: mcp }\n' }, (end) => ends.push(end));
const ports = new Map<Era, number>();

const tool = (name: string, more = ''): string =>
  `  - { name: ${name}, description: Orders., parameters: { item: { type: string } }, hints: {}${more}, mcp: { upstream: shop, tool: order } }\n`;

const front = (name: string, upstream: string): string => `kind: server
name: ${name}
version: 1.0.0
summary: Orders things.
transports: [stdio, http]
limits: { timeout_ms: 5000 }
env: { SHOP_TOKEN: { description: Token., secret: true, optional: true } }
upstreams: { shop: { ${upstream} } }
tools:
${tool('order')}${tool('order_surely', ', confirm: "Order {item}?"')}  - { name: open_page, description: Opens., hints: {}, mcp: { upstream: shop, tool: open_page } }
  - { name: say_hidden, description: Says., hints: {}, mcp: { upstream: shop, tool: say_hidden } }
`;

async function startShop(era: Era): Promise<void> {
  const shop = spawn(process.execPath, [SHOP, 'http', era], { stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => void shop.kill());
  const [port] = (await once(createInterface({ input: shop.stdout }), 'line')) as [string];
  ports.set(era, Number(port));
}

beforeAll(async () => {
  await Promise.all(ERAS.map(startShop));
  for (const era of ERAS) {
    const program = `command: [node, ${JSON.stringify(SHOP)}, stdio, ${era}], env: [SHOP_TOKEN]`;
    const address = `url: "http://127.0.0.1:${ports.get(era) ?? 0}/mcp"`;
    writeFiles(root, {
      [`specs/stdio-${era}/front.yaml`]: front(`stdio-${era}`, `${program}, pass: [prompts, resources, elicitation]`),
      [`specs/http-${era}/front.yaml`]: front(`http-${era}`, `${address}, pass: [prompts, resources, elicitation]`),
      [`specs/silent-${era}/front.yaml`]: front(`silent-${era}`, `${address}, pass: [prompts]`),
    });
  }
  const two = ERAS.map(
    (era) => `  ${era}: { command: [node, ${JSON.stringify(SHOP)}, stdio, ${era}], pass: [elicitation] }\n`,
  );
  const orders = ERAS.map((era) => tool(`order_${era}`).replace('upstream: shop', `upstream: ${era}`));
  const whole = front('two', '').replace(/upstreams: [^]*/, `upstreams:\n${two.join('')}tools:\n${orders.join('')}`);
  writeFiles(root, { 'specs/two/front.yaml': whole });
  const { code, stdout, stderr } = haft(root, 'compile', '--no-types');
  expect(code, stdout + stderr).toBe(0);
});

const script = (name: string): string => join(root, `generated/servers/${name}/server.mjs`);

/** What the user does with each form, in order, and what the forms were. */
interface User {
  readonly does: object[];
  readonly saw: { message?: string; requestedSchema?: { properties?: object } }[];
}

const user = (...does: object[]): User => ({ does, saw: [] });
const accept = (content: object): object => ({ action: 'accept', content });

/** A client in one era whose user does that; without a user it cannot ask. */
async function connect(
  front: string,
  era: Era,
  transport: 'stdio' | 'http',
  { asks, env = {} }: { asks?: User | undefined; env?: Record<string, string> } = {},
): Promise<Client> {
  const capabilities = asks ? { elicitation: { form: {} } } : {};
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'judge', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  if (asks)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asks.saw.push(params as User['saw'][number]);
      return Promise.resolve((asks.does.shift() ?? { action: 'cancel' }) as { action: 'cancel' });
    });
  if (transport === 'http') {
    const { url } = await startHttp(script(front), ['--http'], env);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  } else
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [script(front)], stderr: 'ignore', env }),
    );
  return client;
}

async function call(client: Client, name: string, args: object = { item: 'tea' }): Promise<Record<string, unknown>> {
  const { content = [], isError } = (await client.callTool({ name, arguments: { ...args } })) as {
    content?: readonly { text?: string }[];
    isError?: boolean;
  };
  const text = content.map((one) => one.text).join('\n');
  return { ...(isError && { isError }), ...JSON.parse(text) };
}

const textOf = (part: object | undefined): unknown => JSON.parse(String(Object(part).text));

/** The requests during which a server may ask: each order, as the shop has it. */
const REQUESTS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'tools/call': async (client) => (await call(client, 'order'))['data'],
  'prompts/get': async (client) => {
    const { messages } = await client.getPrompt({ name: 'order', arguments: { item: 'tea' } });
    return textOf(messages[0]?.content);
  },
  'resources/read': async (client) => textOf((await client.readResource({ uri: 'shop://order' })).contents[0]),
};

const WAYS = ERAS.flatMap((upstream) =>
  ERAS.flatMap((client) =>
    (['stdio', 'http'] as const).map((transport) => [`${transport}-${upstream}`, client, transport] as const),
  ),
);

/** A default run tries the two that translate between revisions; HAFT_RUNS=1 tries all. */
const SOME_WAYS = IS_WHOLE
  ? WAYS
  : WAYS.filter(
      ([name, era]) => `${name} ${era}` === 'stdio-modern legacy' || `${name} ${era}` === 'http-legacy modern',
    );
const SOME_ERAS = everyNth(2, ERAS);

test.each(SOME_ERAS)('two servers ask a user of %s at once, and each gets its own answers', async (era) => {
  const asks = user();
  const client = await connect('two', era, 'stdio', { asks });
  asks.does.push(...Array.from({ length: 2 }, () => accept({ size: 'small' })));
  const items = ['tea', 'coffee'];
  const orders = ERAS.map((one, index) => call(client, `order_${one}`, { item: items[index] }));
  expect((await Promise.all(orders)).map(({ data }) => data)).toEqual(
    items.map((item) => ({ item, said: [accept({ size: 'small' })] })),
  );
  expect(asks.saw.map(({ message }) => message).toSorted()).toEqual(
    items.map((item) => `Which size of ${item}?`).toSorted(),
  );
});

describe.each(SOME_WAYS)('front %s, a client of %s over %s', (name, era, transport) => {
  test('asks the user what the other server asks, as often as it asks, and gives it each answer', async () => {
    const asks = user();
    const client = await connect(name, era, transport, { asks });
    for (const [method, order] of Object.entries(REQUESTS)) {
      const said = [accept({ size: 'large' }), accept({ gift: true })];
      asks.does.push(...said, { action: 'decline' }, { action: 'cancel' });
      expect(await order(client), method).toEqual({ item: 'tea', said });
      expect(asks.saw.splice(0).map(({ message }) => message)).toEqual(['Which size of tea?', 'A gift?']);
      expect(await order(client), method).toMatchObject({ said: [{ action: 'decline' }] });
      expect(await order(client), method).toMatchObject({ said: [{ action: 'cancel' }] });
      expect(asks.saw.splice(0)[0]?.requestedSchema?.properties).toEqual({
        size: { type: 'string', title: 'Size', enum: ['small', 'large'], default: 'small' },
      });
    }
  });
});

test.each(SOME_ERAS)('its own question is asked before those of the other server: a client of %s', async (era) => {
  const asks = user(
    accept({ confirm: true }),
    accept({ size: 'large' }),
    accept({ gift: false }),
    accept({ confirm: false }),
  );
  const client = await connect('http-modern', era, 'stdio', { asks });
  expect(await call(client, 'order_surely')).toMatchObject({
    data: { said: [accept({ size: 'large' }), accept({ gift: false })] },
  });
  expect(asks.saw.map(({ message }) => message)).toEqual(['Order tea?', 'Which size of tea?', 'A gift?']);
  expect(await call(client, 'order_surely')).toMatchObject({ code: 'declined' });
});

test.each(SOME_ERAS)('what no person can be shown is not passed on: a server of %s', async (era) => {
  const asks = user(accept({ why: 'so' }));
  const client = await connect(`stdio-${era}`, 'legacy', 'stdio', { asks, env: { SHOP_TOKEN: 'sesame-open-2026' } });
  expect(await call(client, 'open_page', {})).toMatchObject({ isError: true });
  expect(asks.saw).toEqual([]);
  expect(await call(client, 'say_hidden', {})).toMatchObject({ data: accept({ why: 'so' }) });
  expect(JSON.stringify(asks.saw)).toMatch(/A\u{FFFD}B \[redacted\].*Why\u{FFFD}\?/u);
});

describe('without a way to ask, the model is told, and nobody answers for the user', () => {
  test.each(SOME_ERAS)('a front of a server of %s that passes nothing', async (era) => {
    const asks = user(accept({ size: 'small' }));
    const client = await connect(`silent-${era}`, 'legacy', 'stdio', { asks });
    expect(await call(client, 'order')).toMatchObject({
      code: 'tool_failed',
      error: expect.stringMatching(/elicitation/),
    });
    await expect(client.getPrompt({ name: 'order', arguments: { item: 'tea' } })).rejects.toThrow(/elicitation/);
    expect(asks.saw).toEqual([]);
  });

  test.each(SOME_ERAS)('a client of a server of %s that cannot ask', async (era) => {
    const client = await connect(`http-${era}`, 'legacy', 'stdio');
    expect(await call(client, 'order')).toMatchObject({
      code: 'tool_failed',
      error: expect.stringMatching(/elicitation/),
    });
  });
});

test.skipIf(!IS_WHOLE)(
  'in 2026-07-28 any replica takes the answer, where the other server is of that revision (HAFT_RUNS=1)',
  async () => {
    const replicas = await Promise.all([1, 2].map(() => startHttp(script('http-modern'), ['--http'])));
    const replies: Record<string, unknown>[] = [];
    let more: object = {};
    for (const { url } of [...replicas, ...replicas]) {
      const _meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
      const { json } = await modern(url, 'tools/call', { name: 'order', arguments: { item: 'tea' }, _meta, ...more });
      replies.push(json.result);
      const { inputRequests = {}, requestState } = json.result;
      const [key = ''] = Object.keys(inputRequests);
      const content = replies.length === 1 ? { size: 'large' } : { gift: true };
      more = { inputResponses: { [key]: accept(content) }, requestState };
      if (json.result.resultType === 'complete') break;
    }
    expect(replies.map(({ resultType }) => resultType)).toEqual(['input_required', 'input_required', 'complete']);
    expect(JSON.stringify(replies[2])).toContain('gift');
  },
);
