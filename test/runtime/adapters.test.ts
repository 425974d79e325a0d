/** What the SDKs and APIs of models take of opened tools: declarations, and replies for every outcome. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as adapters from '../../runtime/in-process/adapters.ts';
import type { AnyTools, OpenTool, Outcome } from '../../runtime/in-process/shapes.ts';
import { inexactArgument } from '../../runtime/server/call-failures.ts';
import { anyName } from '../support/random-schema.ts';
import { runs } from '../support/runs.ts';

const IMAGE = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  data: { success: true, data: { notes: ['tides'] } },
  failure: { success: false, error: 'No note has these words.', code: 'not_found', retry_hint: 'Try other words.' },
  image: { success: true, data: { notes: [] }, content: [IMAGE] },
  sound: { success: true, data: {}, content: [{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }] },
  bitmap: { success: true, data: {}, content: [{ ...IMAGE, mimeType: 'image/bmp' }] },
  link: { success: true, data: {}, content: [{ type: 'resource_link', uri: 'file:///a', name: 'a' }] },
  bytes: {
    success: true,
    data: {},
    content: [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'application/pdf', blob: 'aGk=' } }],
  },
  'failure of another server': {
    success: false,
    error: 'Too much.\nAsk for less.',
    code: 'tool_failed',
    retry_hint: 'Read the error before the tool is called again.',
    content: [{ type: 'text', text: 'Too much.' }, { type: 'text', text: 'Ask for less.' }, IMAGE],
  },
};

/** Those of tools whose result has no envelope. */
const RAW = new Set(['link', 'failure of another server']);

function toolWith(outcome: Outcome, calls: unknown[] = [], more: Partial<OpenTool> = {}): AnyTools {
  const tool: OpenTool = {
    name: 'search.notes',
    title: 'Search notes',
    description: 'Finds notes.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', minLength: 1 }, limit: { type: 'integer', maximum: 50, default: 10 } },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object' },
    readsOnly: false,
    destroys: true,
    call: (input: unknown, options) => (calls.push([input, options]), Promise.resolve(outcome)),
    ...more,
  };
  return { [tool.name]: tool };
}

const ARGUMENTS = '{"query":"tides","limit":null}';
const NAMED = { name: 'search_notes', arguments: ARGUMENTS };

test('declarations and replies are as their golden file shows', async () => {
  const lines: string[] = [];
  const show = (title: string, value: unknown): unknown => lines.push(`${title}: ${JSON.stringify(value, null, 1)}`);
  const { toAiSdk, toAnthropic, toGemini, toOpenAi, toOpenAiChat, toOpenAiAgents } = adapters;
  const some = toolWith(OUTCOMES['data']!);
  show('Responses', toOpenAi(some).tools);
  show('Responses, not strict', toOpenAi(some, { strict: false }).tools);
  show('Responses, deferred', toOpenAi(some, { strict: false, defer: () => true }).tools);
  show('Chat', toOpenAiChat(some).tools);
  show('Messages', toAnthropic(some).tools);
  show('Messages, deferred', toAnthropic(some, { defer: ({ destroys }) => destroys }).tools);
  show('generateContent', toGemini(some).tools);
  show('Agents SDK', toOpenAiAgents(some));
  show('AI SDK', toAiSdk(some));
  for (const [name, outcome] of Object.entries(OUTCOMES)) {
    const tools = toolWith(outcome, [], RAW.has(name) ? { results: 'raw' } : {});
    show(`Responses, ${name}`, await toOpenAi(tools).run({ call_id: '1', ...NAMED }));
    show(`Chat, ${name}`, await toOpenAiChat(tools).run({ id: '1', type: 'function', function: NAMED }));
    show(`Messages, ${name}`, await toAnthropic(tools).run({ id: '1', name: 'search_notes', input: {} }));
    show(`generateContent, ${name}`, await toGemini(tools).run({ name: 'search_notes', args: {} }));
    show(`Agents SDK, ${name}`, await toOpenAiAgents(tools)[0]?.execute({}));
    show(`AI SDK, ${name}`, toAiSdk(tools)['search.notes']?.toModelOutput({ output: outcome as never }));
  }
  await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot('../golden/in-process/adapters.txt');
});

/** What a model reads of one outcome, by adapter. */
async function readsOf(outcome: Outcome, more: Partial<OpenTool>): Promise<[name: string, reply: unknown][]> {
  const tools = toolWith(outcome, [], more);
  const { toAiSdk, toAnthropic, toGemini, toOpenAi, toOpenAiChat, toOpenAiAgents } = adapters;
  return [
    ['Responses', await toOpenAi(tools).run({ call_id: '1', ...NAMED })],
    ['Chat', await toOpenAiChat(tools).run({ id: '1', type: 'function', function: NAMED })],
    ['Messages', await toAnthropic(tools).run({ id: '1', name: 'search_notes', input: {} })],
    ['generateContent', await toGemini(tools).run({ name: 'search_notes', args: {} })],
    ['Agents SDK', await toOpenAiAgents(tools)[0]?.execute({})],
    ['AI SDK', toAiSdk(tools)['search.notes']?.toModelOutput({ output: outcome as never })],
  ];
}

const textsIn = (value: unknown, name = ''): string[] =>
  typeof value === 'string'
    ? /^(?:|text|content|output|error|value)$/.test(name)
      ? [value]
      : []
    : Object.entries(Object(value)).flatMap(([key, one]) => textsIn(one, Array.isArray(value) ? name : key));

const anyBlock = fc.constantFrom(
  { type: 'text', text: 'Too much.' },
  IMAGE,
  ...[OUTCOMES['sound'], OUTCOMES['bytes'], OUTCOMES['link']].flatMap((one) => one?.content ?? []),
);

test('whatever blocks a result has: no text of a reply has their bytes, and each says that a failure is one', async () => {
  const failed = { success: false, error: 'No.', code: 'tool_failed', retry_hint: 'Read the error.' } as const;
  const outcomes = fc.constantFrom<Outcome>(failed, { success: true, data: {} });
  const tools = fc.constantFrom<Partial<OpenTool>>({}, { results: 'raw' });
  await fc.assert(
    fc.asyncProperty(outcomes, tools, fc.array(anyBlock, { maxLength: 3 }), async (outcome, more, content) => {
      for (const [name, reply] of await readsOf({ ...outcome, content }, more)) {
        const texts = textsIn(reply).join('\n');
        expect([name, texts.includes('aGk=')]).toEqual([name, false]);
        expect([name, texts.includes('"success":false')]).toEqual([name, !outcome.success]);
        if (name === 'AI SDK' && !outcome.success) expect(reply).toMatchObject({ type: 'error-text' });
      }
    }),
    { numRuns: runs(300, 40) },
  );
});

describe('a call', () => {
  test('of strict mode reaches the tool without the nulls that stand for "not given"', async () => {
    const calls: unknown[] = [];
    const { signal } = new AbortController();
    const tools = toolWith(OUTCOMES['data']!, calls);
    await adapters.toOpenAi(tools).run({ call_id: '1', ...NAMED }, { signal });
    await adapters.toOpenAi(tools, { strict: false }).run({ call_id: '1', ...NAMED });
    expect(calls).toEqual([
      [{ query: 'tides' }, { signal }],
      [{ query: 'tides', limit: null }, undefined],
    ]);
  });

  test('with a number that a double cannot represent is the failure that it is over MCP', async () => {
    const number = '9007199254740993';
    const query = `{"query":${number}}`;
    const calls: unknown[] = [];
    const tools = toolWith(OUTCOMES['failure']!, calls);
    await adapters.toOpenAi(tools).run({ call_id: '1', name: 'search_notes', arguments: query });
    const chat = { id: '1', type: 'function', function: { name: 'search_notes', arguments: query } } as const;
    await adapters.toOpenAiChat(tools).run(chat);
    await adapters.toOpenAi(tools).run({ call_id: '1', name: 'search_notes', arguments: `{"query":"${number}"}` });
    const rejected = [inexactArgument(number), undefined];
    expect(calls).toEqual([rejected, rejected, [{ query: number }, undefined]]);
  });

  test('with arguments that are not JSON reaches the tool as the text that it is', async () => {
    const calls: unknown[] = [];
    await adapters
      .toOpenAiChat(toolWith(OUTCOMES['failure']!, calls))
      .run({ id: '1', type: 'function', function: { name: 'search_notes', arguments: '{"query' } });
    expect(calls).toEqual([['{"query', undefined]]);
  });

  test('of an unknown tool is answered, and asks for nothing', async () => {
    const all = adapters.toAnthropic(toolWith(OUTCOMES['data']!));
    expect(all.asks({ id: '1', name: 'search', input: {} })).toBe(false);
    expect(all.asks({ id: '1', name: 'search_notes', input: {} })).toBe(true);
    expect(await all.run({ id: '1', name: 'search', input: {} })).toMatchObject({ is_error: true });
  });
});

test('functions return the data, and throw what failed', async () => {
  const search = (name: string): unknown =>
    adapters.toFunctions(toolWith(OUTCOMES[name]!))['search.notes']?.({} as never);
  expect(await search('data')).toEqual({ notes: ['tides'] });
  const { error: message, ...rest } = { ...OUTCOMES['failure'] } as Record<string, string>;
  const thrown = { name: 'HaftError', message, code: rest['code'], retry_hint: rest['retry_hint'] };
  await expect(search('failure')).rejects.toMatchObject(thrown);
  const { outputSchema: _declared, ...undeclared } = { ...toolWith(OUTCOMES['image']!)['search.notes']! };
  const { draw } = adapters.toFunctions({ draw: { ...undeclared, name: 'draw' } });
  expect(await draw?.({} as never)).toEqual([IMAGE]);
  expect(await search('image')).toEqual({ notes: [] });
});

test('a deferred tool is in no namespace, or one has more than ten, or a name that is taken', () => {
  const words = fc.constantFrom('get', 'list', 'note', 'notes', 'Shelf', 'шкаф');
  const names = fc.uniqueArray(
    fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_')),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(names, (all) => {
      const tools = Object.assign({}, ...all.map((name) => toolWith(OUTCOMES['data']!, [], { name }))) as AnyTools;
      const isKept = ({ name }: { readonly name: string }): boolean => name.startsWith('get');
      const { tools: shown } = adapters.toOpenAi(tools, { defer: (tool) => !isKept(tool) });
      const inside = shown.flatMap((one) => (one.type === 'namespace' ? one.tools : []));
      const outside = shown.filter((one) => one.type === 'function');
      const known = adapters.toOpenAi(tools).tools.map(({ name }) => name);
      expect([...outside, ...inside].map(({ name }) => name).toSorted()).toEqual(known.toSorted());
      expect(outside.every(isKept) && inside.every((one) => !isKept(one) && one.defer_loading)).toBe(true);
      for (const one of shown) if (one.type === 'namespace') expect(one.tools.length).toBeLessThanOrEqual(10);
      const taken = [...known, ...shown.flatMap((one) => (one.type === 'namespace' ? one.name : []))];
      expect(new Set(taken).size).toBe(taken.length);
    }),
    { numRuns: runs(300, 20) },
  );
});

test('names are those that every model takes, and stay apart', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(anyName(), fc.string({ minLength: 1, maxLength: 80 }))), (names) => {
      const tools = Object.assign({}, ...names.map((name) => toolWith(OUTCOMES['data']!, [], { name }))) as AnyTools;
      const shown = adapters.toOpenAi(tools).tools.map(({ name }) => name);
      expect(new Set(shown).size).toBe(Object.keys(tools).length);
      for (const name of shown) expect(name).toMatch(/^[A-Za-z_][\w-]{0,63}$/);
    }),
    { numRuns: runs(300, 20) },
  );
});
